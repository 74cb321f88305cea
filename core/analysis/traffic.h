// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/packet_statistics.h"
#include "core/base/unknown.h"
#include "core/capture/capture_info.h"
#include "core/capture/ip_address.h"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace millrace::analysis {

/// What the pass over a capture keeps. All times in nanoseconds.
struct TrafficOptions
{
    std::int64_t binWidth = 1'000'000; ///< at least 1 µs
    std::int64_t burstGap = 1'000'000; ///< a longer silence of a flow ends its burst
    std::int64_t idleTimeout = 0; ///< a longer silence of both directions ends the connection; 0: never
    bool splitConnections = true; ///< a new SYN on known ports, after other packets, starts a new connection
    bool order = true; ///< retransmissions, order, duplicate acknowledgements and round-trip times
    bool tunnels = false; ///< flows are those within VXLAN, Geneve, GRE, IP in IP and MPLS
    bool duplicates = false; ///< packets seen by several interfaces of a file count each time
    std::size_t maxFlows = 400'000; ///< later ones count only in the totals
    std::size_t maxBins = 4'000'000; ///< when more are needed, bins become twice as wide
    std::size_t maxBursts = 1'000'000; ///< later ones are counted but not listed

    bool operator==(const TrafficOptions&) const = default;
};

/// The row number that means none.
constexpr std::uint32_t noRow = std::numeric_limits<std::uint32_t>::max();

/// One direction of a connection: packets with the same source, destination, ports and protocol.
struct Flow
{
    std::uint32_t source = 0; ///< row in TrafficSummary::addresses
    std::uint32_t destination = 0;
    std::uint16_t sourcePort = 0; ///< 0 where there are none (ICMP, fragments)
    std::uint16_t destinationPort = 0;
    std::uint8_t protocol = 0; ///< IP protocol number
    std::uint8_t flagsSeen = 0; ///< TCP flags of all packets together
    std::uint16_t part = 0; ///< index of the connection on these ports, from 0
    std::uint32_t reverse = noRow; ///< the other direction, if it was seen
    std::int64_t first = 0; ///< time of the first packet
    std::int64_t last = 0;
    std::uint64_t packets = 0;
    std::uint64_t wireBytes = 0; ///< frames, link header included
    std::uint64_t ipBytes = 0;
    std::uint64_t payloadBytes = 0;
    std::uint32_t syns = 0, fins = 0, resets = 0;
    std::uint32_t bursts = 0;
    std::uint64_t retransmissions = 0; ///< packets with data, SYN or FIN that had been seen before (as tcptrace counts)
    std::uint64_t retransmittedBytes = 0; ///< payload that had been seen before
    std::uint64_t outOfOrder = 0; ///< packets with data that came after a later one and had not been seen before
    std::uint64_t duplicateAcks = 0; ///< RFC 5681, section 2
    std::uint64_t zeroWindows = 0;
    std::uint64_t rttCount = 0; ///< samples: a segment sent once and acknowledged exactly, seen at the capture point
    double rttMinimum = unknown; ///< seconds; NaN: unknown
    double rttMean = unknown;
    double rttMaximum = unknown;
    double rttP99 = unknown; ///< within 3.2 % beyond 64 samples, the exact sample below
    std::uint64_t dscps = 0; ///< bit n: a packet had DSCP n
    std::uint64_t ect0 = 0, ect1 = 0; ///< packets of an ECN-capable transport (RFC 3168), not marked
    std::uint64_t ce = 0; ///< packets marked "congestion experienced"
    std::uint64_t congestionEchoes = 0; ///< TCP packets with ECE, those with SYN left out
    std::uint64_t windowReductions = 0; ///< TCP packets with CWR, those with SYN left out

    /// Marked packets over those of an ECN-capable transport; NaN without any.
    [[nodiscard]] double ceShare() const noexcept
    {
        const std::uint64_t capable = ect0 + ect1 + ce;
        return capable == 0 ? unknown : static_cast<double>(ce) / static_cast<double>(capable);
    }
    [[nodiscard]] std::int64_t duration() const noexcept { return last - first; }
    bool operator==(const Flow&) const = default;
};

/// Packets of one flow without a gap longer than TrafficOptions::burstGap.
struct Burst
{
    std::uint32_t flow = 0;
    std::uint32_t packets = 0;
    std::int64_t first = 0;
    std::int64_t last = 0;
    std::uint64_t wireBytes = 0;

    bool operator==(const Burst&) const = default;
};

