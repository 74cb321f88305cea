// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/traffic_views.h"

#include "core/base/unknown.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace millrace::analysis {

namespace {

double smaller(double a, double b)
{
    if (std::isnan(a))
        return b;
    return std::isnan(b) ? a : std::min(a, b);
}

void addFlow(PairTraffic& pair, const Flow& flow, bool ordered, double& rttSum, std::uint64_t& rttCount)
{
    pair.first = pair.flows == 0 ? flow.first : std::min(pair.first, flow.first);
    pair.last = pair.flows == 0 ? flow.last : std::max(pair.last, flow.last);
    pair.rttMinimum = pair.flows == 0 ? flow.rttMinimum : smaller(pair.rttMinimum, flow.rttMinimum);
    ++pair.flows;
    pair.packets += flow.packets;
    pair.wireBytes += flow.wireBytes;
    pair.ipBytes += flow.ipBytes;
    pair.payloadBytes += flow.payloadBytes;
    pair.orderedPackets += ordered ? flow.packets : 0;
    pair.retransmissions += flow.retransmissions;
    pair.outOfOrder += flow.outOfOrder;
    if (flow.rttCount > 0) {
        rttSum += flow.rttMean * static_cast<double>(flow.rttCount);
        rttCount += flow.rttCount;
    }
}

std::string endText(std::string_view name, std::uint16_t port, bool ports)
{
    if (!ports)
        return std::string(name);
    const bool isV6 = name.find(':') != std::string_view::npos;
    return isV6 ? fmt::format("[{}]:{}", name, port) : fmt::format("{}:{}", name, port);
}

/// Adds sorted rows of bins, one run per flow, to one series.
class SeriesSum
{
public:
    explicit SeriesSum(const FlowBins& bins) : m_bins(bins) { }

    void add(std::size_t flow)
    {
        const std::uint64_t from = m_bins.begin[flow];
        const std::uint64_t to = m_bins.begin[flow + 1];
        for (std::uint64_t row = from; row < to; ++row)
            m_rows.push_back({m_bins.index[row], m_bins.packets[row], static_cast<double>(m_bins.wireBytes[row])});
        // Runs are merged now and then, so that the rows never exceed twice the result.
        if (m_rows.size() > 2 * m_merged + 65'536)
            merge();
    }

    BinnedSeries finish()
    {
        merge();
        BinnedSeries series;
        series.start = m_bins.start;
        series.width = m_bins.width;
        series.index.reserve(m_rows.size());
        for (const Row& row : m_rows) {
            series.index.push_back(row.index);
            series.bytes.push_back(row.bytes);
            series.packets.push_back(row.packets);
        }
        return series;
    }

private:
    struct Row
    {
        std::uint32_t index;
        std::uint32_t packets;
        double bytes;
    };

    void merge()
    {
        std::sort(m_rows.begin(), m_rows.end(), [](const Row& a, const Row& b) { return a.index < b.index; });
        std::size_t kept = 0;
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            if (kept > 0 && m_rows[kept - 1].index == m_rows[i].index) {
                m_rows[kept - 1].packets += m_rows[i].packets;
                m_rows[kept - 1].bytes += m_rows[i].bytes;
            } else {
                m_rows[kept++] = m_rows[i];
            }
        }
        m_rows.resize(kept);
        m_merged = kept;
    }

    const FlowBins& m_bins;
    std::vector<Row> m_rows;
    std::size_t m_merged = 0;
};

} // namespace

std::vector<PairTraffic> pairsOf(const TrafficSummary& summary)
{
    struct Sums
    {
        PairTraffic pair;
        double rttSum = 0;
        std::uint64_t rttCount = 0;
    };
    std::map<std::pair<std::uint32_t, std::uint32_t>, Sums> sums;
    for (const Flow& flow : summary.flows) {
        Sums& sum = sums[{flow.source, flow.destination}];
        sum.pair.source = flow.source;
        sum.pair.destination = flow.destination;
        addFlow(sum.pair, flow, hasOrder(summary, flow), sum.rttSum, sum.rttCount);
    }
    std::vector<PairTraffic> pairs;
    pairs.reserve(sums.size());
    for (auto& [ends, sum] : sums) {
        sum.pair.rttMean = sum.rttCount > 0 ? sum.rttSum / static_cast<double>(sum.rttCount) : unknown;
        pairs.push_back(sum.pair);
    }
    std::sort(pairs.begin(), pairs.end(), [&](const PairTraffic& a, const PairTraffic& b) {
        return std::tie(summary.addresses[a.source], summary.addresses[a.destination])
            < std::tie(summary.addresses[b.source], summary.addresses[b.destination]);
    });
    return pairs;
}

std::vector<NodeTraffic> nodesOf(const TrafficSummary& summary)
{
    std::vector<NodeTraffic> nodes(summary.addresses.size());
    for (std::uint32_t row = 0; row < nodes.size(); ++row)
        nodes[row].address = row;
    for (const Flow& flow : summary.flows) {
        nodes[flow.source].packetsSent += flow.packets;
        nodes[flow.source].wireBytesSent += flow.wireBytes;
        nodes[flow.destination].packetsReceived += flow.packets;
        nodes[flow.destination].wireBytesReceived += flow.wireBytes;
    }
    std::sort(nodes.begin(), nodes.end(), [&](const NodeTraffic& a, const NodeTraffic& b) {
        return summary.addresses[a.address] < summary.addresses[b.address];
    });
    return nodes;
}

