// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/trace_page.h"

#include "ui/base/elided_label.h"
#include "ui/base/empty_state.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/issue_model.h"
#include "ui/base/job_strip.h"
#include "ui/base/search_line.h"
#include "ui/base/settings.h"
#include "ui/base/table_view.h"
#include "ui/figures/figure_view.h"
#include "ui/plots/timeline_plot.h"
#include "ui/trace/burst_table.h"
#include "ui/trace/clock_panel.h"
#include "ui/trace/distribution_panel.h"
#include "ui/trace/flow_table.h"
#include "ui/trace/focus_bar.h"
#include "ui/trace/group_tables.h"
#include "ui/trace/lane_view.h"
#include "ui/trace/matrix_panel.h"
#include "ui/trace/protocol_panel.h"
#include "ui/trace/step_panel.h"
#include "ui/trace/table_panel.h"
#include "ui/trace/trace_exports.h"
#include "ui/trace/trace_plot.h"
#include "ui/trace/trace_session.h"

#include <QAction>
#include <QBoxLayout>
#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QToolBar>
#include <QToolButton>

namespace millrace::ui {
namespace {

const QString splitterName = QStringLiteral("traceSplitter");

} // namespace

TracePage::TracePage(QStringList files, Settings& settings, QWidget* parent)
    : DocumentPage(files.constFirst(), parent), m_files(std::move(files)), m_settings(settings),
      m_session(new TraceSession(this)), m_exports(new TraceExports(this)), m_reading(new JobStrip(this)),
      m_working(new JobStrip(this)), m_listing(new JobStrip(this)), m_finding(new JobStrip(this)),
      m_comparing(new JobStrip(this))
{
    m_reading->attach(m_session->job(), tr("Reading"));
    m_working->attach(m_exports->job(), tr("Writing"));
    m_listing->attach(m_packetJob, tr("Listing packets"));
    m_empty = new EmptyState(this);
    m_empty->setObjectName(QStringLiteral("traceEmpty"));
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(makeContent());
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeHeader());
    column->addWidget(makeFilterLine());
    column->addWidget(m_stack, 1);
    for (JobStrip* strip : {m_reading, m_listing, m_finding, m_comparing, m_working})
        column->addWidget(strip);
    m_finding->attach(m_steps->job(), tr("Looking for steps"));
    m_comparing->attach(m_clocks->job(), tr("Measuring the clocks"));
    makeEmptyActions();
    connectSession();
    connectViews();
    connectPanels();
    showState();
    showHeader();
    setFocusProxy(&m_plot->plot());
}

TracePage::~TracePage()
{
    m_settings.setWidgetState(splitterName, m_splitter->saveState());
    m_session->disconnect(this);
    // The views tell of their end; nobody listens any more.
    m_tabs->disconnect(this);
}

QWidget* TracePage::makeHeader()
{
    auto* header = new QWidget(this);
    m_title = new ElidedLabel(title(), header);
    QFont font = m_title->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 1.4);
    m_title->setFont(font);
    m_title->setToolTip(m_files.join(QLatin1Char('\n')));
    m_subtitle = new QLabel(header);
    m_subtitle->setObjectName(QStringLiteral("traceCounts"));
    m_subtitle->setForegroundRole(QPalette::PlaceholderText);
    m_subtitle->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_damage = new QToolButton(header);
    m_damage->setObjectName(QStringLiteral("traceDamage"));
    m_damage->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_damage->setToolTip(tr("What was found wrong with the files"));
    m_damage->hide();
    connect(m_damage, &QToolButton::clicked, this, [this] { showTab(IssueTab); });
    auto* texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addWidget(m_title);
    texts->addWidget(m_subtitle);
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(16, 8, 8, 2);
    row->addLayout(texts, 1);
    row->addWidget(m_damage);
    row->addWidget(makeToolBar());
    return header;
}

