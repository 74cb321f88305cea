// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/order_dependent_stats.h"

#include "core/base/floor_divide.h"
#include "core/capture/tunnel_header.h"

#include <algorithm>
#include <numeric>

namespace millrace::analysis {

using namespace capture;

namespace {

constexpr std::array<std::int64_t, 4> windows{100'000, 1'000'000, 10'000'000, 100'000'000};

} // namespace

void PeakMeter::advance(std::int64_t time)
{
    std::int64_t number = floorDivide(time, windows[0]);
    m_end = (number + 1) * windows[0];
    for (std::size_t i = 0; i < windows.size(); ++i) {
        if (number == m_window[i])
            return;
        m_peak[i] = std::max(m_peak[i], m_bytes[i]);
        if (i + 1 < windows.size())
            m_bytes[i + 1] += m_bytes[i];
        m_bytes[i] = 0;
        m_window[i] = number;
        number = floorDivide(number, 10);
    }
}

std::array<PeakToMean, 4> PeakMeter::peaks(std::int64_t first, std::int64_t last, std::uint64_t bytes) const
{
    std::array<PeakToMean, 4> result;
    std::uint64_t below = 0;
    for (std::size_t i = 0; i < windows.size(); ++i) {
        below += m_bytes[i];
        const double count = static_cast<double>(floorDivide(last, windows[i]))
            - static_cast<double>(floorDivide(first, windows[i])) + 1;
        result[i] = {windows[i], std::max(m_peak[i], below), static_cast<double>(bytes) / count};
    }
    return result;
}

void OrderDependentStats::addOdd(const Packet& packet)
{
    m_fragments += packet.has(packet_mark::fragment | packet_mark::moreFragments) ? 1 : 0;
    m_headersCut += packet.has(packet_mark::headersCut) ? 1 : 0;
    m_tunnelled += packet.has(packet_mark::tunnel) ? 1 : 0;
    if (packet.has(packet_mark::baseTransport))
        m_queuePairs.add(packet);
    if (packet.has(packet_mark::roce))
        m_roce[static_cast<std::size_t>(packet.network)].add(packet.wireBytes);
}

/// The whole EtherType, then its IP protocols.
void OrderDependentStats::appendIp(Network network, std::vector<ProtocolTraffic>& rows) const
{
    const std::uint32_t kind = frame_kind::of(network == Network::Ipv4 ? ether_type::ipv4 : ether_type::ipv6);
    const auto& protocols = m_kinds[static_cast<std::size_t>(network)];
    Tally all;
    for (const Tally& one : protocols) {
        all.packets += one.packets;
        all.wireBytes += one.wireBytes;
    }
    if (all.packets == 0)
        return;
    rows.push_back({kind, std::nullopt, false, all.packets, all.wireBytes});
    for (std::size_t number = 0; number < protocols.size(); ++number) {
        const Tally& one = protocols[number];
        if (one.packets == 0)
            continue;
        const auto protocol = static_cast<std::uint8_t>(number);
        rows.push_back({kind, protocol, false, one.packets, one.wireBytes});
        const Tally& roce = m_roce[static_cast<std::size_t>(network)];
        if (protocol == ip_protocol::udp && roce.packets > 0)
            rows.push_back({kind, protocol, true, roce.packets, roce.wireBytes});
    }
}

std::vector<ProtocolTraffic> OrderDependentStats::protocols() const
{
    std::vector<ProtocolTraffic> rows;
    appendIp(Network::Ipv4, rows);
    appendIp(Network::Ipv6, rows);
    if (const Tally& arp = m_kinds[static_cast<std::size_t>(Network::Arp)][0]; arp.packets > 0)
        rows.push_back({frame_kind::of(ether_type::arp), std::nullopt, false, arp.packets, arp.wireBytes});
    for (const auto& [kind, tally] : m_others)
        rows.push_back({kind, std::nullopt, false, tally.packets, tally.wireBytes});
    std::ranges::stable_sort(rows, {}, &ProtocolTraffic::kind);
    return rows;
}

void OrderDependentStats::fill(TrafficSummary& summary, const AddressBook& book) const
{
    const auto sum = [this](Network network) {
        const auto& kinds = m_kinds[static_cast<std::size_t>(network)];
        return std::accumulate(kinds.begin(), kinds.end(), std::uint64_t{0},
                               [](std::uint64_t all, const Tally& one) { return all + one.packets; });
    };
    const auto protocol = [this](std::uint8_t number) {
        return m_kinds[static_cast<std::size_t>(Network::Ipv4)][number].packets
            + m_kinds[static_cast<std::size_t>(Network::Ipv6)][number].packets;
    };
    PacketCounts& counts = summary.packets;
    counts.all = m_count;
    counts.ipv4 = sum(Network::Ipv4);
    counts.ipv6 = sum(Network::Ipv6);
    counts.arp = sum(Network::Arp);
    counts.otherNetwork = sum(Network::Other);
    counts.tcp = protocol(ip_protocol::tcp);
    counts.udp = protocol(ip_protocol::udp);
    for (const Tally& roce : m_roce)
        counts.roce += roce.packets;
    counts.otherProtocol = counts.ipv4 + counts.ipv6 - counts.tcp - counts.udp;
    counts.fragments = m_fragments;
    counts.headersCut = m_headersCut;
    counts.tunnelled = m_tunnelled;
    summary.protocols = protocols();
    summary.queuePairs = m_queuePairs.queuePairs(book, summary.addresses);
    if (m_queuePairs.beyond() > 0)
        summary.issues.push_back({"too-many-queue-pairs", Severity::Warning,
                                  static_cast<std::int64_t>(m_queuePairs.beyond()),
                                  "RoCEv2 packets of queue pairs beyond the first 65 536 are not in their table", ""});
    summary.first = m_first;
    summary.last = m_last;
    summary.frameSizes = m_frameSizes;
    summary.payloadSizes = m_payloadSizes;
    summary.interArrivals = m_interArrivals;
    summary.largestFrame = m_largest;
    summary.peaks = m_peaks.peaks(m_first, m_last, summary.wireBytes);
}

} // namespace millrace::analysis
