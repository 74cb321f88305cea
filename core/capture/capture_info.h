// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace millrace::capture {

enum class FileFormat : std::uint8_t
{
    Pcap,
    Pcapng
};

enum class Compression : std::uint8_t
{
    None,
    Gzip,
    Zstd
};

/// Interface of a capture file: a pcap file has one, a pcapng file any number in each of its sections.
struct CaptureInterface
{
    std::uint32_t section = 0; ///< from 0
    std::uint16_t linkType = 0; ///< as tcpdump.org numbers them: 1 Ethernet, 101 raw IP, 113 SLL, …
    std::uint32_t snapLength = 0; ///< 0: no limit
    std::string name; ///< "eth1"; empty if the file has none
    std::string filter; ///< used while capturing
    std::int64_t unitsPerSecond = 1'000'000; ///< of the time stamps
    std::int64_t offsetSeconds = 0; ///< added to each (if_tsoffset)
    std::optional<std::uint64_t> received; ///< by the capturing program's own count (interface statistics)
    std::optional<std::uint64_t> droppedByInterface;
    std::optional<std::uint64_t> droppedByKernel;

    bool operator==(const CaptureInterface&) const = default;
};

/// Metadata of a capture file, and the damage found in it.
struct CaptureInfo
{
    FileFormat format = FileFormat::Pcap;
    Compression compression = Compression::None;
    std::uint32_t sections = 0;
    std::vector<CaptureInterface> interfaces;
    std::string hardware; ///< of the first section (pcapng)
    std::string system;
    std::string program;
    std::uint64_t packets = 0; ///< read so far, including filtered ones
    std::uint64_t filtered = 0; ///< dropped by the filter
    Issues issues; ///< kinds in capture/README.md: "cut-record", "captured-over-original", "time-backwards", …
};

} // namespace millrace::capture
