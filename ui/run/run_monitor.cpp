// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/run/run_monitor.h"

#include "core/store/series_kinds.h"
#include "ui/base/empty_state.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/settings.h"
#include "ui/figures/metric_text.h"
#include "ui/interference/alarm_panel.h"
#include "ui/plots/plot_link.h"
#include "ui/plots/timeline_plot.h"
#include "ui/run/stored_run.h"

#include <QBoxLayout>
#include <QCollator>
#include <QCoreApplication>
#include <QGraphicsOpacityEffect>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QToolButton>

namespace millrace::ui {
namespace {

namespace series = store::series;

struct Kind
{
    const store::SeriesKind* series;
    bool usual;
};

constexpr Kind kinds[] = {
    {&series::throughput, true},
    {&series::netSent, true},
    {&series::netReceived, false},
    {&series::crossSent, false},
    {&series::crossAcked, false},
    {&series::crossReceived, false},
    {&series::stepTime, true},
    {&series::stepCommunication, false},
    {&series::stepCompute, false},
    {&series::tcpRtt, false},
    {&series::tcpRetransmissions, false},
    {&series::tcpWindow, false},
    {&series::cpuWorkload, false},
    {&series::memoryWorkload, false},
};
constexpr int kindCount = static_cast<int>(std::size(kinds));

QString idOf(int kind)
{
    return toQString(kinds[kind].series->name);
}

constexpr double previousOpacity = 0.35;

const QString shownKey = QStringLiteral("monitor/plots");

} // namespace

RunMonitor::RunMonitor(Settings& settings, QWidget* parent)
    : QWidget(parent), m_settings(settings), m_link(new PlotLink(this)), m_run(new QLabel(this)),
      m_state(new QLabel(this)), m_return(new QPushButton(this)), m_previousText(new QLabel(this)),
      m_alarms(new AlarmPanel(settings, this)), m_empty(new EmptyState(this)), m_stack(new QStackedWidget(this)),
      m_area(new QScrollArea(this))
{
    const QStringList remembered = m_settings.value(shownKey, QStringList()).toStringList();
    for (int kind = 0; kind < kindCount; ++kind)
        if (remembered.isEmpty() ? kinds[kind].usual : remembered.contains(idOf(kind)))
            m_shown.insert(kind);
    m_run->setObjectName(QStringLiteral("monitorRun"));
    m_run->setTextInteractionFlags(Qt::TextSelectableByMouse);
    QFont bold = m_run->font();
    bold.setBold(true);
    m_run->setFont(bold);
    m_run->setWordWrap(true);
    m_state->setObjectName(QStringLiteral("monitorState"));
    m_state->setWordWrap(true);
    m_return->setObjectName(QStringLiteral("monitorReturn"));
    m_return->setIcon(icon(QStringLiteral("run")));
    m_return->setText(tr("Current Run"));
    m_return->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_return->hide();
    connect(m_return, &QPushButton::clicked, this, &RunMonitor::returnRequested);
    m_previousText->setObjectName(QStringLiteral("monitorPrevious"));
    m_previousText->setForegroundRole(QPalette::PlaceholderText);
    m_previousText->setWordWrap(true);
    m_previousText->hide();
    auto* content = new QWidget(m_area);
    m_column = new QVBoxLayout(content);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_area->setWidget(content);
    m_faint = new QGraphicsOpacityEffect(content);
    m_faint->setOpacity(previousOpacity);
    m_faint->setEnabled(false);
    content->setGraphicsEffect(m_faint);
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_area);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 4);
    layout->addWidget(m_return);
    layout->addWidget(m_run);
    layout->addWidget(makeBar());
    layout->addWidget(m_alarms);
    layout->addWidget(m_previousText);
    layout->addWidget(m_stack, 1);
    connect(m_alarms, &AlarmPanel::timeChosen, this, [this](qint64 time) {
        for (const Slot& slot : m_slots)
            slot.plot->setTimeCursor(time);
    });
    rebuildPlots();
    clear();
}

