// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/trace_page.h"

#include "ui/base/empty_state.h"
#include "ui/base/file_dialog.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/job_strip.h"
#include "ui/base/search_line.h"
#include "ui/base/settings.h"
#include "ui/figures/figure_export.h"
#include "ui/figures/save_dialog.h"
#include "ui/plots/timeline_plot.h"
#include "ui/trace/clock_panel.h"
#include "ui/trace/distribution_figures.h"
#include "ui/trace/focus_bar.h"
#include "ui/trace/lane_view.h"
#include "ui/trace/step_panel.h"
#include "ui/trace/table_panel.h"
#include "ui/trace/trace_exports.h"
#include "ui/trace/trace_filter_line.h"
#include "ui/trace/trace_header.h"
#include "ui/trace/trace_plot.h"
#include "ui/trace/trace_session.h"
#include "ui/trace/wireshark_missing.h"

#include <QAction>
#include <QBoxLayout>
#include <QFileInfo>
#include <QJsonArray>
#include <QMenu>
#include <QSplitter>
#include <QStackedWidget>
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
    m_empty = new EmptyState(this);
    m_empty->setObjectName(QStringLiteral("traceEmpty"));
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(makeContent());
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_header = new TraceHeader(this);
    m_header->addToolBar(makeToolBar());
    m_header->setTitle(title(), m_files.join(QLatin1Char('\n')));
    m_filter = new TraceFilterLine(this);
    column->addWidget(m_header);
    column->addWidget(m_filter);
    column->addWidget(m_stack, 1);
    for (JobStrip* strip : {m_reading, m_listing, m_finding, m_comparing, m_working})
        column->addWidget(strip);
    m_listing->attach(m_tabs->packetJob(), tr("Listing packets"));
    m_finding->attach(m_tabs->steps().job(), tr("Looking for steps"));
    m_comparing->attach(m_tabs->clocks().job(), tr("Measuring the clocks"));
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
    // The views emit during destruction.
    m_tabs->disconnect(this);
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
                                        [this] { exportTable(m_tabs->currentTab()); });
    connect(exports, &QMenu::aboutToShow, table, [this, table] {
        const Tab tab = m_tabs->currentTab();
        table->setEnabled(tab <= PacketTab && m_tabs->table(tab).model().rowCount() > 0);
    });
    for (QAction* action : m_plot->plot().plotActions())
        if (action->text().endsWith(QChar(0x2026)))
            exports->addAction(action);
    QAction* more = bar->addAction(icon(QStringLiteral("export")), tr("&Export"));
    more->setMenu(exports);
    if (auto* button = qobject_cast<QToolButton*>(bar->widgetForAction(more)))
        button->setPopupMode(QToolButton::InstantPopup);
    m_packetActions = {wireshark, save, more};
    m_tabs->setPacketActions(m_packetActions);
    return bar;
}