/// The non-empty bins of all flows: those of flow f are rows begin[f] to begin[f + 1], in order of time; an additional
/// row after the last flow has the packets that belong to no flow. A bin with more than 4 GiB takes several rows.
struct FlowBins
{
    std::int64_t start = 0; ///< start time of bin 0; a multiple of the width
    std::int64_t width = 0; ///< nanoseconds; TrafficOptions::binWidth times a power of two where that would not fit
    std::vector<std::uint64_t> begin; ///< flows + 2
    std::vector<std::uint32_t> index; ///< number of the bin
    std::vector<std::uint32_t> packets;
    std::vector<std::uint32_t> wireBytes;

    bool operator==(const FlowBins&) const = default;
};

/// The largest and the mean load of all traffic together in windows of one length, idle windows included.
struct PeakToMean
{
    std::int64_t window = 0;
    std::uint64_t peakBytes = 0;
    double meanBytes = 0;

    bool operator==(const PeakToMean&) const = default;
};

/// All frames of one EtherType, or those of one IP protocol in it.
struct ProtocolTraffic
{
    std::uint32_t kind = 0; ///< capture::frame_kind; 0: unknown
    std::optional<std::uint8_t> protocol; ///< of IP, after extension headers; none: the entire EtherType
    bool roce = false; ///< of these only RoCEv2
    std::uint64_t packets = 0;
    std::uint64_t wireBytes = 0;

    bool operator==(const ProtocolTraffic&) const = default;
};

/// RoCEv2 packets from one node to a queue pair of another, whatever their UDP source port.
struct QueuePair
{
    std::uint32_t source = 0; ///< row in TrafficSummary::addresses
    std::uint32_t destination = 0;
    std::uint32_t number = 0; ///< of the destination's queue pair
    std::int64_t first = 0;
    std::int64_t last = 0;
    std::uint64_t packets = 0;
    std::uint64_t wireBytes = 0;
    std::uint64_t gaps = 0; ///< places where packet sequence numbers (PSN) were skipped
    std::uint64_t missing = 0; ///< numbers skipped there
    std::uint64_t repeated = 0; ///< packets with a number below the next one: retransmitted, or late
    std::uint64_t acknowledgements = 0;
    std::uint64_t negative = 0; ///< of those NAK
    std::uint64_t notReady = 0; ///< of those RNR NAK: the receiver had no buffer
    std::uint64_t notifications = 0; ///< congestion notification packets (CNP)
    std::uint64_t ce = 0; ///< packets marked as having met congestion

    bool operator==(const QueuePair&) const = default;
};

/// Source of a summary.
struct TraceSource
{
    std::string file;
    std::uint64_t fileBytes = 0;
    capture::CaptureInfo info;
    std::int64_t clockOffset = 0; ///< added to the times of this file
    std::uint64_t duplicates = 0; ///< packets left out, because another interface or file had seen them before
};

/// Packets that belong to no flow, and others by kind.
struct PacketCounts
{
    std::uint64_t all = 0;
    std::uint64_t ipv4 = 0, ipv6 = 0, arp = 0, otherNetwork = 0;
    std::uint64_t tcp = 0, udp = 0, roce = 0, otherProtocol = 0;
    std::uint64_t fragments = 0, headersCut = 0, tunnelled = 0;
    std::uint64_t beyondMaxFlows = 0;

    bool operator==(const PacketCounts&) const = default;
};

/// Result of one pass over one or more captures: bounded in size whatever their length.
struct TrafficSummary
{
    TrafficOptions options;
    std::string filter;
    std::vector<TraceSource> sources;
    std::int64_t first = 0; ///< time of the earliest packet; 0 without packets
    std::int64_t last = 0;
    PacketCounts packets;
    std::uint64_t wireBytes = 0;
    std::uint64_t ipBytes = 0;
    std::uint64_t payloadBytes = 0;
    std::vector<ProtocolTraffic> protocols; ///< by EtherType, then IP protocol
    std::vector<QueuePair> queuePairs; ///< by the time of the first packet
    std::vector<capture::IpAddress> addresses;
    std::vector<std::string> names = {}; ///< of nodes, by row of addresses; empty, or an empty element: the address
    std::vector<Flow> flows; ///< by the time of the first packet
    FlowBins bins;
    std::vector<Burst> bursts; ///< by flow, then time
    std::uint64_t burstsBeyondList = 0;
    SizeHistogram frameSizes; ///< wire bytes
    SizeHistogram payloadSizes; ///< of TCP and UDP
    TimeHistogram interArrivals; ///< between consecutive packets of a file
    std::array<PeakToMean, 4> peaks; ///< windows of 0.1, 1, 10 and 100 ms
    std::uint32_t largestFrame = 0; ///< wire bytes
    Issues issues;
};

} // namespace millrace::analysis
