// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/flow_columns.h"
#include "core/analysis/traffic_views.h"
#include "core/report/traffic_parts.h"
#include "core/report/traffic_report.h"

#include <fmt/format.h>

#include <map>
#include <numeric>

namespace millrace::report {

using namespace analysis;

namespace {

const char* unitOf(ValueKind kind)
{
    switch (kind) {
    case ValueKind::Bytes: return "B";
    case ValueKind::Time:
    case ValueKind::Instant:
    case ValueKind::Duration:
    case ValueKind::Latency: return "s";
    case ValueKind::Rate: return "bit/s";
    case ValueKind::Share: return "share";
    case ValueKind::Text:
    case ValueKind::Number:
    case ValueKind::Count: break;
    }
    return "";
}

Table flowHead()
{
    Table table{"Flows", {}, {}};
    for (int i = 0; i < flowColumnCount; ++i) {
        const FlowColumnInfo& info = flowColumn(static_cast<FlowColumn>(i));
        table.columns.push_back({info.id, info.label, unitOf(info.kind), info.how, 4, false, info.detail});
    }
    table.keys = 5;
    return table;
}

Cell flowCell(const TrafficSummary& summary, const Flow& flow, FlowColumn column)
{
    const ValueKind kind = flowColumn(column).kind;
    if (!flowKnows(summary, flow, column))
        return {};
    if (isReal(kind))
        return flowReal(flow, column);
    switch (kind) {
    case ValueKind::Text: return flowCellText(summary, flow, column);
    case ValueKind::Time: return seconds(flowInteger(flow, column) - summary.first);
    case ValueKind::Instant:
    case ValueKind::Duration: return seconds(flowInteger(flow, column));
    default: return static_cast<double>(flowInteger(flow, column));
    }
}

std::vector<Cell> flowRow(const TrafficSummary& summary, const Flow& flow)
{
    std::vector<Cell> row;
    row.reserve(flowColumnCount);
    for (int i = 0; i < flowColumnCount; ++i)
        row.push_back(flowCell(summary, flow, static_cast<FlowColumn>(i)));
    return row;
}

} // namespace

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
         {"retransmissions", "", "", "TCP packets with data, SYN or FIN that had been seen before"},
         {"retransmitted", "share", "share", "retransmissions over TCP packets"},
         {"out_of_order", "out of order", "", "of TCP"},
         {"rtt_min", "RTT min", "s", "as seen where the capture was made"},
         {"rtt_mean", "RTT mean", "s", "as seen where the capture was made"}},
        {}};
    table.keys = 2;
    std::vector<PairTraffic> pairs = pairsOf(summary);
    keepLargest(pairs, most, table, [](const PairTraffic& pair) { return pair.wireBytes; });
    for (const PairTraffic& pair : pairs) {
        const bool ordered = pair.orderedPackets > 0;
        table.rows.push_back({analysis::nodeText(summary, pair.source), analysis::nodeText(summary, pair.destination),
                              number(pair.flows), number(pair.packets), number(pair.wireBytes),
                              number(pair.payloadBytes), rateOf(pair.wireBytes, pair.last - pair.first),
                              seconds(pair.first), seconds(pair.last),
                              ordered ? Cell(number(pair.retransmissions)) : Cell(),
                              ordered ? Cell(number(pair.retransmissions) / number(pair.orderedPackets)) : Cell(),
                              ordered ? Cell(number(pair.outOfOrder)) : Cell(), pair.rttMinimum, pair.rttMean});
    }
    return table;
}

