// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/traffic.h"
#include "core/analysis/traffic_views.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/capture/packet.h"

#include <filesystem>
#include <limits>

namespace millrace::analysis {

/// Selects packets of a capture file.
struct PacketQuery
{
    std::filesystem::path file;
    std::string filter; ///< in libpcap's language
    std::int64_t begin = std::numeric_limits<std::int64_t>::min(); ///< time, inclusive
    std::int64_t end = std::numeric_limits<std::int64_t>::max(); ///< time, exclusive
    TrafficSelection selection; ///< of the summary given to packetsOf
    std::size_t most = 5'000'000; ///< rows; the rest is counted
};

/// Packets as columns, in the order of the file.
struct PacketRows
{
    std::vector<std::int64_t> time;
    std::vector<std::uint64_t> number; ///< of the packet in the file, from 1, as in Wireshark
    std::vector<std::uint64_t> offset; ///< of its record in the file
    std::vector<std::uint32_t> flow; ///< row in TrafficSummary::flows; noRow: none
    std::vector<std::uint32_t> wireBytes;
    std::vector<std::uint32_t> payloadBytes;
    std::vector<std::uint32_t> sequence;
    std::vector<std::uint32_t> acknowledgement;
    std::vector<std::uint16_t> window;
    std::vector<std::uint8_t> tcpFlags;
    std::uint64_t beyond = 0; ///< matching packets that are not listed

    [[nodiscard]] std::size_t size() const noexcept { return time.size(); }
};

/// Reads the file again and lists the packets that match the query. Cancelled, or the errors of capture::PacketReader.
[[nodiscard]] Result<PacketRows> packetsOf(const TrafficSummary& summary, const PacketQuery& query,
                                           const JobContext& job = {});

/// Writes the packets that match the query into a pcap file, unchanged; returns their number.
[[nodiscard]] Result<std::uint64_t> extractPackets(const TrafficSummary& summary, const PacketQuery& query,
                                                   const std::filesystem::path& target, const JobContext& job = {});

} // namespace millrace::analysis
