// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/issue.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace millrace::capture {

/// Direction of the recorded packets, from the node's view.
enum class CaptureDirection : std::uint8_t
{
    Both,
    In,
    Out
};

/// Configuration of a recording.
struct CaptureSpec
{
    std::string interface; ///< "eth0"
    std::string filter; ///< in libpcap's language; empty: all packets
    std::uint32_t snapLength = 100; ///< bytes kept of each packet: enough for headers with options
    CaptureDirection direction = CaptureDirection::Both;
    std::filesystem::path file; ///< "….pcap"; a ring appends numbers: "…-00001.pcap"
    std::uint64_t maximumBytes = 0; ///< recording stops before the file is longer; 0: no limit. Not with a ring
    std::uint64_t ringFileBytes = 0; ///< a new file is begun before one gets longer; 0: no ring
    int ringFiles = 0; ///< number of newest files kept, at least 2
    std::uint64_t keepFree = std::uint64_t(1)
        << 30; ///< recording stops before fewer bytes than this are free; 0: never
    std::uint64_t kernelBuffer = std::uint64_t(32) << 20; ///< bytes for packets waiting to be written

    bool operator==(const CaptureSpec&) const = default;
};

/// Sums since the start.
struct CaptureCounts
{
    std::uint64_t received = 0; ///< packets that passed the filter, dropped ones included
    std::uint64_t droppedByKernel = 0; ///< because the buffer was full
    std::optional<std::uint64_t> droppedByInterface; ///< before the kernel received them; none: the interface has no
                                                     ///< such counter
    std::uint64_t writtenPackets = 0; ///< with a ring: including removed files
    std::uint64_t writtenBytes = 0; ///< of the files
    std::uint64_t wireBytes = 0; ///< lengths on the wire of the written packets
    std::uint64_t framesAboveMtu = 0; ///< merged by offloads, no packets of the wire
    std::uint32_t largestFrame = 0;

    bool operator==(const CaptureCounts&) const = default;
};

/// State of a recording.
struct CaptureStatus
{
    bool running = true;
    std::string reason; ///< why it ended by itself, with the remedy; empty: it did not
    CaptureCounts counts;
    Nanoseconds start{0}; ///< wall clock
    Nanoseconds stop{0}; ///< 0: still running
    std::uint16_t linkType = 0; ///< as in capture files
    int mtu = 0; ///< of the interface; 0: not known
    std::string interface;
    std::vector<std::filesystem::path> files; ///< in the order of time; a file gets its name when it is complete
    Issues notes; ///< "dropped", "frames-above-mtu"

    bool operator==(const CaptureStatus&) const = default;
};

} // namespace millrace::capture
