// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/capture/capture_spec.h"

#include <memory>

namespace millrace::capture {

/// Records an interface of the caller's network namespace into a pcap file with time stamps of nanoseconds, on a thread
/// of its own. The kernel cuts and filters the packets and hands them over in blocks (libpcap on TPACKET_V3), so that
/// the recorder wakes a few hundred times a second however fast they come.
///
/// It ends by itself before the disk is full, at the maximum size, and when the interface goes; the status says why,
/// and the file is whole. All functions may be called from any thread.
class LiveCapture
{
public:
    /// Packets are recorded from before this returns. Denied without the right to capture, NotFound without the
    /// interface or folder, InvalidInput for a filter that libpcap does not understand or a specification that makes no
    /// sense, DiskFull when less than `keepFree` is free already.
    [[nodiscard]] static Result<std::unique_ptr<LiveCapture>> start(const CaptureSpec& spec);
    /// Stops.
    ~LiveCapture();
    LiveCapture(const LiveCapture&) = delete;
    LiveCapture& operator=(const LiveCapture&) = delete;

    /// Not older than 200 ms while it runs.
    [[nodiscard]] CaptureStatus status() const;
    /// Takes no further packets, writes those that the kernel holds (takes up to 0.3 s), closes the file. Again: the
    /// same status.
    CaptureStatus stop();

private:
    class Recorder;
    explicit LiveCapture(std::unique_ptr<Recorder> recorder);

    std::unique_ptr<Recorder> m_recorder;
};

} // namespace millrace::capture
