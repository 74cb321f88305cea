// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/traffic_report.h"

#include "core/analysis/traffic_views.h"
#include "core/base/seconds.h"
#include "core/report/traffic_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace millrace::report {

using namespace analysis;

namespace {

Cell knownCount(const std::optional<std::uint64_t>& value)
{
    return value ? Cell(number(*value)) : Cell();
}

std::string linkTypeName(std::uint16_t type)
{
    static const std::map<std::uint16_t, const char*> names = {
        {0, "Null"},   {1, "Ethernet"}, {12, "raw IP"},    {14, "raw IP"},    {101, "raw IP"},
        {108, "Loop"}, {113, "SLL"},    {228, "raw IPv4"}, {229, "raw IPv6"}, {276, "SLL2"}};
    const auto known = names.find(type);
    return known == names.end() ? fmt::format("{}", type) : known->second;
}

/// Meaning of a frame larger than usual; no capture file contains the MTU of the interface.
std::string largestFrameRemark(std::uint32_t bytes)
{
    constexpr std::uint32_t usual = 1522, jumbo = 9022;
    if (bytes <= usual)
        return "";
    if (bytes <= jumbo)
        return "above 1522 B (MTU 1500 with two VLAN tags): jumbo frames, or segmentation offload, with which packet "
               "statistics are those of bundles";
    return "above 9022 B (MTU 9000 with two VLAN tags): segmentation offload, unless of a loopback; packet statistics "
           "are those of bundles";
}

} // namespace

Table captureTable(const TrafficSummary& summary)
{
    Table table{"Captures",
                {{"file"},
                 {"format"},
                 {"interface"},
                 {"link", "link type"},
                 {"snap_length", "snap length", "", "bytes kept of a frame, from the file; 0: all"},
                 {"size", "", "B"},
                 {"packets", "", "", "records, those that a filter left out included"},
                 {"filtered", "left out", "", "by the filter"},
                 {"duplicates", "", "", "left out: another interface or capture had seen them before"},
                 {"received", "", "", "by the capturing program's own count"},
                 {"kernel_drops", "dropped by kernel", "", "by the capturing program's own count"},
                 {"clock_offset", "clock offset", "s", "added to its times"}},
                {}};
    for (const TraceSource& source : summary.sources) {
        const capture::CaptureInfo& info = source.info;
        for (const capture::CaptureInterface& one : info.interfaces) {
            const bool first = &one == &info.interfaces.front();
            table.rows.push_back(
                {source.file, std::string(info.format == capture::FileFormat::Pcap ? "pcap" : "pcapng"), one.name,
                 linkTypeName(one.linkType), number(one.snapLength), first ? Cell(number(source.fileBytes)) : Cell(),
                 first ? Cell(number(info.packets)) : Cell(), first ? Cell(number(info.filtered)) : Cell(),
                 first ? Cell(number(source.duplicates)) : Cell(), knownCount(one.received),
                 knownCount(one.droppedByKernel), seconds(source.clockOffset)});
        }
    }
    return table;
}

Table trafficTotalsTable(const TrafficSummary& summary)
{
    Table table{"Totals", {{"quantity"}, {"value"}, {"how"}}, {}};
    const auto row = [&table](const char* name, double value, const char* unit, std::string how = "") {
        table.rows.push_back({std::string(name), Quantity{value, unit}, std::move(how)});
    };
    const std::int64_t duration = summary.last - summary.first;
    row("packets", number(summary.packets.all), "");
    row("duration", seconds(duration), "s", "from the first to the last packet");
    row("wire bytes", number(summary.wireBytes), "B", "frames with their link headers, lengths on the wire");
    row("IP bytes", number(summary.ipBytes), "B", "by the IP headers");
    row("payload bytes", number(summary.payloadBytes), "B", "of TCP and UDP, repetitions included");
    row("mean rate", rateOf(summary.wireBytes, duration), "bit/s", "wire bytes over the duration");
    row("flows", number(summary.flows.size()), "", "directed, by addresses, ports and protocol");
    row("TCP packets", number(summary.packets.tcp), "");
    row("UDP packets", number(summary.packets.udp), "");
    row("RoCEv2 packets", number(summary.packets.roce), "", "UDP port 4791");
    row("other IP packets", number(summary.packets.otherProtocol), "");
    row("ARP packets", number(summary.packets.arp), "");
    row("other frames", number(summary.packets.otherNetwork), "", "by EtherType under Protocols");
    row("fragments", number(summary.packets.fragments), "");
    if (summary.options.tunnels)
        row("tunnelled packets", number(summary.packets.tunnelled), "", "flows are those within the tunnels");
    row("headers cut", number(summary.packets.headersCut), "", "the snap length ends before the transport header");
    row("frame size, mean", summary.frameSizes.mean(), "B");
    row("largest frame", number(summary.largestFrame), "B", largestFrameRemark(summary.largestFrame));
    row("distance of packets, median", summary.interArrivals.quantile(0.5) / 1e9, "s", "within 3.2 %");
    row("distance of packets, p99", summary.interArrivals.quantile(0.99) / 1e9, "s", "within 3.2 %");
    return table;
}

