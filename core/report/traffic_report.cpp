// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/traffic_report.h"

#include "core/analysis/traffic_views.h"
#include "core/base/file_io.h"
#include "core/base/seconds.h"
#include "core/report/number_format.h"
#include "core/report/table_writers.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace millrace::report {

using namespace analysis;

namespace {

double number(std::uint64_t value)
{
    return static_cast<double>(value);
}

Cell knownCount(const std::optional<std::uint64_t>& value)
{
    return value ? Cell(number(*value)) : Cell();
}

/// The `most` with most bytes, largest first; 0: all, as they are.
template <typename Row, typename Bytes>
void keepLargest(std::vector<Row>& rows, std::size_t most, Table& table, Bytes bytes)
{
    if (most == 0)
        return;
    std::stable_sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) { return bytes(a) > bytes(b); });
    if (rows.size() <= most)
        return;
    table.notes.push_back(fmt::format("The {} with most bytes of {}.", most, rows.size()));
    rows.resize(most);
}

std::string linkTypeName(std::uint16_t type)
{
    static const std::map<std::uint16_t, const char*> names = {
        {0, "Null"},   {1, "Ethernet"}, {12, "raw IP"},    {14, "raw IP"},    {101, "raw IP"},
        {108, "Loop"}, {113, "SLL"},    {228, "raw IPv4"}, {229, "raw IPv6"}, {276, "SLL2"}};
    const auto known = names.find(type);
    return known == names.end() ? fmt::format("{}", type) : known->second;
}

double rateOf(std::uint64_t bytes, std::int64_t duration)
{
    return duration > 0 ? number(bytes) * 8 / seconds(duration) : unknown;
}

/// Of the packets between two nodes: unknown when none of them is TCP.
double share(std::uint64_t part, std::uint64_t whole)
{
    return whole == 0 ? unknown : number(part) / number(whole);
}

} // namespace

