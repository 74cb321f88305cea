// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/traffic_view.h"

#include "core/base/seconds.h"
#include "core/base/units.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>

namespace millrace::headless {

namespace {

using crosstraffic::Convention;
using report::Quantity;
using report::Table;

std::string shareText(double share)
{
    return fmt::format("{:g} %", share * 100);
}

/// Unit of the numbers in the row, for tables that show it in a separate column.
report::Column unitColumn()
{
    report::Column column{"unit"};
    column.forMachines = true;
    return column;
}

} // namespace

Table scheduleTable(const crosstraffic::FlowSchedule& schedule, const crosstraffic::SchedulePreview& preview)
{
    Table table{"Requested load", {{"figure"}, {"value"}, unitColumn()}, {}};
    const auto row = [&](const char* name, double value, const char* unit) {
        table.rows.push_back({std::string(name), Quantity{value, unit}, std::string(unit)});
    };
    const bool endless = std::ranges::any_of(schedule.flows, [](const auto& flow) { return flow.bytes == 0; });
    row("duration", seconds(schedule.duration), "s");
    row("flows", static_cast<double>(schedule.flows.size()), "");
    row("volume", endless ? NAN : static_cast<double>(schedule.bytes()), "B");
    row("mean rate", preview.meanBitsPerSecond, "bit/s");
    row("largest bin", preview.peakBitsPerSecond, "bit/s");
    row("bin", seconds(preview.bin), "s");
    row("variation of the gaps", preview.gapVariation, "");
    row("mean flow", preview.meanFlowBytes, "B");
    const auto& flags = preview.burstIndicator;
    const auto bursts = std::ranges::count_if(flags, [](double flag) { return flag >= 0.5; });
    row("bins that may be a burst",
        flags.empty() ? NAN : static_cast<double>(bursts) / static_cast<double>(flags.size()), "");
    if (schedule.flowBitsPerSecond > 0)
        row("pace of a flow", schedule.flowBitsPerSecond, "bit/s");
    if (!schedule.volumes.empty()) {
        const crosstraffic::VolumeFit worst = crosstraffic::worstFit(schedule.volumes);
        row("scale of the sizes", worst.scale, "");
        row("adjusted flows", static_cast<double>(worst.adjusted), "");
        row("adjusted bytes", worst.adjustedBytes, "B");
    }
    table.notes = schedule.flaws;
    return table;
}

Table volumeTable(const crosstraffic::FlowSchedule& schedule)
{
    Table table{"Exact volume",
                {{"source"}, {"flows"}, {"scale of the sizes"}, {"adjusted flows"}, {"adjusted bytes", "", "B"}},
                {}};
    for (std::size_t i = 0; i < schedule.volumes.size(); ++i) {
        const crosstraffic::VolumeFit& fit = schedule.volumes[i];
        table.rows.push_back({schedule.sources[i], static_cast<double>(fit.flows), fit.scale,
                              static_cast<double>(fit.adjusted), fit.adjustedBytes});
    }
    return table;
}

Table flowSizeTable(const crosstraffic::SchedulePreview& preview)
{
    Table table{"Sizes of the flows", {{"share of flows up to"}, {"size", "", "B"}}, {}};
    const auto& tail = preview.sizeTail;
    for (const double share : {0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1.0}) {
        const auto at = std::ranges::find_if(tail, [&](const auto& point) { return 1 - point.second > share - 1e-9; });
        const auto above = share == 0 || at == tail.begin() ? at : std::prev(at);
        if (!tail.empty())
            table.rows.push_back({shareText(share), (share == 1 ? tail.back() : *above).first});
    }
    return table;
}

Table binTable(const crosstraffic::SchedulePreview& preview)
{
    Table table{"Requested rate", {{"time", "", "s"}, {"rate", "", "bit/s"}, {"burst"}}, {}};
    for (std::size_t i = 0; i < preview.bitsPerSecond.size(); ++i)
        table.rows.push_back(
            {seconds(preview.bin) * static_cast<double>(i), preview.bitsPerSecond[i], preview.burstIndicator[i]});
    return table;
}

Table distributionTable(const crosstraffic::SizeDistribution& step, const crosstraffic::SizeDistribution& interpolated)
{
    Table table{"Sizes of flows", {{"figure"}, {"step"}, {"interpolated"}, unitColumn()}, {}};
    const auto row = [&](const std::string& name, double first, double second, const char* unit) {
        table.rows.push_back({name, Quantity{first, unit}, Quantity{second, unit}, std::string(unit)});
    };
    row("mean", step.mean(), interpolated.mean(), "B");
    row("variation", step.deviation() / step.mean(), interpolated.deviation() / interpolated.mean(), "");
    for (const double share : {0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1.0})
        row(shareText(share) + " of flows up to", step.quantile(share), interpolated.quantile(share), "B");
    return table;
}

Table flowTable(const crosstraffic::FlowSummary& summary)
{
    Table table{"Completion times of flows",
                {{"flows"},
                 {"number", "", "", "", 9},
                 {"mean", "", "s"},
                 {"median", "", "s"},
                 {"p95", "", "s"},
                 {"p99", "", "s"},
                 {"mean slowdown"},
                 {"p99 slowdown"}},
                {}};
    for (const auto& each : summary.classes)
        table.rows.push_back({each.name, static_cast<double>(each.flows), each.mean, each.median, each.p95, each.p99,
                              each.meanSlowdown, each.p99Slowdown});
    table.notes.push_back(
        fmt::format("{} flows completed, {} were cut by the end of the load, {} failed; {} acknowledged",
                    summary.completed, summary.cut, summary.failed, humanSize(static_cast<double>(summary.bytes))));
    table.notes.push_back(fmt::format("flows began {:.3g} ms (median) and {:.3g} ms (p99) from their planned start",
                                      summary.startErrorMedian * 1e3, summary.startErrorP99 * 1e3));
    return table;
}

} // namespace millrace::headless