Table protocolTable(const TrafficSummary& summary)
{
    Table table{"Protocols",
                {{"protocol"},
                 {"ethertype", "EtherType", "", "inside VLAN tags; of decoded tunnels the inner one"},
                 {"ip_protocol", "IP protocol", "", "behind extension headers; none: all of the EtherType"},
                 {"packets"},
                 {"wire_bytes", "bytes", "B", "wire bytes"},
                 {"share", "share of bytes", "share"}},
                {}};
    std::map<std::uint32_t, std::uint64_t> bytesOfKind;
    std::uint64_t all = 0;
    for (const ProtocolTraffic& one : summary.protocols) {
        if (one.protocol)
            continue;
        bytesOfKind[one.kind] += one.wireBytes;
        all += one.wireBytes;
    }
    std::vector<ProtocolTraffic> rows = summary.protocols;
    std::ranges::stable_sort(rows, std::greater<>(), [&](const ProtocolTraffic& one) { return bytesOfKind[one.kind]; });
    for (const ProtocolTraffic& one : rows) {
        const std::uint16_t etherType = capture::frame_kind::etherType(one.kind);
        table.rows.push_back({protocolText(one), etherType < 1536 ? Cell() : Cell(fmt::format("{:#06x}", etherType)),
                              one.protocol ? Cell(static_cast<double>(*one.protocol)) : Cell(), number(one.packets),
                              number(one.wireBytes), all > 0 ? number(one.wireBytes) / number(all) : unknown});
    }
    return table;
}

Table nodeTrafficTable(const TrafficSummary& summary, std::size_t most)
{
    Table table{"Nodes",
                {{"node"},
                 {"packets_sent", "packets sent"},
                 {"bytes_sent", "bytes sent", "B", "wire bytes"},
                 {"packets_received", "packets received"},
                 {"bytes_received", "bytes received", "B", "wire bytes"}},
                {}};
    std::vector<NodeTraffic> nodes = nodesOf(summary);
    keepLargest(nodes, most, table,
                [](const NodeTraffic& node) { return node.wireBytesSent + node.wireBytesReceived; });
    for (const NodeTraffic& node : nodes)
        table.rows.push_back({analysis::nodeText(summary, node.address), number(node.packetsSent),
                              number(node.wireBytesSent), number(node.packetsReceived),
                              number(node.wireBytesReceived)});
    return table;
}

Table peakTable(const TrafficSummary& summary)
{
    Table table{"Peak and mean of all traffic",
                {{"window", "", "s"},
                 {"peak", "largest rate", "bit/s", "of the windows, which begin at multiples of their length"},
                 {"mean", "mean rate", "bit/s", "of all windows, silent ones included"},
                 {"peak_to_mean", "peak to mean", "", "largest rate ÷ mean rate"}},
                {}};
    for (const PeakToMean& peak : summary.peaks) {
        const bool ready = peak.window > 0 && !std::isnan(peak.meanBytes) && peak.meanBytes > 0;
        const double length = seconds(peak.window);
        table.rows.push_back({length, ready ? number(peak.peakBytes) * 8 / length : unknown,
                              ready ? peak.meanBytes * 8 / length : unknown,
                              ready ? number(peak.peakBytes) / peak.meanBytes : unknown});
    }
    return table;
}

Table interArrivalTable(const TrafficSummary& summary)
{
    Table table{"Distances of packets",
                {{"from", "", "s", "lower bound of the class"},
                 {"to", "", "s", "upper bound"},
                 {"packets"},
                 {"cdf", "share not longer", "share"}},
                {}};
    const TimeHistogram& times = summary.interArrivals;
    const double total = number(times.total());
    double soFar = 0;
    for (int one = 0; one < TimeHistogram::classes; ++one) {
        if (times.count(one) == 0)
            continue;
        soFar += number(times.count(one));
        table.rows.push_back({TimeHistogram::lowerBound(one) / 1e9, TimeHistogram::lowerBound(one + 1) / 1e9,
                              number(times.count(one)), soFar / total});
    }
    if (times.negative() > 0)
        table.notes.push_back(
            fmt::format("{} packets are older than the one before them in their file.", times.negative()));
    return table;
}

Table trafficIssueTable(const TrafficSummary& summary)
{
    Table table{"Damage and oddities", {{"file"}, {"kind"}, {"count"}, {"what"}, {"where"}}, {}};
    const auto add = [&table](const std::string& file, const Issue& issue) {
        table.rows.push_back({file, issue.kind, static_cast<double>(issue.count), issue.example, issue.where});
    };
    for (const TraceSource& source : summary.sources)
        for (const Issue& issue : source.info.issues)
            add(source.file, issue);
    for (const Issue& issue : summary.issues)
        add("", issue);
    return table;
}

std::vector<Table> trafficOverview(const TrafficSummary& summary, std::size_t rows)
{
    std::vector<Table> tables{captureTable(summary),
                              trafficTotalsTable(summary),
                              protocolTable(summary),
                              nodeTrafficTable(summary, rows),
                              pairTrafficTable(summary, rows),
                              flowTable(summary, rows),
                              peakTable(summary)};
    if (!summary.queuePairs.empty())
        tables.push_back(queuePairTable(summary));
    if (Table issues = trafficIssueTable(summary); !issues.rows.empty())
        tables.push_back(std::move(issues));
    return tables;
}

} // namespace millrace::report