Table captureTable(const TrafficSummary& summary)
{
    Table table{"Captures",
                {{"file"},
                 {"format"},
                 {"interface"},
                 {"link", "link type"},
                 {"snap_length", "snap length", "", "bytes kept of a frame, as the file says; 0: all"},
                 {"size", "", "B"},
                 {"packets", "", "", "records, those that a filter left out included"},
                 {"filtered", "left out", "", "by the filter"},
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
                 knownCount(one.received), knownCount(one.droppedByKernel), seconds(source.clockOffset)});
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
    row("other frames", number(summary.packets.otherNetwork), "");
    row("fragments", number(summary.packets.fragments), "");
    row("headers cut", number(summary.packets.headersCut), "", "the snap length ends before the transport header");
    row("frame size, mean", summary.frameSizes.mean(), "B");
    row("largest frame", number(summary.largestFrame), "B",
        "above the MTU: segmentation offload was on, and packet statistics are those of bundles");
    row("distance of packets, median", summary.interArrivals.quantile(0.5) / 1e9, "s", "within 3.2 %");
    row("distance of packets, p99", summary.interArrivals.quantile(0.99) / 1e9, "s", "within 3.2 %");
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

Table pairTrafficTable(const TrafficSummary& summary, std::size_t most)
{
    Table table{
        "Pairs",
        {{"source"},
         {"destination"},
         {"flows"},
         {"packets"},
         {"wire_bytes", "bytes", "B", "wire bytes"},
         {"payload_bytes", "payload", "B", "of TCP and UDP, repetitions included"},
         {"rate", "mean rate", "bit/s", "wire bytes over the time from the first to the last packet of the pair"},
         {"first", "", "s", "since 1970-01-01T00:00:00Z", 4, false, true},
         {"last", "", "s", "since 1970-01-01T00:00:00Z", 4, false, true},
         {"retransmissions", "", "", "packets with data, SYN or FIN that had been seen before"},
         {"retransmitted", "share", "share", "retransmissions over packets"},
         {"out_of_order", "out of order"},
         {"rtt_min", "RTT min", "s", "as seen where the capture was made"},
         {"rtt_mean", "RTT mean", "s", "as seen where the capture was made"}},
        {}};
    table.keys = 2;
    std::vector<PairTraffic> pairs = pairsOf(summary);
    keepLargest(pairs, most, table, [](const PairTraffic& pair) { return pair.wireBytes; });
    for (const PairTraffic& pair : pairs)
        table.rows.push_back({analysis::nodeText(summary, pair.source), analysis::nodeText(summary, pair.destination),
                              number(pair.flows), number(pair.packets), number(pair.wireBytes),
                              number(pair.payloadBytes), rateOf(pair.wireBytes, pair.last - pair.first),
                              seconds(pair.first), seconds(pair.last), number(pair.retransmissions),
                              share(pair.retransmissions, pair.packets), number(pair.outOfOrder), pair.rttMinimum,
                              pair.rttMean});
    return table;
}

namespace {

std::vector<Column> flowColumns()
{
    return {{"source"},
            {"source_port", "port"},
            {"destination"},
            {"destination_port", "port"},
            {"protocol"},
            {"part", "", "", "the how manieth connection on these ports, from 0", 4, false, true},
            {"first", "begin", "s", "of the capture's first packet"},
            {"duration", "", "s", "from the first to the last packet"},
            {"packets"},
            {"wire_bytes", "bytes", "B", "wire bytes"},
            {"ip_bytes", "", "B", "by the IP headers", 4, false, true},
            {"payload_bytes", "payload", "B", "of TCP and UDP, repetitions included"},
            {"rate", "mean rate", "bit/s", "wire bytes over the duration"},
            {"bursts", "", "", "stretches without a gap longer than the burst gap"},
            {"syn", "", "", "", 4, false, true},
            {"fin", "", "", "", 4, false, true},
            {"rst", "", "", "", 4, false, true},
            {"retransmissions", "", "", "packets with data, SYN or FIN that had been seen before"},
            {"retransmitted_bytes", "", "B", "payload that had been seen before", 4, false, true},
            {"out_of_order", "out of order", "", "packets that came after a later one and had not been seen before"},
            {"duplicate_acks", "duplicate ACKs", "", "RFC 5681, section 2"},
            {"zero_windows", "zero windows"},
            {"rtt_samples", "RTT samples", "", "segments sent once and acknowledged exactly", 4, false, true},
            {"rtt_min", "RTT min", "s", "as seen where the capture was made"},
            {"rtt_mean", "RTT mean", "s", "as seen where the capture was made"},
            {"rtt_p99", "RTT p99", "s", "within 3.2 % beyond 64 samples"},
            {"rtt_max", "", "s", "", 4, false, true},
            {"first_time", "", "s", "since 1970-01-01T00:00:00Z", 4, false, true}};
}

std::vector<Cell> flowRow(const TrafficSummary& summary, const Flow& flow)
{
    const bool tcp = flow.protocol == capture::ip_protocol::tcp && summary.options.order;
    const auto order = [tcp](std::uint64_t value) { return tcp ? Cell(number(value)) : Cell(); };
    return {analysis::nodeText(summary, flow.source),
            number(flow.sourcePort),
            analysis::nodeText(summary, flow.destination),
            number(flow.destinationPort),
            protocolText(flow.protocol),
            number(flow.part),
            seconds(flow.first - summary.first),
            seconds(flow.duration()),
            number(flow.packets),
            number(flow.wireBytes),
            number(flow.ipBytes),
            number(flow.payloadBytes),
            rateOf(flow.wireBytes, flow.duration()),
            number(flow.bursts),
            number(flow.syns),
            number(flow.fins),
            number(flow.resets),
            order(flow.retransmissions),
            order(flow.retransmittedBytes),
            order(flow.outOfOrder),
            order(flow.duplicateAcks),
            order(flow.zeroWindows),
            order(flow.rttCount),
            flow.rttMinimum,
            flow.rttMean,
            flow.rttP99,
            flow.rttMaximum,
            seconds(flow.first)};
}

} // namespace

Table flowTable(const TrafficSummary& summary, std::size_t most)
{
    Table table{"Flows", flowColumns(), {}};
    table.keys = 5;
    std::vector<std::uint32_t> rows(summary.flows.size());
    std::iota(rows.begin(), rows.end(), 0u);
    keepLargest(rows, most, table, [&](std::uint32_t row) { return summary.flows[row].wireBytes; });
    for (const std::uint32_t row : rows)
        table.rows.push_back(flowRow(summary, summary.flows[row]));
    return table;
}

Table burstTable(const TrafficSummary& summary)
{
    Table table{"Bursts",
                {{"flow"},
                 {"begin", "", "s", "since the first packet of the capture"},
                 {"duration", "", "s"},
                 {"packets"},
                 {"wire_bytes", "bytes", "B", "wire bytes"},
                 {"gap_before", "gap before", "s", "since the burst before it of the same flow"}},
                {}};
    if (summary.burstsBeyondList > 0)
        table.notes.push_back(fmt::format("{} more are counted, but not listed.", summary.burstsBeyondList));
    const Burst* before = nullptr;
    for (const Burst& burst : summary.bursts) {
        const bool follows = before && before->flow == burst.flow;
        table.rows.push_back({flowText(summary, summary.flows[burst.flow]), seconds(burst.first - summary.first),
                              seconds(burst.last - burst.first), number(burst.packets), number(burst.wireBytes),
                              follows ? Cell(seconds(burst.first - before->last)) : Cell()});
        before = &burst;
    }
    return table;
}

Table peakTable(const TrafficSummary& summary)
{
    Table table{"Peak and mean of all traffic",
                {{"window", "", "s"},
                 {"peak", "largest rate", "bit/s", "of the windows, which begin at multiples of their length"},
                 {"mean", "mean rate", "bit/s", "of all windows, silent ones included"},
                 {"peak_to_mean", "peak to mean", "", "study A, A7.3"}},
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

Table packetSizeTable(const TrafficSummary& summary)
{
    Table table{"Packet sizes",
                {{"size", "", "B", "65 536 stands for all larger ones"},
                 {"frames", "", "", "with this length on the wire"},
                 {"frames_cdf", "share of frames not longer", "share"},
                 {"payloads", "", "", "of TCP and UDP with this length"},
                 {"payloads_cdf", "share of payloads not longer", "share"}},
                {}};
    const double frames = number(summary.frameSizes.total());
    const double payloads = number(summary.payloadSizes.total());
    double framesSoFar = 0, payloadsSoFar = 0;
    for (std::uint32_t size = 0; size <= SizeHistogram::largest; ++size) {
        const std::uint64_t frame = summary.frameSizes.count(size);
        const std::uint64_t payload = summary.payloadSizes.count(size);
        if (frame == 0 && payload == 0)
            continue;
        framesSoFar += number(frame);
        payloadsSoFar += number(payload);
        table.rows.push_back({number(size), number(frame), frames > 0 ? framesSoFar / frames : unknown, number(payload),
                              payloads > 0 ? payloadsSoFar / payloads : unknown});
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

Table flowSizeTable(const TrafficSummary& summary)
{
    Table table{"Flow sizes",
                {{"wire_bytes", "bytes", "B", "wire bytes of a flow"},
                 {"flows"},
                 {"pdf", "share of flows", "share"},
                 {"cdf", "share of flows not larger", "share"}},
                {}};
    std::map<std::uint64_t, std::uint64_t> sizes;
    for (const Flow& flow : summary.flows)
        ++sizes[flow.wireBytes];
    const double all = number(summary.flows.size());
    double soFar = 0;
    for (const auto& [size, count] : sizes) {
        soFar += number(count);
        table.rows.push_back({number(size), number(count), number(count) / all, soFar / all});
    }
    return table;
}

Table pairBinTable(const TrafficSummary& summary)
{
    Table table{"Rates",
                {{"source"},
                 {"destination"},
                 {"time", "begin", "s", "of the bin, since 1970-01-01T00:00:00Z"},
                 {"wire_bytes", "bytes", "B", "wire bytes in the bin"},
                 {"packets"}},
                {}};
    table.notes.push_back(fmt::format("Bins of {} ns; those without packets are left out.", summary.bins.width));
    for (const PairTraffic& pair : pairsOf(summary)) {
        const BinnedSeries series = seriesOf(summary, {pair.source, pair.destination, {}});
        for (std::size_t i = 0; i < series.size(); ++i)
            table.rows.push_back(
                {analysis::nodeText(summary, pair.source), analysis::nodeText(summary, pair.destination),
                 seconds(series.beginOf(series.index[i])), series.bytes[i], number(series.packets[i])});
    }
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
    std::vector<Table> tables{captureTable(summary),           trafficTotalsTable(summary),
                              nodeTrafficTable(summary, rows), pairTrafficTable(summary, rows),
                              flowTable(summary, rows),        peakTable(summary)};
    if (Table issues = trafficIssueTable(summary); !issues.rows.empty())
        tables.push_back(std::move(issues));
    return tables;
}

namespace {

using TableMaker = Table (*)(const TrafficSummary&);

Table allNodes(const TrafficSummary& summary)
{
    return nodeTrafficTable(summary);
}

Table allPairs(const TrafficSummary& summary)
{
    return pairTrafficTable(summary);
}

Table allFlows(const TrafficSummary& summary)
{
    return flowTable(summary);
}

const std::vector<std::pair<const char*, TableMaker>>& parts()
{
    static const std::vector<std::pair<const char*, TableMaker>> all = {{"captures", captureTable},
                                                                        {"totals", trafficTotalsTable},
                                                                        {"nodes", allNodes},
                                                                        {"pairs", allPairs},
                                                                        {"flows", allFlows},
                                                                        {"bursts", burstTable},
                                                                        {"peaks", peakTable},
                                                                        {"packet-sizes", packetSizeTable},
                                                                        {"distances", interArrivalTable},
                                                                        {"flow-sizes", flowSizeTable},
                                                                        {"issues", trafficIssueTable}};
    return all;
}

} // namespace

nlohmann::ordered_json trafficJson(const TrafficSummary& summary, bool bins)
{
    nlohmann::ordered_json json;
    json["format"] = "millrace-traffic";
    json["version"] = 1;
    json["filter"] = summary.filter;
    json["bin_width_ns"] = summary.bins.width;
    json["first_ns"] = summary.first;
    json["last_ns"] = summary.last;
    for (const auto& [name, make] : parts())
        json[name] = toJson(make(summary));
    if (bins)
        json["rates"] = toJson(pairBinTable(summary));
    return json;
}

Result<void> writeTrafficCsv(const TrafficSummary& summary, const std::filesystem::path& folder, const JobContext& job)
{
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed)
        return fail(ErrorCode::Io, fmt::format("the folder {} cannot be made: {}", folder.string(), failed.message()));
    const auto write = [&](const char* name, const Table& table) -> Result<void> {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "writing the tables was cancelled");
        return writeFileAtomically(folder / (std::string(name) + ".csv"), toCsv(table));
    };
    for (const auto& [name, make] : parts())
        MR_CHECK(write(name, make(summary)));
    return write("rates", pairBinTable(summary));
}

} // namespace millrace::report
