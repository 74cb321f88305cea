// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/capture/capture_spec.h"

#include <memory>

namespace millrace::capture {

/// Records an interface of the caller's network namespace to a pcap file with nanosecond time stamps, on a separate
/// thread. The kernel truncates and filters the packets and returns them in blocks (libpcap on TPACKET_V3), so that the
/// thread wakes a few hundred times a second at any packet rate.
///
/// Ends by itself before the disk is full, at the maximum size, and when the interface disappears; the status has the
/// reason, and the file is complete. All functions may be called from any thread.
class LiveCapture
{
public:
    /// Records packets from before this returns. Denied without the permission to capture, NotFound without the
    /// interface or folder, InvalidInput for a filter that libpcap rejects or an inconsistent specification, DiskFull
    /// if less than `keepFree` is free already.
    [[nodiscard]] static Result<std::unique_ptr<LiveCapture>> start(const CaptureSpec& spec);
    /// Stops.
    ~LiveCapture();
    LiveCapture(const LiveCapture&) = delete;
    LiveCapture& operator=(const LiveCapture&) = delete;

    /// Returns the status, at most 200 ms old while it runs.
    [[nodiscard]] CaptureStatus status() const;
    /// Accepts no further packets, writes those in the kernel (takes up to 0.3 s), closes the file. A second call
    /// returns the same status.
    CaptureStatus stop();

private:
    class Recorder;
    explicit LiveCapture(std::unique_ptr<Recorder> recorder);

    std::unique_ptr<Recorder> m_recorder;
};

} // namespace millrace::capture