QToolBar* TracePage::makeToolBar()
{
    auto* bar = new QToolBar(this);
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    bar->setIconSize({16, 16});
    QAction* wireshark = bar->addAction(icon(QStringLiteral("open")), tr("Open in &Wireshark"), this,
                                        [this] { m_exports->openInWireshark(m_trace, m_focus); });
    wireshark->setObjectName(QStringLiteral("openInWireshark"));
    wireshark->setShortcut(QKeySequence(QStringLiteral("Ctrl+Shift+W")));
    wireshark->setToolTip(tr("Open the selected packets in Wireshark (Ctrl+Shift+W)"));
    QAction* save = bar->addAction(icon(QStringLiteral("save")), tr("Save &packets…"), this, &TracePage::askForPackets);
    save->setObjectName(QStringLiteral("savePackets"));
    save->setToolTip(tr("Save the selected packets as a pcap file"));
    m_addresses = bar->addAction(tr("&Addresses"));
    m_addresses->setObjectName(QStringLiteral("showAddresses"));
    m_addresses->setCheckable(true);
    m_addresses->setVisible(false);
    m_addresses->setToolTip(tr("Show the addresses of nodes instead of their names"));
    connect(m_addresses, &QAction::toggled, this,
            [this](bool on) { m_session->setNaming(on ? Naming::Addresses : Naming::Nodes); });
    auto* exports = new QMenu(bar);
    QAction* table = exports->addAction(icon(QStringLiteral("table")), tr("&Table as shown, CSV…"), this,
                                        [this] { exportTable(static_cast<Tab>(m_tabs->currentIndex())); });
    connect(exports, &QMenu::aboutToShow, table, [this, table] {
        const int tab = m_tabs->currentIndex();
        table->setEnabled(tab <= PacketTab && rowsShown(static_cast<Tab>(tab)) > 0);
    });
    for (QAction* action : m_plot->plot().plotActions())
        if (action->text().endsWith(QChar(0x2026)))
            exports->addAction(action);
    QAction* more = bar->addAction(icon(QStringLiteral("export")), tr("&Export"));
    more->setMenu(exports);
    if (auto* button = qobject_cast<QToolButton*>(bar->widgetForAction(more)))
        button->setPopupMode(QToolButton::InstantPopup);
    m_packetActions = {wireshark, save, more};
    return bar;
}

