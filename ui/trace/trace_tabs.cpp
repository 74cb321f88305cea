// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/trace_tabs.h"

#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/issue_model.h"
#include "ui/base/table_view.h"
#include "ui/figures/figure_view.h"
#include "ui/trace/burst_table.h"
#include "ui/trace/clock_panel.h"
#include "ui/trace/distribution_panel.h"
#include "ui/trace/flow_table.h"
#include "ui/trace/group_tables.h"
#include "ui/trace/lane_view.h"
#include "ui/trace/matrix_panel.h"
#include "ui/trace/packet_jobs.h"
#include "ui/trace/protocol_panel.h"
#include "ui/trace/step_panel.h"
#include "ui/trace/table_panel.h"
#include "ui/trace/trace_session.h"

#include <QAction>
#include <QHeaderView>
#include <QMenu>

#include <algorithm>

namespace millrace::ui {

namespace {

using Kind = TraceFocus::Kind;

Kind kindOf(TraceTabs::Tab tab)
{
    switch (tab) {
    case TraceTabs::FlowTab:
    case TraceTabs::LaneTab: return Kind::Flows;
    case TraceTabs::PairTab:
    case TraceTabs::MatrixTab: return Kind::Pairs;
    case TraceTabs::NodeTab: return Kind::Nodes;
    case TraceTabs::BurstTab: return Kind::Bursts;
    default: return Kind::None;
    }
}

std::vector<std::uint32_t> rowsOf(const TraceFocus& focus, Kind kind)
{
    return focus.kind == kind ? focus.rows : std::vector<std::uint32_t>();
}

} // namespace

TraceTabs::TraceTabs(const TraceSession& session, bool severalFiles, Settings& settings, QWidget* parent)
    : QTabWidget(parent), m_session(session), m_settings(settings)
{
    setObjectName(QStringLiteral("traceTabs"));
    setDocumentMode(true);
    makeTables();
    makeOtherTabs(severalFiles);
    connectPanels();
    connect(this, &QTabWidget::currentChanged, this, &TraceTabs::updateCurrent);
}

TraceTabs::~TraceTabs()
{
    // The views emit during destruction.
    disconnect(this);
}

TablePanel* TraceTabs::addTable(Tab tab, const char* name, const QString& title, std::vector<TableColumn> columns,
                                int first)
{
    auto* panel = new TablePanel(m_settings, QString::fromLatin1(name), title, std::move(columns), first, this);
    m_tables[tab] = panel;
    addTab(panel, title);
    connect(panel, &TablePanel::selectionEdited, this, [this, tab] { takeRows(tab); });
    connect(panel, &TablePanel::menuOpening, this, [this, tab](QMenu* menu) { fillTableMenu(tab, menu); });
    connect(panel, &TablePanel::exportWanted, this, [this, tab] { Q_EMIT exportWanted(tab); });
    connect(panel, &TablePanel::noticed, this, &TraceTabs::noticed);
    return panel;
}

void TraceTabs::makeTables()
{
    addTable(FlowTab, "traceFlows", tr("Flows"), FlowTable::makeColumns(), FlowTable::BytesColumn)
        ->setEmptyText(tr("No flow is in what is selected above."));
    addTable(PairTab, "tracePairs", tr("Pairs"), PairTable::makeColumns(), PairTable::BytesColumn)
        ->setEmptyText(tr("No pair of nodes is in what is selected above."));
    addTable(NodeTab, "traceNodes", tr("Nodes"), NodeTable::makeColumns(), NodeTable::BytesSentColumn)
        ->setEmptyText(tr("No node is in what is selected above."));
    addTable(BurstTab, "traceBursts", tr("Bursts"), BurstTable::makeColumns(), BurstTable::BytesColumn)
        ->setEmptyText(tr("No burst is in what is selected above."));
    addTable(PacketTab, "tracePackets", tr("Packets"), PacketTable::makeColumns(), -1)
        ->setEmptyText(tr("No packet is in what is selected above."));
}

void TraceTabs::makeOtherTabs(bool severalFiles)
{
    m_matrix = new MatrixPanel(this);
    addTab(m_matrix, tr("Matrix"));
    m_distributions = new DistributionPanel(m_settings, this);
    addTab(m_distributions, tr("Distributions"));
    m_protocols = new ProtocolPanel(m_settings, this);
    addTab(m_protocols, tr("Protocols"));
    m_lanes = new LaneView(this);
    addTab(m_lanes, tr("Lanes"));
    m_steps = new StepPanel(m_settings, this);
    addTab(m_steps, tr("Steps"));
    m_clocks = new ClockPanel(m_settings, this);
    addTab(m_clocks, tr("Clocks"));
    setTabVisible(ClockTab, severalFiles);
    m_issues = new IssueModel(this);
    m_issueView = new TableView(m_settings, QStringLiteral("traceIssues"), this);
    m_issueView->setAccessibleName(tr("Problems of the files"));
    m_issueView->setModel(m_issues);
    m_issueView->horizontalHeader()->setStretchLastSection(true);
    addTab(m_issueView, tr("Problems"));
    setTabVisible(IssueTab, false);
}

void TraceTabs::connectPanels()
{
    connect(m_matrix, &MatrixPanel::pairsSelected, this,
            [this](const std::vector<std::uint32_t>& pairs) { select(Kind::Pairs, pairs); });
    connect(m_lanes, &LaneView::flowChosen, this, &TraceTabs::takeLane);
    connect(m_distributions, &DistributionPanel::failed, this, &TraceTabs::failed);
    connect(m_distributions, &DistributionPanel::noticed, this, &TraceTabs::noticed);
    connect(m_distributions, &DistributionPanel::exportingChanged, this, &TraceTabs::exportingChanged);
    connect(m_steps, &StepPanel::failed, this, &TraceTabs::failed);
    connect(m_steps, &StepPanel::noticed, this, &TraceTabs::noticed);
    connect(m_steps, &StepPanel::exportingChanged, this, &TraceTabs::exportingChanged);
    connect(m_steps, &StepPanel::flowsWanted, this,
            [this](const std::vector<std::uint32_t>& flows) { select(Kind::Flows, flows); });
    connect(m_clocks, &ClockPanel::failed, this, &TraceTabs::failed);
}

TablePanel& TraceTabs::table(Tab tab) const
{
    return *m_tables[static_cast<std::size_t>(tab)];
}

bool TraceTabs::isBusy() const
{
    return m_packetJob.isRunning() || m_matrix->isSumming()
        || std::ranges::any_of(m_tables, [](const TablePanel* table) { return table->model().isArranging(); });
}

bool TraceTabs::isExporting() const
{
    return m_distributions->figureView().isExporting() || m_steps->figureView().isExporting();
}

void TraceTabs::cancelExport()
{
    m_distributions->figureView().cancelExport();
    m_steps->figureView().cancelExport();
}

void TraceTabs::sayPacketsCancelled()
{
    table(PacketTab).setNote(tr("not read to the end"));
    m_shown[PacketTab] = {};
}

void TraceTabs::sayStepsCancelled()
{
    m_steps->sayCancelled();
    m_shown[StepTab] = {};
}

void TraceTabs::showIssues(Issues issues)
{
    setTabVisible(IssueTab, !issues.empty());
    setTabText(IssueTab, tr("Problems (%1)").arg(issues.size()));
    m_issues->setIssues(std::move(issues));
    m_issueView->fitColumns();
}

void TraceTabs::setTrace(std::shared_ptr<const Trace> trace, const TraceFocus& focus)
{
    m_trace = std::move(trace);
    m_focus = focus;
    for (const Tab tab : {FlowTab, PairTab, NodeTab, BurstTab})
        if (kindOf(tab) != m_focus.kind)
            table(tab).setSelected({});
        else if (table(tab).selected() != m_focus.rows)
            table(tab).setSelected(m_focus.rows);
    m_matrix->setSelected(rowsOf(m_focus, Kind::Pairs));
    m_lanes->setSelected(rowsOf(m_focus, Kind::Flows));
    updateCurrent();
}

void TraceTabs::updateCurrent()
{
    if (!m_trace)
        return;
    const Tab tab = currentTab();
    // A view's own selection does not restrict it, so it is unchanged then.
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

void TraceTabs::updateTable(Tab tab, const TraceFocus& focus)
{
    const auto make = [tab, trace = m_trace, focus]() -> std::shared_ptr<const TraceTable> {
        switch (tab) {
        case PairTab: return std::make_shared<PairTable>(trace, focus);
        case NodeTab: return std::make_shared<NodeTable>(trace, focus);
        case BurstTab: return std::make_shared<BurstTable>(trace, focus);
        default: return std::make_shared<FlowTable>(trace, focus);
        }
    };
    table(tab).show(make, rowsOf(m_focus, kindOf(tab)));
    if (tab == BurstTab && m_trace->summary.burstsBeyondList > 0)
        table(tab).setNote(tr("%1 more are not listed")
                               .arg(formatCount(static_cast<qint64>(m_trace->summary.burstsBeyondList), locale())));
}

void TraceTabs::updatePackets(const TraceFocus& focus)
{
    if (!m_trace->complete) {
        m_packetJob.cancel();
        table(PacketTab).setEmptyText(m_session.isReading()
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

void TraceTabs::takePackets(std::shared_ptr<const PacketList> packets)
{
    QString note;
    if (packets && packets->rows.beyond > 0)
        note = tr("%1 more; narrow the selection to see them")
                   .arg(formatCount(static_cast<qint64>(packets->rows.beyond), locale()));
    table(PacketTab).setNote(note);
    table(PacketTab).show([trace = m_trace, packets] { return std::make_shared<PacketTable>(trace, packets); }, {});
}

void TraceTabs::select(Kind kind, std::vector<std::uint32_t> rows)
{
    TraceFocus focus = m_focus;
    focus.kind = rows.empty() ? Kind::None : kind;
    focus.rows = std::move(rows);
    Q_EMIT focusEdited(focus);
}

void TraceTabs::takeRows(Tab tab)
{
    if (kindOf(tab) != Kind::None)
        select(kindOf(tab), table(tab).selected());
}

void TraceTabs::takeLane(std::uint32_t flow, bool added)
{
    std::vector<std::uint32_t> rows = added ? rowsOf(m_focus, Kind::Flows) : std::vector<std::uint32_t>();
    const auto place = std::ranges::lower_bound(rows, flow);
    if (place == rows.end() || *place != flow)
        rows.insert(place, flow);
    else
        rows.erase(place);
    select(Kind::Flows, std::move(rows));
}

/// Only these flows are shown from now on.
void TraceTabs::restrictTo(const FlowMask& mask)
{
    std::vector<std::uint32_t> flows;
    for (std::uint32_t flow = 0; flow < mask.size(); ++flow)
        if (mask[flow] != 0)
            flows.push_back(flow);
    TraceFocus focus = m_focus;
    focus.only = std::move(flows);
    focus.kind = Kind::None;
    focus.rows.clear();
    Q_EMIT focusEdited(focus);
}

void TraceTabs::showOnlySelected()
{
    restrictTo(flowsInFocus(*m_trace, m_focus, Kind::None));
}

void TraceTabs::excludeSelected()
{
    TraceFocus everything;
    everything.only = m_focus.only;
    FlowMask mask = flowsInFocus(*m_trace, everything, Kind::None);
    for (const std::uint32_t flow : selectedFlows(*m_trace, m_focus))
        mask[flow] = 0;
    restrictTo(mask);
}

void TraceTabs::fillTableMenu(Tab tab, QMenu* menu)
{
    const bool any = m_focus.kind != Kind::None && m_focus.kind == kindOf(tab);
    if (tab != PacketTab) {
        menu->addAction(icon(QStringLiteral("filter")), tr("Show &only these"), this, &TraceTabs::showOnlySelected)
            ->setEnabled(any);
        menu->addAction(tr("&Exclude these"), this, &TraceTabs::excludeSelected)->setEnabled(any);
        menu->addAction(icon(QStringLiteral("table")), tr("&Packets of these"), this, [this] { showTab(PacketTab); })
            ->setEnabled(any);
        menu->addSeparator();
    }
    for (QAction* action : m_packetActions)
        if (!action->menu())
            menu->addAction(action);
}

} // namespace millrace::ui

#include "moc_trace_tabs.cpp"