QWidget* TracePage::makeContent()
{
    m_plot = new TracePlot(m_settings, this);
    m_bar = new FocusBar(this);
    m_tabs = new TraceTabs(*m_session, m_files.size() > 1, m_settings, this);
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

void TracePage::makeEmptyActions()
{
    m_readAgain = new QAction(icon(QStringLiteral("retry")), tr("&Read again"), this);
    connect(m_readAgain, &QAction::triggered, this, &TracePage::reload);
    m_clearFilter = new QAction(icon(QStringLiteral("filter")), tr("&Clear the packet filter"), this);
    connect(m_clearFilter, &QAction::triggered, this, [this] { applyFilter({}); });
}

void TracePage::connectSession()
{
    connect(m_session, &TraceSession::changed, this, &TracePage::takeTrace);
    connect(m_session, &TraceSession::finished, this, &DocumentPage::loaded);
    connect(m_session, &TraceSession::failed, this, &DocumentPage::failed);
    connect(m_session, &TraceSession::filterRejected, m_filter, &TraceFilterLine::showProblem);
    connect(m_session, &TraceSession::readingChanged, this, [this] {
        showState();
        showHeader();
        Q_EMIT stateChanged();
    });
}

void TracePage::connectViews()
{
    connect(m_header, &TraceHeader::problemsWanted, this, [this] { showTab(IssueTab); });
    connect(m_filter, &TraceFilterLine::entered, this, &TracePage::applyFilter);
    connect(m_plot, &TracePlot::timeSelected, this, [this](std::optional<TimeRange> range) {
        TraceFocus focus = m_focus;
        focus.time = range && m_trace ? std::optional(snapToBins(*m_trace, *range)) : std::nullopt;
        if (focus.time && focus.time->isEmpty())
            focus.time.reset();
        setFocus(focus);
    });
    connect(m_plot, &TracePlot::narrowerBinsWanted, this, [this](std::int64_t width) {
        readWith([width](TraceRequest& request) { request.options.binWidth = width; });
    });
    connect(m_filter, &TraceFilterLine::tunnelsChosen, this,
            [this](bool within) { readWith([within](TraceRequest& request) { request.options.tunnels = within; }); });
    connect(&m_plot->plot(), &TimelinePlot::viewChanged, &m_tabs->lanes(), &LaneView::setView);
    connect(&m_plot->plot(), &TimelinePlot::cursorMoved, &m_tabs->lanes(), &LaneView::setTimeCursor);
    connect(m_bar, &FocusBar::selectionRemoved, this, [this] {
        TraceFocus focus = m_focus;
        focus.kind = TraceFocus::Kind::None;
        focus.rows.clear();
        setFocus(focus);
    });
    connect(m_bar, &FocusBar::onlyRemoved, this, [this] {
        TraceFocus focus = m_focus;
        focus.only.reset();
        setFocus(focus);
    });
    connect(m_bar, &FocusBar::timeRemoved, this, [this] {
        TraceFocus focus = m_focus;
        focus.time.reset();
        setFocus(focus);
    });
    connect(m_bar, &FocusBar::cleared, this, [this] { setFocus({}); });
}

void TracePage::connectPanels()
{
    connect(m_tabs, &TraceTabs::focusEdited, this, &TracePage::setFocus);
    connect(m_tabs, &TraceTabs::exportWanted, this, [this](int tab) { exportTable(static_cast<Tab>(tab)); });
    connect(m_tabs, &TraceTabs::failed, this, &DocumentPage::failed);
    connect(m_tabs, &TraceTabs::noticed, this, &DocumentPage::noticed);
    connect(&m_tabs->steps(), &StepPanel::detected, this, &TracePage::takeSteps);
    connect(&m_tabs->steps(), &StepPanel::timeChosen, m_plot, &TracePlot::timeSelected);
    connect(&m_tabs->clocks(), &ClockPanel::correctionsChosen, this,
            [this](const std::vector<analysis::ClockCorrection>& corrections) {
                readWith([&corrections](TraceRequest& request) { request.clocks = corrections; });
            });
    connect(&m_tabs->clocks(), &ClockPanel::oneClockChosen, this,
            [this](bool one) { readWith([one](TraceRequest& request) { request.oneClock = one; }); });
    connect(m_exports, &TraceExports::failed, this, &DocumentPage::failed);
    connect(m_exports, &TraceExports::noticed, this, &DocumentPage::noticed);
    connect(m_exports, &TraceExports::wiresharkMissing, this,
            [this] { openWiresharkMissing(this, [this] { askForPackets(); }); });
    // Returning to the tab restarts the listing.
    connect(m_listing, &JobStrip::cancelled, m_tabs, &TraceTabs::sayPacketsCancelled);
    connect(m_finding, &JobStrip::cancelled, m_tabs, &TraceTabs::sayStepsCancelled);
    const auto changed = [this] {
        Q_EMIT stateChanged();
        if (activities().isEmpty())
            Q_EMIT idle();
    };
    connect(m_exports, &TraceExports::runningChanged, this, changed);
    connect(m_tabs, &TraceTabs::exportingChanged, this, changed);
}

void TracePage::readWith(const std::function<void(TraceRequest&)>& change)
{
    TraceRequest request = m_session->request();
    change(request);
    m_session->read(request);
}

void TracePage::setFocus(const TraceFocus& focus)
{
    if (!m_trace || focus == m_focus)
        return;
    m_focus = focus;
    if (m_focus.rows.empty())
        m_focus.kind = TraceFocus::Kind::None;
    focusChanged();
}

void TracePage::showTab(Tab tab)
{
    m_tabs->setCurrentIndex(tab);
}

void TracePage::focusChanged()
{
    m_bar->setWords(focusWords(*m_trace, m_focus, locale()));
    m_plot->show(m_trace, m_focus);
    m_tabs->setTrace(m_trace, m_focus);
}

void TracePage::takeSteps()
{
    m_found.clear();
    const auto& steps = m_tabs->steps().detection().steps;
    for (std::size_t i = 0; i < steps.size(); ++i)
        m_found.push_back({steps[i].begin, tr("Step %1 begins").arg(i + 1), QStringLiteral("step")});
    showMarks();
}

/// Shows the marks of the run and those found in the packets, on every time axis.
void TracePage::showMarks()
{
    std::vector<TimelineEvent> events = m_marks.events;
    events.insert(events.end(), m_found.begin(), m_found.end());
    m_plot->plot().setEvents(std::move(events));
    m_plot->plot().setBands(m_marks.bands);
    m_tabs->lanes().setMarks(m_plot->plot().events(), m_plot->plot().bands());
}

void TracePage::showRun()
{
    m_addresses->setVisible(m_trace->hasNames());
    if (m_run == m_trace->run)
        return;
    m_run = m_trace->run;
    m_marks = m_run ? marksOf(*m_run) : TraceMarks();
    m_header->setTitle(title(), m_files.join(QLatin1Char('\n')));
    Q_EMIT stateChanged();
}

void TracePage::setTitle(const QString& title)
{
    m_givenTitle = title;
    m_header->setTitle(this->title(), m_files.join(QLatin1Char('\n')));
    Q_EMIT stateChanged();
}

QStringList TracePage::recentFiles() const
{
    return m_givenTitle.isEmpty() ? m_files : QStringList();
}

QJsonObject TracePage::bookmark() const
{
    return {{QStringLiteral("kind"), QStringLiteral("captures")},
            {QStringLiteral("files"), QJsonArray::fromStringList(m_files)},
            {QStringLiteral("title"), m_givenTitle}};
}

QJsonObject TracePage::shown() const
{
    return {{QStringLiteral("tab"), m_tabs->currentIndex()}, {QStringLiteral("filter"), m_session->request().filter}};
}

void TracePage::restore(const QJsonObject& shown)
{
    m_tabs->setCurrentIndex(shown.value(QStringLiteral("tab")).toInt());
    const QString filter = shown.value(QStringLiteral("filter")).toString();
    if (filter != m_session->request().filter)
        applyFilter(filter);
}

QString TracePage::title() const
{
    if (!m_givenTitle.isEmpty())
        return m_givenTitle;
    if (m_run)
        return tr("Packets of run %1").arg(m_run->run.position);
    const QString first = QFileInfo(m_files.constFirst()).fileName();
    return m_files.size() == 1 ? first : tr("%1 and %n more", nullptr, static_cast<int>(m_files.size()) - 1).arg(first);
}

void TracePage::reload()
{
    readWith([this](TraceRequest& request) { request.files = m_files; });
}

bool TracePage::hasContent() const
{
    return m_trace != nullptr;
}

QStringList TracePage::activities() const
{
    QStringList sentences;
    if (m_exports->isRunning())
        sentences.append(m_exports->activity());
    if (m_tabs->isExporting())
        sentences.append(tr("A figure is being exported."));
    return sentences;
}

bool TracePage::isBusy() const
{
    return m_session->isReading() || m_tabs->isBusy();
}

void TracePage::stopActivities()
{
    m_exports->job().cancel();
    m_tabs->cancelExport();
}

void TracePage::find()
{
    const Tab tab = m_tabs->currentTab();
    if (tab <= PacketTab)
        m_tabs->table(tab).filterLine().setFocus(Qt::ShortcutFocusReason);
    else
        m_filter->edit();
}

void TracePage::applyFilter(const QString& filter)
{
    m_filter->setText(filter);
    m_filter->showProblem({});
    readWith([&](TraceRequest& request) {
        request.files = m_files;
        request.filter = filter;
    });
}

void TracePage::takeTrace()
{
    const std::shared_ptr<const Trace> before = m_trace;
    m_trace = m_session->trace();
    if (before)
        m_focus = remapped(m_focus, *before, *m_trace);
    m_plot->plot().setProvenance(provenanceText(provenanceOf(*m_trace)));
    if (!before || before->owned != m_trace->owned)
        m_found.clear(); // they belong to the previous trace
    showRun();
    showMarks();
    m_filter->showProblem({});
    showHeader();
    showIssues();
    showState();
    focusChanged();
    if (!before) {
        if (m_filter->isEdited() && m_filter->text().isEmpty())
            m_plot->plot().setFocus();
        Q_EMIT stateChanged();
    }
}

void TracePage::showHeader()
{
    m_header->showCounts(m_trace.get(), m_session->isReading());
    const bool usable = m_trace && m_trace->summary.packets.all > 0;
    for (QAction* action : m_packetActions)
        action->setEnabled(usable && m_trace->complete);
}

void TracePage::showState()
{
    m_empty->clearActions();
    const bool empty = !m_trace || m_trace->summary.packets.all == 0;
    m_stack->setCurrentIndex(empty ? 0 : 1);
    if (!empty)
        return;
    if (m_session->isReading()) {
        m_empty->setContent(QStringLiteral("clock"), tr("Reading %1").arg(title()),
                            tr("What is known is shown as soon as the first packets have been read."));
    } else if (!m_trace) {
        m_empty->setContent(QStringLiteral("stop"), tr("Nothing was read"),
                            tr("Reading was cancelled before the first packets were known."));
        m_empty->addAction(m_readAgain);
    } else if (!m_trace->summary.filter.empty()) {
        m_empty->setContent(
            QStringLiteral("filter"), tr("No packet passes the filter"),
            tr("No packet of the capture matches “%1”. Change the packet filter above, or clear it to see all packets.")
                .arg(toQString(m_trace->summary.filter)));
        m_empty->addAction(m_clearFilter);
    } else {
        m_empty->setContent(
            QStringLiteral("chart-line"), tr("No packets"),
            tr("The capture has no packets. It may have been stopped before any arrived, or its filter matched none."));
        m_empty->addAction(m_readAgain);
    }
}

void TracePage::showIssues()
{
    Issues issues = problemsOf(*m_trace);
    m_header->setIssues(issues);
    m_tabs->showIssues(std::move(issues));
}

void TracePage::changeEvent(QEvent* event)
{
    DocumentPage::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_trace)
        showIssues();
}

QString TracePage::exportName() const
{
    return m_run ? QStringLiteral("run-%1").arg(m_run->run.position)
                 : QFileInfo(m_files.constFirst()).completeBaseName();
}

void TracePage::exportTable(Tab tab)
{
    if (tab > PacketTab)
        return;
    const TablePanel& panel = m_tabs->table(tab);
    if (!panel.model().arranged())
        return;
    const QString name = exportName() + QLatin1Char('-') + m_tabs->tabText(tab).toLower();
    askForExport(this, m_settings, name, tr("CSV files (*.csv)"), QStringLiteral("csv"),
                 [this, arranged = panel.model().arranged(), columns = panel.shownColumns()](const QString& file) {
                     m_exports->writeTable(file, arranged, columns);
                 });
}

void TracePage::askForPackets()
{
    const QString name = exportName() + tr("-selection");
    askForExport(
        this, m_settings, name, tr("Captures (*.pcap)"), QStringLiteral("pcap"),
        [this, trace = m_trace, focus = m_focus](const QString& file) { m_exports->writePackets(file, trace, focus); });
}

} // namespace millrace::ui

#include "moc_trace_page.cpp"