Table queuePairTable(const TrafficSummary& summary)
{
    Table table{"RoCEv2 queue pairs",
                {{"source"},
                 {"destination"},
                 {"queue_pair", "queue pair", "", "of the destination"},
                 {"first", "begin", "s", "first packet, since the capture's first packet"},
                 {"duration", "", "s", "from the first to the last packet"},
                 {"packets"},
                 {"wire_bytes", "bytes", "B", "wire bytes"},
                 {"rate", "mean rate", "bit/s", "wire bytes over the duration"},
                 {"gaps", "PSN gaps", "", "places where packet sequence numbers were skipped"},
                 {"missing", "PSNs missing", "", "numbers skipped in the gaps"},
                 {"repeated", "repeated", "", "packets with a number below the next one: sent again, or late"},
                 {"acks", "ACK", "", "acknowledgements, negative ones included"},
                 {"naks", "NAK"},
                 {"rnr_naks", "RNR NAK", "", "the receiver had no buffer"},
                 {"cnps", "CNP", "", "congestion notification packets"},
                 {"ce", "CE", "", "packets marked as having met congestion"}},
                {}};
    table.keys = 3;
    for (const QueuePair& pair : summary.queuePairs)
        table.rows.push_back({analysis::nodeText(summary, pair.source), analysis::nodeText(summary, pair.destination),
                              number(pair.number), seconds(pair.first - summary.first), seconds(pair.last - pair.first),
                              number(pair.packets), number(pair.wireBytes),
                              rateOf(pair.wireBytes, pair.last - pair.first), number(pair.gaps), number(pair.missing),
                              number(pair.repeated), number(pair.acknowledgements), number(pair.negative),
                              number(pair.notReady), number(pair.notifications), number(pair.ce)});
    return table;
}

Table flowTable(const TrafficSummary& summary, std::size_t most)
{
    Table table = flowHead();
    std::vector<std::uint32_t> rows(summary.flows.size());
    std::iota(rows.begin(), rows.end(), 0u);
    keepLargest(rows, most, table, [&](std::uint32_t row) { return summary.flows[row].wireBytes; });
    for (const std::uint32_t row : rows)
        table.rows.push_back(flowRow(summary, summary.flows[row]));
    return table;
}

TableStream flowStream(const TrafficSummary& summary)
{
    return {flowHead(), [&summary](const RowSink& sink) {
                for (const Flow& flow : summary.flows)
                    if (!sink(flowRow(summary, flow)))
                        return;
            }};
}

TableStream burstStream(const TrafficSummary& summary)
{
    Table head{"Bursts",
               {{"flow"},
                {"begin", "", "s", "since the first packet of the capture"},
                {"duration", "", "s"},
                {"packets"},
                {"wire_bytes", "bytes", "B", "wire bytes"},
                {"gap_before", "gap before", "s", "since the burst before it of the same flow"}},
               {}};
    if (summary.burstsBeyondList > 0)
        head.notes.push_back(fmt::format("{} more are counted, but not listed.", summary.burstsBeyondList));
    return {std::move(head), [&summary](const RowSink& sink) {
                const Burst* before = nullptr;
                std::string name;
                for (const Burst& burst : summary.bursts) {
                    const bool follows = before && before->flow == burst.flow;
                    if (!follows)
                        name = flowText(summary, summary.flows[burst.flow]);
                    if (!sink({name, seconds(burst.first - summary.first), seconds(burst.last - burst.first),
                               number(burst.packets), number(burst.wireBytes),
                               follows ? Cell(seconds(burst.first - before->last)) : Cell()}))
                        return;
                    before = &burst;
                }
            }};
}

TableStream packetSizeStream(const TrafficSummary& summary)
{
    Table head{"Packet sizes",
               {{"size", "", "B", "65 536 includes all larger ones"},
                {"frames", "", "", "with this length on the wire"},
                {"frames_cdf", "share of frames not longer", "share"},
                {"payloads", "", "", "of TCP and UDP with this length"},
                {"payloads_cdf", "share of payloads not longer", "share"}},
               {}};
    return {std::move(head), [&summary](const RowSink& sink) {
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
                    if (!sink({number(size), number(frame), frames > 0 ? framesSoFar / frames : unknown,
                               number(payload), payloads > 0 ? payloadsSoFar / payloads : unknown}))
                        return;
                }
            }};
}

