// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/trace_focus.h"

#include "ui/base/format.h"
#include "ui/plots/time_axis.h"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>
#include <map>
#include <tuple>

namespace millrace::ui {

namespace {

using Kind = TraceFocus::Kind;

struct TraceFocusText
{
    Q_DECLARE_TR_FUNCTIONS(TraceFocus)
};

/// Returns the identity of a flow across two readings.
auto identityOf(const Trace& trace, const analysis::Flow& flow)
{
    return std::tuple(trace.summary.addresses[flow.source], trace.summary.addresses[flow.destination], flow.sourcePort,
                      flow.destinationPort, flow.protocol, flow.part);
}

std::vector<std::uint32_t> remappedFlows(const std::vector<std::uint32_t>& rows, const Trace& from, const Trace& to)
{
    using Identity = decltype(identityOf(from, from.summary.flows.front()));
    const auto same = [&](std::uint32_t row) {
        return row < to.summary.flows.size()
            && identityOf(from, from.summary.flows[row]) == identityOf(to, to.summary.flows[row]);
    };
    // Reading further only appends.
    if (std::ranges::all_of(rows, same))
        return rows;
    std::map<Identity, std::uint32_t> there;
    for (std::uint32_t row = 0; row < to.summary.flows.size(); ++row)
        there.emplace(identityOf(to, to.summary.flows[row]), row);
    std::vector<std::uint32_t> found;
    for (const std::uint32_t row : rows)
        if (const auto it = there.find(identityOf(from, from.summary.flows[row])); it != there.end())
            found.push_back(it->second);
    std::ranges::sort(found);
    return found;
}

std::vector<std::uint32_t> remappedPairs(const std::vector<std::uint32_t>& rows, const Trace& from, const Trace& to)
{
    // By address: the two readings may name nodes differently.
    const auto ends = [](const Trace& trace, std::uint32_t row) {
        return trace.addresses[trace.pairs[row].source] + QLatin1Char(' ')
            + trace.addresses[trace.pairs[row].destination];
    };
    QSet<QString> names;
    for (const std::uint32_t old : rows)
        names.insert(ends(from, old));
    std::vector<std::uint32_t> found;
    for (std::uint32_t row = 0; row < to.pairs.size(); ++row)
        if (names.contains(ends(to, row)))
            found.push_back(row);
    return found;
}

std::vector<std::uint32_t> remappedNodes(const std::vector<std::uint32_t>& rows, const Trace& from, const Trace& to)
{
    QSet<QString> names;
    for (const std::uint32_t old : rows)
        names.insert(from.addresses[from.nodes[old].address]);
    std::vector<std::uint32_t> found;
    for (std::uint32_t row = 0; row < to.nodes.size(); ++row)
        if (names.contains(to.addresses[to.nodes[row].address]))
            found.push_back(row);
    return found;
}

FlowMask maskOf(std::size_t size, const std::vector<std::uint32_t>& rows)
{
    FlowMask mask(size, 0);
    for (const std::uint32_t row : rows)
        if (row < size)
            mask[row] = 1;
    return mask;
}

QString selectionWords(const Trace& trace, const TraceFocus& focus)
{
    const auto count = static_cast<int>(focus.rows.size());
    const bool one = count == 1;
    switch (focus.kind) {
    case Kind::Flows:
        return one ? flowName(trace, focus.rows.front()) : TraceFocusText::tr("%n flow(s)", nullptr, count);
    case Kind::Pairs:
        return one ? pairName(trace, focus.rows.front()) : TraceFocusText::tr("%n pair(s)", nullptr, count);
    case Kind::Nodes:
        return one ? trace.names[trace.nodes[focus.rows.front()].address]
                   : TraceFocusText::tr("%n node(s)", nullptr, count);
    case Kind::Bursts: return TraceFocusText::tr("%n burst(s)", nullptr, count);
    case Kind::None: break;
    }
    return {};
}

QString timeWords(const Trace& trace, TimeRange time, const QLocale& locale)
{
    const std::int64_t resolution = std::max<std::int64_t>(trace.summary.bins.width, 1);
    return QStringLiteral("%1 – %2").arg(offsetText(time.begin - trace.summary.first, resolution, locale),
                                         offsetText(time.end - trace.summary.first, resolution, locale));
}

} // namespace

std::vector<std::uint32_t> selectedFlows(const Trace& trace, const TraceFocus& focus)
{
    if (focus.kind == Kind::Flows)
        return focus.rows;
    std::vector<std::uint32_t> flows;
    if (focus.kind == Kind::Bursts) {
        for (const std::uint32_t row : focus.rows)
            flows.push_back(trace.summary.bursts[row].flow);
        std::ranges::sort(flows);
        flows.erase(std::ranges::unique(flows).begin(), flows.end());
    } else if (focus.kind == Kind::Pairs) {
        const FlowMask pairs = maskOf(trace.pairs.size(), focus.rows);
        for (std::uint32_t flow = 0; flow < trace.pairOfFlow.size(); ++flow)
            if (const std::uint32_t pair = trace.pairOfFlow[flow]; pair < pairs.size() && pairs[pair] != 0)
                flows.push_back(flow);
    } else if (focus.kind == Kind::Nodes) {
        FlowMask addresses(trace.addresses.size(), 0);
        for (const std::uint32_t row : focus.rows)
            addresses[trace.nodes[row].address] = 1;
        for (std::uint32_t flow = 0; flow < trace.summary.flows.size(); ++flow)
            if (const auto& one = trace.summary.flows[flow];
                addresses[one.source] != 0 || addresses[one.destination] != 0)
                flows.push_back(flow);
    }
    return flows;
}

FlowMask flowsInFocus(const Trace& trace, const TraceFocus& focus, Kind viewer)
{
    const std::size_t count = trace.summary.flows.size();
    FlowMask mask = focus.only ? maskOf(count, *focus.only) : FlowMask(count, 1);
    if (focus.kind == Kind::None || focus.kind == viewer)
        return mask;
    const FlowMask selected = maskOf(count, selectedFlows(trace, focus));
    for (std::size_t flow = 0; flow < count; ++flow)
        mask[flow] = mask[flow] & selected[flow];
    return mask;
}

std::optional<TimeRange> timeInFocus(const Trace& trace, const TraceFocus& focus)
{
    if (focus.kind != Kind::Bursts || focus.rows.empty())
        return focus.time;
    TimeRange bursts;
    for (const std::uint32_t row : focus.rows) {
        const analysis::Burst& burst = trace.summary.bursts[row];
        bursts = united(bursts, {burst.first, burst.last + 1});
    }
    if (!focus.time)
        return bursts;
    return TimeRange{std::max(bursts.begin, focus.time->begin), std::min(bursts.end, focus.time->end)};
}

TraceFocus remapped(const TraceFocus& focus, const Trace& from, const Trace& to)
{
    TraceFocus result = focus;
    switch (focus.kind) {
    case Kind::Flows: result.rows = remappedFlows(focus.rows, from, to); break;
    case Kind::Pairs: result.rows = remappedPairs(focus.rows, from, to); break;
    case Kind::Nodes: result.rows = remappedNodes(focus.rows, from, to); break;
    case Kind::Bursts: // renumbered whenever a flow gets one more
    case Kind::None: result.rows.clear(); break;
    }
    if (result.rows.empty())
        result.kind = Kind::None;
    if (focus.only)
        result.only = remappedFlows(*focus.only, from, to);
    if (focus.time) {
        result.time = snapToBins(to, *focus.time);
        if (result.time->isEmpty())
            result.time.reset();
    }
    return result;
}

FocusText focusWords(const Trace& trace, const TraceFocus& focus, const QLocale& locale)
{
    FocusText words;
    words.selection = selectionWords(trace, focus);
    if (focus.only) {
        const auto in = static_cast<int>(focus.only->size());
        const int out = static_cast<int>(trace.summary.flows.size()) - in;
        words.only = in <= out ? TraceFocusText::tr("only %n flow(s)", nullptr, in)
                               : TraceFocusText::tr("without %n flow(s)", nullptr, out);
    }
    if (focus.time)
        words.time = timeWords(trace, *focus.time, locale);
    return words;
}

} // namespace millrace::ui