QWidget* TracePage::makeFilterLine()
{
    auto* line = new QWidget(this);
    m_filter = new QLineEdit(line);
    m_filter->setObjectName(QStringLiteral("packetFilter"));
    m_filter->setAccessibleName(tr("Packet filter"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setPlaceholderText(tr("host 10.0.0.1 and tcp port 5001"));
    m_filter->setToolTip(tr("Only packets that pass are read; in libpcap's language, as tcpdump has it. Press Return "
                            "to read the files again."));
    m_filter->addAction(icon(QStringLiteral("filter")), QLineEdit::LeadingPosition);
    connect(m_filter, &QLineEdit::returnPressed, this, [this] { applyFilter(m_filter->text().trimmed()); });
    m_filterProblem = new QLabel(line);
    m_filterProblem->setObjectName(QStringLiteral("packetFilterProblem"));
    m_filterProblem->setTextFormat(Qt::PlainText);
    m_filterProblem->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_filterProblem->hide();
    auto* label = new QLabel(tr("Packet &filter"), line);
    label->setBuddy(m_filter);
    m_tunnels = new QCheckBox(tr("Look into &tunnels"), line);
    m_tunnels->setObjectName(QStringLiteral("lookIntoTunnels"));
    m_tunnels->setToolTip(tr("Flows are those within VXLAN, Geneve, GRE, IP in IP and MPLS. The packet filter sees the "
                             "outer packets."));
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(16, 2, 8, 4);
    row->addWidget(label);
    row->addWidget(m_filter, 1);
    row->addWidget(m_filterProblem, 1);
    row->addWidget(m_tunnels);
    return line;
}

QWidget* TracePage::makeContent()
{
    m_plot = new TracePlot(m_settings, this);
    m_bar = new FocusBar(this);
    m_tabs = new QTabWidget(this);
    m_tabs->setObjectName(QStringLiteral("traceTabs"));
    m_tabs->setDocumentMode(true);
    makeTables();
    makeOtherTabs();
    auto* below = new QWidget(this);
    auto* column = new QVBoxLayout(below);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_bar);
    column->addWidget(m_tabs, 1);
    m_splitter = new QSplitter(Qt::Vertical, this);
    m_splitter->setObjectName(splitterName);
    m_splitter->addWidget(m_plot);
    m_splitter->addWidget(below);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setStretchFactor(0, 2);
    m_splitter->setStretchFactor(1, 3);
    m_splitter->setSizes({240, 360});
    m_splitter->restoreState(m_settings.widgetState(splitterName));
    return m_splitter;
}

TablePanel* TracePage::addTable(Tab tab, const char* name, const QString& title, std::vector<TableColumn> columns,
                                int first)
{
    auto* panel = new TablePanel(m_settings, QString::fromLatin1(name), title, std::move(columns), first, this);
    m_tables[tab] = panel;
    m_tabs->addTab(panel, title);
    connect(panel, &TablePanel::selectionEdited, this, [this, tab] { takeRows(tab); });
    connect(panel, &TablePanel::menuOpening, this, [this, tab](QMenu* menu) { fillTableMenu(tab, menu); });
    connect(panel, &TablePanel::exportWanted, this, [this, tab] { exportTable(tab); });
    connect(panel, &TablePanel::noticed, this, &DocumentPage::noticed);
    return panel;
}

void TracePage::makeTables()
{
    addTable(FlowTab, "traceFlows", tr("Flows"), FlowTable::makeColumns(), FlowTable::BytesColumn)
        ->setEmptyText(tr("No flow is in what is selected above."));
    addTable(PairTab, "tracePairs", tr("Pairs"), PairTable::makeColumns(), PairTable::BytesColumn)
        ->setEmptyText(tr("No pair of nodes is in what is selected above."));
    addTable(NodeTab, "traceNodes", tr("Nodes"), NodeTable::makeColumns(), NodeTable::BytesSentColumn)
        ->setEmptyText(tr("No node is in what is selected above."));
    addTable(BurstTab, "traceBursts", tr("Bursts"), BurstTable::makeColumns(), BurstTable::BytesColumn)
        ->setEmptyText(tr("No burst is in what is selected above."));
    TablePanel* packets = addTable(PacketTab, "tracePackets", tr("Packets"), PacketTable::makeColumns(), -1);
    packets->setEmptyText(tr("No packet is in what is selected above."));
}

void TracePage::makeOtherTabs()
{
    m_matrix = new MatrixPanel(this);
    m_tabs->addTab(m_matrix, tr("Matrix"));
    m_distributions = new DistributionPanel(m_settings, this);
    m_tabs->addTab(m_distributions, tr("Distributions"));
    m_protocols = new ProtocolPanel(m_settings, this);
    m_tabs->addTab(m_protocols, tr("Protocols"));
    m_lanes = new LaneView(this);
    m_tabs->addTab(m_lanes, tr("Lanes"));
    m_steps = new StepPanel(m_settings, this);
    m_tabs->addTab(m_steps, tr("Steps"));
    m_clocks = new ClockPanel(m_settings, this);
    m_tabs->addTab(m_clocks, tr("Clocks"));
    m_tabs->setTabVisible(ClockTab, m_files.size() > 1);
    m_issues = new IssueModel(this);
    m_issueView = new TableView(m_settings, QStringLiteral("traceIssues"), this);
    m_issueView->setAccessibleName(tr("Problems of the files"));
    m_issueView->setModel(m_issues);
    m_issueView->horizontalHeader()->setStretchLastSection(true);
    m_tabs->addTab(m_issueView, tr("Problems"));
    m_tabs->setTabVisible(IssueTab, false);
}

void TracePage::makeEmptyActions()
{
    m_readAgain = new QAction(icon(QStringLiteral("retry")), tr("&Read again"), this);
    connect(m_readAgain, &QAction::triggered, this, &TracePage::reload);
    m_clearFilter = new QAction(icon(QStringLiteral("filter")), tr("&Clear the packet filter"), this);
    connect(m_clearFilter, &QAction::triggered, this, [this] { applyFilter({}); });
}

} // namespace millrace::ui