TableStream flowSizeStream(const TrafficSummary& summary)
{
    Table head{"Flow sizes",
               {{"wire_bytes", "bytes", "B", "wire bytes of a flow"},
                {"flows"},
                {"pdf", "share of flows", "share"},
                {"cdf", "share of flows not larger", "share"}},
               {}};
    return {std::move(head), [&summary](const RowSink& sink) {
                std::map<std::uint64_t, std::uint64_t> sizes;
                for (const Flow& flow : summary.flows)
                    ++sizes[flow.wireBytes];
                const double all = number(summary.flows.size());
                double soFar = 0;
                for (const auto& [size, count] : sizes) {
                    soFar += number(count);
                    if (!sink({number(size), number(count), number(count) / all, soFar / all}))
                        return;
                }
            }};
}

namespace {

/// The flows of each pair, in the order of pairsOf().
std::vector<std::vector<std::uint32_t>> flowsOfPairs(const TrafficSummary& summary,
                                                     const std::vector<PairTraffic>& pairs)
{
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> numbers;
    for (std::size_t i = 0; i < pairs.size(); ++i)
        numbers.emplace(std::pair(pairs[i].source, pairs[i].destination), i);
    std::vector<std::vector<std::uint32_t>> flows(pairs.size());
    for (std::uint32_t row = 0; row < summary.flows.size(); ++row)
        flows[numbers.at({summary.flows[row].source, summary.flows[row].destination})].push_back(row);
    return flows;
}

/// The bins of a single flow are sorted already: nothing to add up.
bool giveBins(const TrafficSummary& summary, std::uint32_t flow, const auto& give)
{
    const FlowBins& bins = summary.bins;
    for (std::uint64_t row = bins.begin[flow]; row < bins.begin[flow + 1];) {
        std::uint64_t bytes = 0, packets = 0;
        const std::uint32_t index = bins.index[row];
        for (; row < bins.begin[flow + 1] && bins.index[row] == index; ++row) {
            bytes += bins.wireBytes[row];
            packets += bins.packets[row];
        }
        if (!give(bins.start + std::int64_t{index} * bins.width, number(bytes), number(packets)))
            return false;
    }
    return true;
}

bool giveBins(const BinnedSeries& series, const auto& give)
{
    for (std::size_t i = 0; i < series.size(); ++i)
        if (!give(series.beginOf(series.index[i]), series.bytes[i], number(series.packets[i])))
            return false;
    return true;
}

} // namespace

TableStream pairBinStream(const TrafficSummary& summary)
{
    Table head{"Rates",
               {{"source"},
                {"destination"},
                {"time", "begin", "s", "of the bin, since 1970-01-01T00:00:00Z"},
                {"wire_bytes", "bytes", "B", "wire bytes in the bin"},
                {"packets"}},
               {}};
    head.notes.push_back(fmt::format("Bins of {} ns; those without packets are left out.", summary.bins.width));
    return {std::move(head), [&summary](const RowSink& sink) {
                const std::vector<PairTraffic> pairs = pairsOf(summary);
                const auto flows = flowsOfPairs(summary, pairs);
                for (std::size_t i = 0; i < pairs.size(); ++i) {
                    const std::string source = analysis::nodeText(summary, pairs[i].source);
                    const std::string destination = analysis::nodeText(summary, pairs[i].destination);
                    const auto give = [&](std::int64_t begin, double bytes, double packets) {
                        return sink({source, destination, seconds(begin), bytes, packets});
                    };
                    const bool wanted = flows[i].size() == 1
                        ? giveBins(summary, flows[i].front(), give)
                        : giveBins(seriesOf(summary, {std::nullopt, std::nullopt, flows[i]}), give);
                    if (!wanted)
                        return;
                }
            }};
}

} // namespace millrace::report
