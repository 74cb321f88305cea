// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/step_report.h"

#include "core/analysis/traffic_views.h"
#include "core/base/seconds.h"

#include <fmt/format.h>

#include <algorithm>

namespace millrace::report {

using namespace analysis;

namespace {

std::string methodText(StepMethod method)
{
    switch (method) {
    case StepMethod::Volume: return "silences between equal volumes";
    case StepMethod::Gaps: return "silences at even distances";
    case StepMethod::Period: return "the period alone, without silences";
    case StepMethod::None: break;
    }
    return "none";
}

std::string verdictText(const StepDetection& found)
{
    if (found.method == StepMethod::None)
        return "no steps found: " + found.reason;
    return found.reliable ? "reliable" : "not reliable: " + found.doubt;
}

} // namespace

Table stepSummaryTable(const StepDetection& found, const JobFlows& flows)
{
    Table table{"Training steps", {{"quantity"}, {"value"}, {"how"}}, {}};
    const auto row = [&table](const char* name, Cell value, const char* how) {
        table.rows.push_back({std::string(name), std::move(value), std::string(how)});
    };
    row("result", verdictText(found), "");
    row("flows", jobFlowsText(flows), "flows whose traffic was divided into steps");
    if (found.method == StepMethod::None)
        return table;
    row("steps", static_cast<double>(found.steps.size()), "the first and the last may be cut by the capture");
    row("method", methodText(found.method), "what separates the steps");
    row("confidence", Quantity{found.confidence, "share"}, "the share below that the method rests on");
    row("period", Quantity{found.period, "s"}, "median distance of the begins of steps");
    row("period, lower quartile", Quantity{found.lowerQuartile, "s"}, "a quarter of the distances is shorter");
    row("period, upper quartile", Quantity{found.upperQuartile, "s"}, "a quarter of the distances is longer");
    row("volume", Quantity{found.volume, "B"}, "median wire bytes of a step");
    row("shortest silence", Quantity{found.gap, "s"}, "that separates steps");
    row("bytes in even steps", Quantity{found.quality.even, "share"}, "in steps within 25 % of the median volume");
    row("even distances", Quantity{found.quality.regular, "share"}, "within 25 % of the period");
    row("fit of the volume", Quantity{found.quality.contrast, "share"},
        "how much better than other volumes; 0: no better");
    row("cuts at long silences", Quantity{found.quality.separation, "share"},
        "cuts among as many of the longest silences");
    row("largest step", Quantity{found.quality.largestBytes, "share"}, "of the bytes");
    row("longest step", Quantity{found.quality.longestTime, "share"}, "of the time of all steps");
    if (!found.reliable)
        table.notes.push_back(fmt::format(
            "These steps are estimated: {}. Select the flows of the job, or use the log of the job.", found.doubt));
    return table;
}

Table stepTable(const TrafficSummary& summary, const StepDetection& found)
{
    Table table{"Steps",
                {{"step"},
                 {"begin", "", "s", "since the first packet of the capture"},
                 {"duration", "traffic for", "s", "from the first to the last busy bin"},
                 {"distance", "", "s", "since the start of the step before"},
                 {"wire_bytes", "bytes", "B", "wire bytes"},
                 {"packets"},
                 {"rate", "", "bit/s", "wire bytes over the duration"},
                 {"begin_time", "", "s", "since 1970-01-01 UTC", 4, false, true}},
                {}};
    for (std::size_t i = 0; i < found.steps.size(); ++i) {
        const TrafficStep& step = found.steps[i];
        const double duration = seconds(step.end - step.begin);
        table.rows.push_back({static_cast<double>(i + 1), seconds(step.begin - summary.first), duration,
                              i == 0 ? Cell() : Cell(seconds(step.begin - found.steps[i - 1].begin)), step.bytes,
                              static_cast<double>(step.packets),
                              duration > 0 ? Cell(step.bytes * 8 / duration) : Cell(), seconds(step.begin)});
    }
    return table;
}

Table stepFlowTable(const TrafficSummary& summary, const JobFlows& flows)
{
    Table table{"Flows of the steps",
                {{"flow"},
                 {"begin", "", "s", "since the first packet of the capture"},
                 {"duration", "", "s"},
                 {"packets"},
                 {"wire_bytes", "bytes", "B", "wire bytes"}},
                {}};
    std::vector<std::uint32_t> rows = flows.flows;
    std::ranges::stable_sort(rows, std::greater<>(), [&](std::uint32_t row) { return summary.flows[row].wireBytes; });
    for (const std::uint32_t row : rows) {
        const Flow& flow = summary.flows[row];
        table.rows.push_back({flowText(summary, flow), seconds(flow.first - summary.first), seconds(flow.duration()),
                              static_cast<double>(flow.packets), static_cast<double>(flow.wireBytes)});
    }
    return table;
}

} // namespace millrace::report