QWidget* RunMonitor::makeBar()
{
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    const auto make = [bar](const QString& iconName, const QString& text, const char* name) {
        auto* button = new QToolButton(bar);
        button->setIcon(icon(iconName));
        button->setToolTip(text);
        button->setAccessibleName(text);
        button->setObjectName(QLatin1String(name));
        button->setAutoRaise(true);
        return button;
    };
    m_pause = make(QStringLiteral("pause"), tr("Freeze the plots; the run continues"), "monitorPause");
    m_pause->setCheckable(true);
    m_follow = make(QStringLiteral("follow"), tr("Follow the newest data"), "monitorFollow");
    m_follow->setCheckable(true);
    auto* fit = make(QStringLiteral("zoom-fit"), tr("Show the whole run"), "monitorFit");
    auto* plots = make(QStringLiteral("chart-line"), tr("Choose what is drawn"), "monitorPlots");
    plots->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    plots->setText(tr("P&lots"));
    plots->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(plots);
    fillMenu(menu);
    plots->setMenu(menu);
    row->addWidget(m_state, 1);
    for (QToolButton* button : {plots, fit, m_follow, m_pause})
        row->addWidget(button, 0, Qt::AlignTop);
    connect(fit, &QToolButton::clicked, m_link, &PlotLink::fit);
    connect(m_follow, &QToolButton::clicked, m_link, &PlotLink::setFollowing);
    connect(m_pause, &QToolButton::toggled, m_link, &PlotLink::setPaused);
    return bar;
}

void RunMonitor::fillMenu(QMenu* menu)
{
    menu->setToolTipsVisible(true);
    for (int kind = 0; kind < kindCount; ++kind) {
        QAction* action = menu->addAction(seriesText(kinds[kind].series->name));
        action->setCheckable(true);
        action->setToolTip(
            QCoreApplication::translate("Definition", std::string(kinds[kind].series->definition).c_str()));
        action->setChecked(m_shown.contains(kind));
        action->setObjectName(QStringLiteral("plot ") + idOf(kind));
        connect(action, &QAction::toggled, this, [this, kind](bool shown) { setKindShown(kind, shown); });
    }
}

void RunMonitor::setKindShown(int kind, bool shown)
{
    if (shown)
        m_shown.insert(kind);
    else
        m_shown.erase(kind);
    m_settings.setValue(shownKey, m_shown.empty() ? QStringList{QStringLiteral("none")} : shownKinds());
    rebuildPlots();
    fillPlots();
}

QStringList RunMonitor::shownKinds() const
{
    QStringList names;
    for (const int kind : m_shown)
        names.append(idOf(kind));
    return names;
}

void RunMonitor::rebuildPlots()
{
    std::vector<Slot> before = std::exchange(m_slots, {});
    while (QLayoutItem* item = m_column->takeAt(0))
        delete item;
    for (const int kind : m_shown) {
        auto kept = std::ranges::find(before, kind, &Slot::kind);
        TimelinePlot* plot = kept == before.end() ? nullptr : std::exchange(kept->plot, nullptr);
        if (plot == nullptr) {
            plot = new TimelinePlot(m_area->widget());
            plot->setTitle(seriesText(kinds[kind].series->name));
            plot->setObjectName(QStringLiteral("plot-") + idOf(kind));
            plot->setMinimumHeight(130);
            plot->setEmptyText(tr("No measurements yet"));
            plot->setSettings(&m_settings);
            plot->setSharedRange([this] { return sharedRange(); });
            m_link->add(plot);
            connect(plot, &TimelinePlot::followingChanged, m_follow, &QToolButton::setChecked);
        }
        m_slots.push_back({kind, plot});
        m_column->addWidget(plot, 1);
    }
    for (const Slot& slot : before)
        if (slot.plot != nullptr)
            slot.plot->deleteLater();
}

TimeRange RunMonitor::sharedRange() const
{
    TimeRange range;
    for (const MonitorSeries& series : m_series)
        range = united(range, series.source->range());
    return range;
}

std::vector<TimelineSeries> RunMonitor::seriesOf(int kind) const
{
    std::vector<const MonitorSeries*> found;
    for (const MonitorSeries& series : m_series)
        if (series.name == kinds[kind].series->name)
            found.push_back(&series);
    QCollator natural{QLocale(QLocale::C)}; // "rank 10" after "rank 9"
    natural.setNumericMode(true);
    std::ranges::sort(found, [&natural](const MonitorSeries* a, const MonitorSeries* b) {
        if (a->subject.empty() != b->subject.empty())
            return b->subject.empty();
        return natural.compare(toQString(a->subject), toQString(b->subject)) < 0;
    });
    std::vector<TimelineSeries> lines;
    for (const MonitorSeries* each : found) {
        QString name = each->subject.empty() ? tr("all workers") : toQString(each->subject);
        lines.push_back({name, toQString(each->unit), each->source, static_cast<int>(lines.size()), true});
    }
    return lines;
}

