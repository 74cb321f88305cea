// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/sparse_bins.h"
#include "core/analysis/wall_zone.h"
#include "core/base/issue.h"
#include "core/importers/packet_record.h"

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace millrace::studies::tum {

/// Bytes of one flow in bins of 10 s; only those with traffic, ascending.
using FlowLane = std::vector<std::pair<std::int64_t, std::uint64_t>>;
constexpr std::int64_t laneWidth = 10'000'000'000;

/// Packets with the same source, destination, ports and protocol.
struct PublishedFlow
{
    std::string source;
    std::string destination;
    std::string sourcePort;
    std::string destinationPort;
    std::uint32_t sourcePortNumber = 0;
    std::uint32_t destinationPortNumber = 0;
    std::uint8_t protocol = 0;
    bool inStudy = false; ///< TCP over IPv4: the study counts no others
    std::uint64_t packets = 0;
    std::uint64_t wireBytes = 0;
    std::int64_t first = 0; ///< true times, nanoseconds UTC
    std::int64_t last = 0;
    std::uint64_t firstRank = 0; ///< index among all packets by time, from 0
    std::uint64_t lastRank = 0;
    FlowLane studyLane; ///< from the flow's own first packet, as in the study
    FlowLane lane; ///< from the run's first packet
};

struct PairTotals
{
    std::string source;
    std::string destination;
    bool ipv4 = false;
    std::uint64_t wireBytes = 0;
    std::uint64_t packets = 0;
    analysis::SparseBins milliseconds; ///< bins since 1970
};

struct HostBytes
{
    std::string host;
    bool ipv4 = false;
    std::uint64_t wireBytes = 0;

    bool operator==(const HostBytes&) const = default;
};

/// What the study's aggregate.py finds in one run, with what it ignores kept separate. Sorted as in the study: by the
/// addresses' text, then by the ports' numbers.
struct PublishedTraffic
{
    analysis::WallZone zone; ///< in which the study's tool would have read the times
    std::uint64_t packets = 0;
    std::uint64_t wireBytes = 0;
    std::uint64_t withoutTcpPorts = 0; ///< packets; if any, the study writes ports as 2222.0
    std::int64_t first = 0; ///< of all packets, nanoseconds UTC
    std::int64_t last = 0;
    std::vector<HostBytes> sent;
    std::vector<PairTotals> pairs;
    std::vector<PublishedFlow> flows;
    analysis::SparseBins milliseconds; ///< of all packets, including those without addresses; bins since 1970
    Issues issues; ///< "flows-beyond", "bins-beyond", "time-backwards"

    /// What the study adds to times: the wall clock read as UTC, nanoseconds.
    [[nodiscard]] std::int64_t wallShift() const noexcept { return zone.offsetAt(first); }
    [[nodiscard]] std::size_t studyFlows() const noexcept;
    /// Source and destination by their texts; nullptr: no traffic between them.
    [[nodiscard]] const PairTotals* pair(std::string_view source, std::string_view destination) const noexcept;
};

/// A flow size that occurs.
struct FlowSize
{
    std::uint64_t bytes = 0; ///< on the wire
    std::uint64_t flows = 0;
    double share = 0; ///< of all flows
    double cumulative = 0; ///< of flows up to this size
};
/// Stage 5 of aggregate.py, ascending: the flows that the study counts, or all.
[[nodiscard]] std::vector<FlowSize> flowSizes(const PublishedTraffic& traffic, bool studyFlowsOnly);

struct PublishedTrafficLimits
{
    std::size_t flows = 400'000;
    std::size_t binBlocks = std::size_t(1) << 17; ///< 128 MiB
};

/// Builds a PublishedTraffic from packets in order of time. For one thread; memory is bounded by the limits.
class PublishedTrafficPass
{
public:
    PublishedTrafficPass(analysis::WallZone zone, const importers::NameBook& names,
                         const PublishedTrafficLimits& limits = {});

    void add(std::span<const importers::PacketRecord> packets);
    /// The last call.
    [[nodiscard]] PublishedTraffic finish();

private:
    struct FlowKey
    {
        std::uint32_t source, destination, sourcePort, destinationPort;
        std::uint8_t protocol;
        bool operator==(const FlowKey&) const = default;
    };
    struct KeyHash
    {
        std::size_t operator()(const FlowKey& key) const noexcept;
    };

    void addOne(const importers::PacketRecord& packet);
    void addToFlow(const importers::PacketRecord& packet);
    void addToPair(const importers::PacketRecord& packet, std::int64_t millisecond);
    void nameFlows();
    void count(const char* kind, std::string example);

    const importers::NameBook& m_names;
    PublishedTrafficLimits m_limits;
    analysis::BinBudget m_budget;
    PublishedTraffic m_result;
    std::unordered_map<FlowKey, std::size_t, KeyHash> m_flowRows;
    std::vector<FlowKey> m_flowKeys;
    std::vector<std::int64_t> m_flowOrigins; ///< start times of their lanes in the study
    std::unordered_map<std::uint64_t, std::size_t> m_pairRows;
    std::unordered_map<std::uint32_t, HostBytes> m_sent;
    std::int64_t m_origin = 0; ///< time of the first packet received
    std::int64_t m_before = 0; ///< time of the previous packet
};

} // namespace millrace::studies::tum