std::vector<std::uint32_t> flowsOf(const TrafficSummary& summary, const TrafficSelection& selection)
{
    std::vector<std::uint32_t> rows;
    const auto fits = [&](std::uint32_t row) {
        const Flow& flow = summary.flows[row];
        return (!selection.source || flow.source == *selection.source)
            && (!selection.destination || flow.destination == *selection.destination);
    };
    if (!selection.flows.empty()) {
        std::copy_if(selection.flows.begin(), selection.flows.end(), std::back_inserter(rows),
                     [&](std::uint32_t row) { return row < summary.flows.size() && fits(row); });
        return rows;
    }
    for (std::uint32_t row = 0; row < summary.flows.size(); ++row)
        if (fits(row))
            rows.push_back(row);
    return rows;
}

BinnedSeries seriesOf(const TrafficSummary& summary, const TrafficSelection& selection)
{
    SeriesSum sum(summary.bins);
    if (summary.bins.begin.empty())
        return sum.finish();
    for (const std::uint32_t flow : flowsOf(summary, selection))
        sum.add(flow);
    if (!selection.source && !selection.destination && selection.flows.empty())
        sum.add(summary.flows.size());
    return sum.finish();
}

bool hasOrder(const TrafficSummary& summary, const Flow& flow) noexcept
{
    return flow.protocol == capture::ip_protocol::tcp && summary.options.order;
}

std::string_view protocolName(std::uint8_t protocol) noexcept
{
    switch (protocol) {
    case capture::ip_protocol::icmp: return "ICMP";
    case 2: return "IGMP";
    case capture::ip_protocol::ipv4: return "IPv4-in-IP";
    case capture::ip_protocol::tcp: return "TCP";
    case capture::ip_protocol::udp: return "UDP";
    case capture::ip_protocol::ipv6: return "IPv6-in-IP";
    case capture::ip_protocol::gre: return "GRE";
    case 50: return "ESP";
    case capture::ip_protocol::icmp6: return "ICMPv6";
    case 89: return "OSPF";
    case 103: return "PIM";
    case 112: return "VRRP";
    case 132: return "SCTP";
    default: return {};
    }
}

std::string nodeText(const TrafficSummary& summary, std::uint32_t address)
{
    const bool named = address < summary.names.size() && !summary.names[address].empty();
    return named ? summary.names[address] : summary.addresses[address].text();
}

std::string protocolText(std::uint8_t protocol)
{
    const std::string_view name = protocolName(protocol);
    return name.empty() ? fmt::format("IP {}", protocol) : std::string(name);
}

std::string protocolText(const Flow& flow)
{
    const bool roce = flow.protocol == capture::ip_protocol::udp
        && (flow.sourcePort == capture::rocePort || flow.destinationPort == capture::rocePort);
    return roce ? "RoCEv2" : protocolText(flow.protocol);
}

namespace {

std::string llcText(std::uint16_t destination)
{
    switch (destination) {
    case 0x42: return "LLC / STP";
    case 0xaa: return "LLC / SNAP";
    case 0xfe: return "LLC / IS-IS";
    default: return "LLC";
    }
}

std::string macControlText(std::uint16_t opcode)
{
    if (opcode == capture::frame_kind::pause)
        return "pause";
    return opcode == capture::frame_kind::priorityPause ? "PFC pause" : "MAC control";
}

} // namespace

std::string frameKindText(std::uint32_t kind)
{
    static const std::map<std::uint16_t, const char*> names = {
        {0x0000, "not decoded"}, {0x0800, "IPv4"},   {0x0806, "ARP"},    {0x8100, "VLAN"},
        {0x86dd, "IPv6"},        {0x8809, "LACP"},   {0x8847, "MPLS"},   {0x8848, "MPLS multicast"},
        {0x8863, "PPPoE"},       {0x8864, "PPPoE"},  {0x888e, "EAPOL"},  {0x88a8, "QinQ"},
        {0x88cc, "LLDP"},        {0x88e5, "MACsec"}, {0x88f7, "PTP"},    {0x8902, "CFM"},
        {0x8906, "FCoE"},        {0x8914, "FIP"},    {0x8915, "RoCEv1"}, {0x9100, "QinQ"}};
    const std::uint16_t etherType = capture::frame_kind::etherType(kind);
    const std::uint16_t detail = capture::frame_kind::detail(kind);
    if (etherType == capture::frame_kind::llc)
        return llcText(detail);
    if (etherType == capture::frame_kind::macControl)
        return macControlText(detail);
    const auto known = names.find(etherType);
    return known == names.end() ? fmt::format("EtherType {:#06x}", etherType) : known->second;
}

std::string protocolText(const ProtocolTraffic& traffic)
{
    std::string text = frameKindText(traffic.kind);
    if (traffic.protocol)
        text += " / " + protocolText(*traffic.protocol);
    return traffic.roce ? text + " / RoCEv2" : text;
}

std::string flowText(const TrafficSummary& summary, const Flow& flow)
{
    return flowText(flow, nodeText(summary, flow.source), nodeText(summary, flow.destination));
}

std::string flowText(const Flow& flow, std::string_view source, std::string_view destination)
{
    const bool ports = flow.protocol == capture::ip_protocol::tcp || flow.protocol == capture::ip_protocol::udp;
    return fmt::format("{} → {} {}", endText(source, flow.sourcePort, ports),
                       endText(destination, flow.destinationPort, ports), protocolText(flow));
}

} // namespace millrace::analysis
