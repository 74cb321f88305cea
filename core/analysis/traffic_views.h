// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/rate_bins.h"
#include "core/analysis/traffic.h"

#include <optional>
#include <span>
#include <string_view>

namespace millrace::analysis {

/// All flows between two nodes in one direction.
struct PairTraffic
{
    std::uint32_t source = 0; ///< rows in TrafficSummary::addresses
    std::uint32_t destination = 0;
    std::uint32_t flows = 0;
    std::int64_t first = 0;
    std::int64_t last = 0;
    std::uint64_t packets = 0;
    std::uint64_t wireBytes = 0;
    std::uint64_t ipBytes = 0;
    std::uint64_t payloadBytes = 0;
    std::uint64_t orderedPackets = 0; ///< of the flows whose order was followed; 0: the next two are unknown
    std::uint64_t retransmissions = 0;
    std::uint64_t outOfOrder = 0;
    double rttMinimum = 0; ///< seconds; NaN: unknown
    double rttMean = 0;

    bool operator==(const PairTraffic&) const = default;
};

/// What one node sent and received.
struct NodeTraffic
{
    std::uint32_t address = 0;
    std::uint64_t packetsSent = 0, packetsReceived = 0;
    std::uint64_t wireBytesSent = 0, wireBytesReceived = 0;

    bool operator==(const NodeTraffic&) const = default;
};

/// Whether order, retransmissions and round trips of a flow were analysed: TCP, unless the options disable them.
[[nodiscard]] bool hasOrder(const TrafficSummary& summary, const Flow& flow) noexcept;

/// Ordered by source, then destination address.
[[nodiscard]] std::vector<PairTraffic> pairsOf(const TrafficSummary& summary);
[[nodiscard]] std::vector<NodeTraffic> nodesOf(const TrafficSummary& summary);

/// Selects the traffic of a series; an empty field means all.
struct TrafficSelection
{
    std::optional<std::uint32_t> source; ///< row in TrafficSummary::addresses
    std::optional<std::uint32_t> destination;
    std::vector<std::uint32_t> flows; ///< rows in TrafficSummary::flows, ascending

    bool operator==(const TrafficSelection&) const = default;
};

/// The rows of the selected flows.
[[nodiscard]] std::vector<std::uint32_t> flowsOf(const TrafficSummary& summary, const TrafficSelection& selection);
/// Wire bytes and packets in bins, of all selected flows together.
[[nodiscard]] BinnedSeries seriesOf(const TrafficSummary& summary, const TrafficSelection& selection = {});
/// "TCP", "UDP", "GRE"; empty for numbers without a usual name.
[[nodiscard]] std::string_view protocolName(std::uint8_t protocol) noexcept;
/// The name, or "IP 253".
[[nodiscard]] std::string protocolText(std::uint8_t protocol);
/// The same, with RoCEv2 distinguished from other UDP.
[[nodiscard]] std::string protocolText(const Flow& flow);
/// "IPv4", "ARP", "PFC pause", "LLC / STP", or "EtherType 0x88b5".
[[nodiscard]] std::string frameKindText(std::uint32_t kind);
/// "IPv4 / UDP / RoCEv2".
[[nodiscard]] std::string protocolText(const ProtocolTraffic& traffic);
/// The name of a node, or its address; `address` is a row of TrafficSummary::addresses.
[[nodiscard]] std::string nodeText(const TrafficSummary& summary, std::uint32_t address);
/// "10.0.0.1:5000 → 10.0.0.2:80 TCP", with names where there are any.
[[nodiscard]] std::string flowText(const TrafficSummary& summary, const Flow& flow);
/// The same with names for its ends: "node0:5000 → node1:80 TCP".
[[nodiscard]] std::string flowText(const Flow& flow, std::string_view source, std::string_view destination);

} // namespace millrace::analysis
