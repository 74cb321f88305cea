// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/results/run_series.h"

#include "ui/base/format.h"
#include "ui/figures/metric_text.h"
#include "ui/interference/alarm_panel.h"
#include "ui/interference/run_phases.h"
#include "ui/plots/plot_link.h"
#include "ui/plots/stored_series.h"
#include "ui/plots/timeline_plot.h"

#include <QBoxLayout>
#include <QLabel>

namespace millrace::ui {
namespace {

constexpr int seriesHeight = 220;

/// What matters most comes first.
int seriesRank(const std::string& name)
{
    int rank = 0;
    for (const char* leading : {"step.time", "net.sent", "net.received", "cpu.use"}) {
        if (name == leading)
            return rank;
        ++rank;
    }
    return rank;
}

} // namespace

RunSeries::RunSeries(QString file, Settings& settings, QWidget* parent)
    : QScrollArea(parent), m_file(toPath(file)), m_settings(settings), m_link(new PlotLink(this))
{
    auto* page = new QWidget(this);
    m_column = new QVBoxLayout(page);
    m_column->setContentsMargins(4, 4, 4, 4);
    setWidget(page);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setObjectName(QStringLiteral("runSeries"));
    setAccessibleName(tr("Series of the run"));
}

RunSeries::~RunSeries()
{
    clear();
}

void RunSeries::clear()
{
    for (TimelinePlot* plot : m_plots)
        m_link->remove(plot);
    m_plots.clear();
    m_shown.clear();
    m_events.clear();
    m_phases.clear();
    m_run = {};
    while (QLayoutItem* item = m_column->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

void RunSeries::show(const RunDetails& run)
{
    if (run.run.id == m_run && run.series == m_shown)
        return;
    clear();
    m_run = run.run.id;
    m_shown = run.series;
    std::vector<std::string> names;
    for (const store::SeriesRecord& record : run.series)
        if (std::ranges::find(names, record.name) == names.end())
            names.push_back(record.name);
    std::ranges::stable_sort(names, {}, seriesRank);
    readEvents(run);
    for (const std::string& name : names)
        addPlot(name, run);
    if (names.empty()) {
        auto* label =
            new QLabel(tr("The store has no series of this run; only runs that were started have."), widget());
        label->setAlignment(Qt::AlignCenter);
        label->setWordWrap(true);
        m_column->addWidget(label);
    }
    m_column->addStretch(1);
}

void RunSeries::readEvents(const RunDetails& run)
{
    std::vector<RunAlarm> alarms;
    for (const store::Event& event : run.events) {
        if (addPhase(m_phases, event))
            continue;
        if (auto alarm = alarmOf(event)) {
            m_events.push_back(alarmMark(*alarm, locale()));
            alarms.push_back(*std::move(alarm));
        } else {
            m_events.push_back({event.wall.count(), toQString(event.text), toQString(event.kind)});
        }
    }
    if (alarms.empty())
        return;
    auto* panel = new AlarmPanel(m_settings, widget());
    connect(panel, &AlarmPanel::timeChosen, this, [this](qint64 time) {
        for (TimelinePlot* plot : m_plots)
            plot->setTimeCursor(time);
    });
    m_column->addWidget(panel);
    panel->setAlarms(alarms, run.run.started.count());
}

void RunSeries::addPlot(const std::string& name, const RunDetails& run)
{
    auto* plot = new TimelinePlot(widget());
    plot->setObjectName(QStringLiteral("series ") + toQString(name));
    plot->setTitle(seriesText(name));
    plot->setSettings(&m_settings);
    plot->setMinimumHeight(seriesHeight);
    std::vector<TimelineSeries> series;
    for (const store::SeriesRecord& record : run.series)
        if (record.name == name) {
            const TimeRange range{record.firstTime, record.lastTime + 1};
            series.push_back({toQString(record.node.empty() ? record.name : record.node), toQString(record.unit),
                              std::make_shared<StoredSeries>(m_file, record.id, record.samples, range),
                              static_cast<int>(series.size()), true});
        }
    plot->setSeries(std::move(series));
    plot->setEvents(m_events);
    plot->setBands(m_phases);
    plot->setOrigin(run.run.started.count());
    m_link->add(plot);
    m_plots.push_back(plot);
    m_column->addWidget(plot);
}

} // namespace millrace::ui

#include "moc_run_series.cpp"