void RunMonitor::fillPlots()
{
    for (const Slot& slot : m_slots) {
        slot.plot->setSeries(seriesOf(slot.kind));
        slot.plot->setEvents(m_marks.events);
        slot.plot->setBands(m_marks.phases);
    }
    m_alarms->setAlarms(m_marks.alarms, sharedRange().begin);
    if (m_shown.empty())
        m_empty->setContent(QStringLiteral("chart-line"), tr("No plot is chosen"),
                            tr("Choose what is drawn from the menu “Plots” above."));
    m_stack->setCurrentIndex(m_shown.empty() || (m_series.empty() && m_live == nullptr) ? 0 : 1);
}

void RunMonitor::showLive(std::shared_ptr<LiveRun> run, const QString& title)
{
    m_title = title;
    m_job.cancel();
    const bool hadPicture = !m_series.empty();
    m_live = std::move(run);
    m_pause->setChecked(false);
    m_begins = true;
    setPrevious(hadPicture && m_live->series().empty());
    refresh();
}

void RunMonitor::setPrevious(bool previous)
{
    if (previous && !m_previous)
        m_previousText->setText(m_drawnTitle.isEmpty()
                                    ? tr("Plots of the previous run, until the first samples arrive")
                                    : tr("Plots of %1, until the first samples arrive").arg(m_drawnTitle));
    m_previous = previous;
    m_previousText->setVisible(previous);
    m_faint->setEnabled(previous);
}

/// An instant of one run is meaningless for another one.
void RunMonitor::clearCursor()
{
    m_link->setTimeCursor(std::nullopt);
}

void RunMonitor::refresh()
{
    if (!m_live)
        return;
    std::vector<MonitorSeries> series = m_live->series();
    if (m_previous && series.empty() && !m_live->isFinished())
        return;
    const bool begins = std::exchange(m_begins, false) || m_previous;
    setPrevious(false);
    m_series = std::move(series);
    m_marks = m_live->marks();
    fillPlots();
    m_drawnTitle = m_title;
    if (begins) {
        clearCursor();
        m_link->fit();
    }
}

void RunMonitor::showStored(const std::filesystem::path& store, store::RunId run, const QString& title)
{
    m_title = title;
    m_live.reset();
    m_series.clear();
    m_marks = {};
    setPrevious(false);
    clearCursor();
    m_pause->setChecked(false);
    m_empty->setContent(QStringLiteral("chart-line"), tr("Reading the run …"), QString());
    fillPlots();
    m_job.start([store, run](const JobContext& job) { return readStoredRun(store, run, job); },
                [this](Result<StoredRun> stored) {
                    if (stored) {
                        m_series = std::move(stored->series);
                        m_marks = std::move(stored->marks);
                        m_drawnTitle = m_title;
                    }
                    m_empty->setContent(QStringLiteral("chart-line"), tr("This run has no measurements"),
                                        stored ? tr("It ended before the workload was started.")
                                               : toQString(stored.error().text()));
                    fillPlots();
                    m_link->fit();
                });
}

void RunMonitor::clear(bool hasRuns)
{
    m_job.cancel();
    m_live.reset();
    m_series.clear();
    m_marks = {};
    setPrevious(false);
    m_drawnTitle.clear();
    m_empty->setContent(QStringLiteral("chart-line"), hasRuns ? tr("No run selected") : tr("No run yet"),
                        hasRuns ? tr("Select a run in the queue to see its throughput, rates and step times.")
                                : tr("Throughput, rates and step times of the current run are drawn here."));
    setHeading({}, {});
    fillPlots();
}

void RunMonitor::setHeading(const QString& run, const QString& state)
{
    m_run->setText(run);
    m_run->setToolTip(run);
    m_state->setText(state);
    m_state->setToolTip(state);
}

void RunMonitor::setReturnOffered(const std::optional<QString>& run)
{
    m_return->setVisible(run.has_value());
    if (!run)
        return;
    const QString text = run->isEmpty() ? tr("Current Run") : tr("Current Run: %1").arg(*run);
    m_return->setToolTip(text);
    m_return->setText(text);
}

std::vector<TimelinePlot*> RunMonitor::plots() const
{
    std::vector<TimelinePlot*> all;
    for (const Slot& slot : m_slots)
        all.push_back(slot.plot);
    return all;
}

} // namespace millrace::ui

#include "moc_run_monitor.cpp"
