// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/traffic_patterns.h"

#include "core/analysis/burst_detector.h"
#include "core/analysis/periodicity.h"
#include "core/analysis/traffic_views.h"
#include "core/report/number_format.h"

#include <fmt/format.h>

namespace millrace::report {

using namespace analysis;

namespace {

/// Nodes with relevant traffic: no multicast groups, no neighbour discovery.
std::vector<NodeTraffic> busyNodes(const TrafficSummary& summary)
{
    std::vector<NodeTraffic> nodes = nodesOf(summary);
    std::erase_if(nodes, [&](const NodeTraffic& node) {
        return (node.wireBytesSent + node.wireBytesReceived) * 1000 < summary.wireBytes;
    });
    return nodes;
}

double whenCounted(double value, std::int64_t count)
{
    return count > 0 ? value : unknown;
}

} // namespace

Table rateBurstTable(const TrafficSummary& summary)
{
    Table table{
        "Bursts of the rate",
        {{"node"},
         {"direction"},
         {"bursts", "", "", "as in Driple: from max(1 Mbit/s, 10 % of the 99th percentile) on, until below half of it"},
         {"burst_duration", "burst", "s", "mean length of a burst"},
         {"idle_duration", "idle", "s", "mean gap between bursts"},
         {"burst_consumption", "rate in bursts", "bit/s", "mean within bursts, weighted by time"},
         {"mean_peak", "mean peak", "bit/s", "of the busiest sample of each burst"},
         {"period", "burst + idle", "s"},
         {"duty_cycle", "share busy", "share", "burst / (burst + idle)"}},
        {}};
    table.keys = 2;
    for (const NodeTraffic& node : busyNodes(summary)) {
        for (const bool sent : {true, false}) {
            TrafficSelection selection;
            (sent ? selection.source : selection.destination) = node.address;
            const RateBursts bursts = rateBursts(seriesOf(summary, selection));
            const auto count = static_cast<std::int64_t>(bursts.bursts.size());
            table.rows.push_back({analysis::nodeText(summary, node.address), std::string(sent ? "sent" : "received"),
                                  static_cast<double>(count), whenCounted(bursts.burstDuration, count),
                                  whenCounted(bursts.idleDuration, count - 1),
                                  whenCounted(bursts.burstConsumption, count), whenCounted(bursts.meanPeak, count),
                                  whenCounted(bursts.period, count - 1), whenCounted(bursts.dutyCycle, count - 1)});
        }
    }
    return table;
}

Result<Table> periodTable(const TrafficSummary& summary, const JobContext& job)
{
    Table table{"Periods",
                {{"traffic"},
                 {"period", "", "s", "the fundamental; unknown: the traffic does not repeat, or too few times"},
                 {"strength", "", "", "mean autocorrelation at the multiples of the period"},
                 {"false_alarm", "by chance", "share", "probability that noise looks as periodic"}},
                {}};
    const auto add = [&](std::string name, const TrafficSelection& selection) -> Result<void> {
        MR_TRY(period, findPeriod(seriesOf(summary, selection), {}, {}, job));
        table.rows.push_back({std::move(name), period.found ? Cell(period.period) : Cell(),
                              period.found ? Cell(period.strength) : Cell(),
                              period.found ? Cell(period.falseAlarm) : Cell()});
        return {};
    };
    if (summary.packets.all == 0)
        return table;
    MR_CHECK(add("all", {}));
    for (const NodeTraffic& node : busyNodes(summary)) {
        TrafficSelection selection;
        selection.source = node.address;
        MR_CHECK(add("sent by " + analysis::nodeText(summary, node.address), selection));
    }
    return table;
}

} // namespace millrace::report
