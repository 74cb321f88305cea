// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/plot_series.h"

#include <QCoreApplication>

#include <algorithm>

namespace millrace::ui {
namespace {

using Kind = TraceFocus::Kind;

struct PlotSeriesText
{
    Q_DECLARE_TR_FUNCTIONS(PlotSeries)
};

/// Line before its bins are summed.
struct Line
{
    QString name;
    std::vector<std::uint32_t> flows; ///< ascending
    std::uint64_t bytes = 0;
};

void add(Line& line, const Trace& trace, std::uint32_t flow)
{
    line.flows.push_back(flow);
    line.bytes += trace.summary.flows[flow].wireBytes;
}

std::vector<Line> flowLines(const Trace& trace, const FlowMask& mask)
{
    std::vector<Line> lines;
    for (std::uint32_t flow = 0; flow < mask.size(); ++flow)
        if (mask[flow] != 0)
            lines.push_back({{}, {flow}, trace.summary.flows[flow].wireBytes});
    return lines;
}

std::vector<Line> pairLines(const Trace& trace, const FlowMask& mask)
{
    std::vector<Line> lines(trace.pairs.size());
    for (std::uint32_t flow = 0; flow < mask.size(); ++flow)
        if (mask[flow] != 0 && trace.pairOfFlow[flow] < lines.size())
            add(lines[trace.pairOfFlow[flow]], trace, flow);
    for (std::uint32_t pair = 0; pair < lines.size(); ++pair)
        if (!lines[pair].flows.empty())
            lines[pair].name = pairName(trace, pair);
    return lines;
}

/// Returns two lines for each node: sent and received traffic.
std::vector<Line> nodeLines(const Trace& trace, const FlowMask& mask, const std::vector<std::uint32_t>* only)
{
    const std::size_t count = trace.addresses.size();
    std::vector<std::uint8_t> wanted(count, only ? 0 : 1);
    if (only)
        for (const std::uint32_t node : *only)
            wanted[trace.nodes[node].address] = 1;
    std::vector<Line> lines(2 * count);
    for (std::uint32_t flow = 0; flow < mask.size(); ++flow) {
        if (mask[flow] == 0)
            continue;
        const analysis::Flow& one = trace.summary.flows[flow];
        if (wanted[one.source] != 0)
            add(lines[2 * one.source], trace, flow);
        if (wanted[one.destination] != 0)
            add(lines[2 * one.destination + 1], trace, flow);
    }
    for (std::size_t node = 0; node < count; ++node) {
        lines[2 * node].name = PlotSeriesText::tr("%1 sends").arg(trace.names[node]);
        lines[2 * node + 1].name = PlotSeriesText::tr("%1 receives").arg(trace.names[node]);
    }
    return lines;
}

void keepLargest(std::vector<Line>& lines)
{
    std::erase_if(lines, [](const Line& line) { return line.flows.empty(); });
    std::ranges::stable_sort(lines, std::ranges::greater(), &Line::bytes);
    if (lines.size() > mostPlotLines)
        lines.resize(mostPlotLines);
}

std::vector<Line> linesFor(const Trace& trace, const TraceFocus& focus, PlotLines lines)
{
    const bool selected = focus.kind != Kind::None;
    TraceFocus narrowed = focus;
    if (focus.kind == Kind::Nodes)
        narrowed.kind = Kind::None; // a node's lines include the flows that begin or end there
    const FlowMask mask = flowsInFocus(trace, narrowed, Kind::None);
    std::vector<Line> found;
    if (selected ? focus.kind == Kind::Nodes : lines == PlotLines::Nodes)
        found = nodeLines(trace, mask, selected ? &focus.rows : nullptr);
    else if (selected ? focus.kind == Kind::Pairs : lines == PlotLines::Pairs)
        found = pairLines(trace, mask);
    else if (selected || lines == PlotLines::Flows)
        found = flowLines(trace, mask);
    keepLargest(found);
    for (Line& line : found)
        if (line.name.isEmpty())
            line.name = flowName(trace, line.flows.front());
    return found;
}

Line totalLine(const Trace& trace, const TraceFocus& focus)
{
    Line total;
    total.name = focus.only ? PlotSeriesText::tr("All shown flows") : PlotSeriesText::tr("All traffic");
    const FlowMask mask = flowsInFocus(trace, focus, focus.kind);
    for (std::uint32_t flow = 0; flow < mask.size(); ++flow)
        if (mask[flow] != 0)
            total.flows.push_back(flow);
    return total;
}

} // namespace

std::vector<TimelineSeries> plotSeries(const Trace& trace, const TraceFocus& focus, const PlotChoice& choice,
                                       const JobContext& job)
{
    std::vector<Line> lines{totalLine(trace, focus)};
    for (Line& line : linesFor(trace, focus, choice.lines))
        lines.push_back(std::move(line));
    std::vector<TimelineSeries> series;
    for (Line& line : lines) {
        if (job.cancelled())
            return {};
        // Packets without a flow count in all traffic.
        if (line.flows.empty() && (focus.only || !series.empty()))
            continue;
        analysis::TrafficSelection selection;
        if (line.flows.size() < trace.summary.flows.size())
            selection.flows = std::move(line.flows);
        auto source = std::make_shared<TrafficSeries>(analysis::seriesOf(trace.summary, selection), trace.range(),
                                                      choice.unit, choice.binWidth);
        series.push_back({line.name, QString::fromLatin1(unitName(choice.unit)), std::move(source),
                          static_cast<int>(series.size()), true});
    }
    return series;
}

} // namespace millrace::ui
