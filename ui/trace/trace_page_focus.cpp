// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/plots/timeline_plot.h"
#include "ui/trace/burst_table.h"
#include "ui/trace/clock_panel.h"
#include "ui/trace/distribution_panel.h"
#include "ui/trace/flow_table.h"
#include "ui/trace/focus_bar.h"
#include "ui/trace/group_tables.h"
#include "ui/trace/lane_view.h"
#include "ui/trace/matrix_panel.h"
#include "ui/trace/packet_jobs.h"
#include "ui/trace/protocol_panel.h"
#include "ui/trace/step_panel.h"
#include "ui/trace/table_panel.h"
#include "ui/trace/trace_page.h"
#include "ui/trace/trace_plot.h"
#include "ui/trace/trace_session.h"

#include <QAction>
#include <QMenu>
#include <QTabWidget>

#include <algorithm>

namespace millrace::ui {

using Kind = TraceFocus::Kind;

TablePanel& TracePage::table(Tab tab) const
{
    return *m_tables[static_cast<std::size_t>(tab)];
}

TraceFocus::Kind TracePage::kindOf(Tab tab) const
{
    switch (tab) {
    case FlowTab:
    case LaneTab: return Kind::Flows;
    case PairTab:
    case MatrixTab: return Kind::Pairs;
    case NodeTab: return Kind::Nodes;
    case BurstTab: return Kind::Bursts;
    default: return Kind::None;
    }
}

void TracePage::setFocus(const TraceFocus& focus)
{
    if (!m_trace || focus == m_focus)
        return;
    m_focus = focus;
    if (m_focus.rows.empty())
        m_focus.kind = Kind::None;
    focusChanged();
}

void TracePage::showTab(Tab tab)
{
    m_tabs->setCurrentIndex(tab);
}

void TracePage::takeRows(Tab tab)
{
    if (kindOf(tab) == Kind::None)
        return;
    TraceFocus focus = m_focus;
    focus.rows = table(tab).selected();
    focus.kind = focus.rows.empty() ? Kind::None : kindOf(tab);
    setFocus(focus);
}

void TracePage::takeLane(std::uint32_t flow, bool added)
{
    TraceFocus focus = m_focus;
    std::vector<std::uint32_t> rows = added && focus.kind == Kind::Flows ? focus.rows : std::vector<std::uint32_t>();
    const auto place = std::ranges::lower_bound(rows, flow);
    if (place == rows.end() || *place != flow)
        rows.insert(place, flow);
    else
        rows.erase(place);
    focus.rows = std::move(rows);
    focus.kind = focus.rows.empty() ? Kind::None : Kind::Flows;
    setFocus(focus);
}

void TracePage::focusChanged()
{
    m_bar->setWords(focusWords(*m_trace, m_focus, locale()));
    m_plot->show(m_trace, m_focus);
    for (const Tab tab : {FlowTab, PairTab, NodeTab, BurstTab})
        if (kindOf(tab) != m_focus.kind)
            table(tab).setSelected({});
        else if (table(tab).selected() != m_focus.rows)
            table(tab).setSelected(m_focus.rows);
    m_matrix->setSelected(m_focus.kind == Kind::Pairs ? m_focus.rows : std::vector<std::uint32_t>());
    m_lanes->setSelected(m_focus.kind == Kind::Flows ? m_focus.rows : std::vector<std::uint32_t>());
    updateTab();
}

void TracePage::updateTab()
{
    if (!m_trace)
        return;
    const auto tab = static_cast<Tab>(m_tabs->currentIndex());
    // A view's own selection does not narrow it, so it stays as it is when that changes.
    TraceFocus focus = m_focus;
    if (const Kind kind = kindOf(tab); kind != Kind::None && kind == focus.kind) {
        focus.kind = Kind::None;
        focus.rows.clear();
    }
    if (tab == StepTab)
        focus.time.reset();
    Shown& shown = m_shown[static_cast<std::size_t>(tab)];
    if (shown.trace == m_trace && shown.focus == focus)
        return;
    shown = {m_trace, focus};
    switch (tab) {
    case FlowTab:
    case PairTab:
    case NodeTab:
    case BurstTab: updateTable(tab, focus); break;
    case PacketTab: updatePackets(focus); break;
    case MatrixTab: m_matrix->show(m_trace, focus); break;
    case DistributionTab: m_distributions->show(m_trace, focus); break;
    case ProtocolTab: m_protocols->show(*m_trace); break;
    case LaneTab: m_lanes->show(m_trace, focus); break;
    case StepTab: m_steps->show(m_trace, focus); break;
    case ClockTab: m_clocks->setTrace(m_trace); break;
    case IssueTab:
    case TabCount: break;
    }
}

void TracePage::updateTable(Tab tab, const TraceFocus& focus)
{
    const auto make = [tab, trace = m_trace, focus]() -> std::shared_ptr<const TraceTable> {
        switch (tab) {
        case PairTab: return std::make_shared<PairTable>(trace, focus);
        case NodeTab: return std::make_shared<NodeTable>(trace, focus);
        case BurstTab: return std::make_shared<BurstTable>(trace, focus);
        default: return std::make_shared<FlowTable>(trace, focus);
        }
    };
    table(tab).show(make, m_focus.kind == kindOf(tab) ? m_focus.rows : std::vector<std::uint32_t>());
    if (tab == BurstTab && m_trace->summary.burstsBeyondList > 0)
        table(tab).setNote(tr("%1 more are not listed")
                               .arg(formatCount(static_cast<qint64>(m_trace->summary.burstsBeyondList), locale())));
}

void TracePage::updatePackets(const TraceFocus& focus)
{
    if (!m_trace->complete) {
        m_packetJob.cancel();
        table(PacketTab).setEmptyText(m_session->isReading()
                                          ? tr("Packets are listed once the capture has been read.")
                                          : tr("The capture was not read to the end. Read it again to list packets."));
        takePackets({});
        return;
    }
    table(PacketTab).setNote(tr("reading…"));
    m_packetJob.start(
        [trace = m_trace, focus](const JobContext& job) { return readPackets(*trace, focus, mostListedPackets, job); },
        [this](Result<PacketList> packets) {
            table(PacketTab).setEmptyText(tr("No packet is in what is selected above."));
            if (packets) {
                takePackets(std::make_shared<const PacketList>(*std::move(packets)));
            } else {
                table(PacketTab).setNote({});
                Q_EMIT failed(packets.error());
            }
        });
}

void TracePage::takePackets(std::shared_ptr<const PacketList> packets)
{
    QString note;
    if (packets && packets->rows.beyond > 0)
        note = tr("%1 more; narrow the selection to see them")
                   .arg(formatCount(static_cast<qint64>(packets->rows.beyond), locale()));
    table(PacketTab).setNote(note);
    table(PacketTab).show([trace = m_trace, packets] { return std::make_shared<PacketTable>(trace, packets); }, {});
}

void TracePage::takeSteps()
{
    m_found.clear();
    const auto& steps = m_steps->detection().steps;
    for (std::size_t i = 0; i < steps.size(); ++i)
        m_found.push_back({steps[i].begin, tr("Step %1 begins").arg(i + 1), QStringLiteral("step")});
    showMarks();
}

/// Those of the run and those found in the packets, on every time axis.
void TracePage::showMarks()
{
    std::vector<TimelineEvent> events = m_marks.events;
    events.insert(events.end(), m_found.begin(), m_found.end());
    m_plot->plot().setEvents(std::move(events));
    m_plot->plot().setBands(m_marks.bands);
    m_lanes->setMarks(m_plot->plot().events(), m_plot->plot().bands());
}

void TracePage::showRun()
{
    m_addresses->setVisible(m_trace->hasNames());
    if (m_run == m_trace->run)
        return;
    m_run = m_trace->run;
    m_marks = m_run ? marksOf(*m_run) : TraceMarks();
    m_title->setText(title());
    Q_EMIT stateChanged();
}

void TracePage::showOnlySelected()
{
    TraceFocus focus = m_focus;
    const FlowMask mask = flowsInFocus(*m_trace, m_focus, Kind::None);
    std::vector<std::uint32_t> flows;
    for (std::uint32_t flow = 0; flow < mask.size(); ++flow)
        if (mask[flow] != 0)
            flows.push_back(flow);
    focus.only = std::move(flows);
    focus.kind = Kind::None;
    focus.rows.clear();
    setFocus(focus);
}

void TracePage::excludeSelected()
{
    TraceFocus focus = m_focus;
    TraceFocus everything;
    everything.only = m_focus.only;
    FlowMask mask = flowsInFocus(*m_trace, everything, Kind::None);
    for (const std::uint32_t flow : selectedFlows(*m_trace, m_focus))
        mask[flow] = 0;
    std::vector<std::uint32_t> flows;
    for (std::uint32_t flow = 0; flow < mask.size(); ++flow)
        if (mask[flow] != 0)
            flows.push_back(flow);
    focus.only = std::move(flows);
    focus.kind = Kind::None;
    focus.rows.clear();
    setFocus(focus);
}

void TracePage::fillTableMenu(Tab tab, QMenu* menu)
{
    const bool any = m_focus.kind != Kind::None && m_focus.kind == kindOf(tab);
    if (tab != PacketTab) {
        menu->addAction(icon(QStringLiteral("filter")), tr("Show &only these"), this, &TracePage::showOnlySelected)
            ->setEnabled(any);
        menu->addAction(tr("&Exclude these"), this, &TracePage::excludeSelected)->setEnabled(any);
        menu->addAction(icon(QStringLiteral("table")), tr("&Packets of these"), this, [this] { showTab(PacketTab); })
            ->setEnabled(any);
        menu->addSeparator();
    }
    for (QAction* action : m_packetActions)
        if (!action->menu())
            menu->addAction(action);
}

} // namespace millrace::ui
