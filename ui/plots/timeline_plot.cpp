// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/timeline_plot.h"

#include "ui/base/format.h"
#include "ui/base/job_runner.h"
#include "ui/plots/plot_legend.h"
#include "ui/plots/timeline_canvas.h"

#include <QHBoxLayout>

#include <algorithm>

namespace millrace::ui {
namespace {

constexpr int describeInterval = 2000; ///< ms
constexpr int describedSeries = 6;
/// Shares of the width that the legend takes, so that plots of one width have their times one below another.
constexpr int narrow = 700;
constexpr double usualLegendShare = 0.3;
constexpr double narrowLegendShare = 0.35;

} // namespace

TimelinePlot::TimelinePlot(QWidget* parent)
    : QWidget(parent), m_canvas(new TimelineCanvas(this)), m_legend(new PlotLegend(this)),
      m_export(new JobRunner(this)), m_copy(new JobRunner(this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_canvas, 1);
    layout->addWidget(m_legend);
    setFocusProxy(m_canvas);

    connect(m_canvas, &TimelineCanvas::viewChanged, this, [this] { Q_EMIT viewChanged(view()); });
    connect(m_canvas, &TimelineCanvas::followingChanged, this, &TimelinePlot::followingChanged);
    connect(m_canvas, &TimelineCanvas::pausedChanged, this, &TimelinePlot::pausedChanged);
    connect(m_canvas, &TimelineCanvas::cursorMoved, this, [this] {
        showValues();
        Q_EMIT cursorMoved(timeCursor());
    });
    connect(m_canvas, &TimelineCanvas::frameChanged, this, [this] {
        showValues();
        if (!m_describeDelay.isActive())
            m_describeDelay.start();
    });
    connect(m_canvas, &TimelineCanvas::selected, this, &TimelinePlot::timeSelected);
    connect(m_canvas, &TimelineCanvas::hovered, this, &TimelinePlot::seriesHovered);
    connect(m_canvas, &TimelineCanvas::clicked, this, &TimelinePlot::seriesClicked);
    connect(m_canvas, &TimelineCanvas::menuWanted, this, &TimelinePlot::showMenu);
    connect(m_legend, &PlotLegend::toggled, this, &TimelinePlot::setSeriesVisible);
    connect(m_legend, &PlotLegend::onlyWanted, this, &TimelinePlot::showOnly);
    connect(m_legend, &PlotLegend::emphasised, m_canvas, &TimelineCanvas::setEmphasis);

    m_describeDelay.setSingleShot(true);
    m_describeDelay.setInterval(describeInterval);
    connect(&m_describeDelay, &QTimer::timeout, this, &TimelinePlot::describe);
    makeActions();
    showValues();
    describe();
}

TimelinePlot::~TimelinePlot() = default;

void TimelinePlot::setTitle(const QString& title)
{
    m_canvas->setTitle(title);
    setAccessibleName(title);
    m_legend->setAccessibleName(tr("Series of %1").arg(title));
}

QString TimelinePlot::title() const
{
    return m_canvas->title();
}

void TimelinePlot::setSeries(std::vector<TimelineSeries> series)
{
    m_canvas->setSeries(std::move(series));
    m_legend->legend().setSeries(m_canvas->series());
    m_longestValue = 0;
    showValues();
    describe();
}

const std::vector<TimelineSeries>& TimelinePlot::series() const
{
    return m_canvas->series();
}

void TimelinePlot::setSeriesVisible(int index, bool visible)
{
    if (index < 0 || index >= static_cast<int>(series().size())
        || series()[static_cast<std::size_t>(index)].visible == visible)
        return;
    m_canvas->setSeriesVisible(index, visible);
    m_legend->legend().setVisible(index, visible);
    showValues();
    Q_EMIT seriesVisibilityChanged(index, visible);
}

void TimelinePlot::showOnly(int index)
{
    for (int i = 0; i < static_cast<int>(series().size()); ++i)
        setSeriesVisible(i, index < 0 || i == index);
}

void TimelinePlot::setEvents(std::vector<TimelineEvent> events)
{
    m_canvas->setEvents(std::move(events));
}

void TimelinePlot::setBands(std::vector<TimelineBand> bands)
{
    m_canvas->setBands(std::move(bands));
    m_describeDelay.start();
}

const std::vector<TimelineEvent>& TimelinePlot::events() const
{
    return m_canvas->events();
}

const std::vector<TimelineBand>& TimelinePlot::bands() const
{
    return m_canvas->bands();
}

void TimelinePlot::setOrigin(std::int64_t time)
{
    m_canvas->setOrigin(time);
}

void TimelinePlot::setView(TimeRange view, ViewMode mode)
{
    m_canvas->setView(view, mode);
}

TimeRange TimelinePlot::view() const
{
    return m_canvas->timelineView().range();
}

ViewMode TimelinePlot::viewMode() const
{
    return m_canvas->timelineView().mode();
}

void TimelinePlot::fit()
{
    m_canvas->setMode(ViewMode::Fit);
}

void TimelinePlot::setFollowing(bool following)
{
    if (following != isFollowing())
        m_canvas->setMode(following ? ViewMode::Follow : ViewMode::Fixed);
}

bool TimelinePlot::isFollowing() const
{
    return viewMode() == ViewMode::Follow;
}

void TimelinePlot::setPaused(bool paused)
{
    m_canvas->setPaused(paused);
}

bool TimelinePlot::isPaused() const
{
    return m_canvas->isPaused();
}

TimeRange TimelinePlot::dataRange() const
{
    return m_canvas->dataRange();
}

void TimelinePlot::setSharedRange(std::function<TimeRange()> range)
{
    m_canvas->setSharedRange(std::move(range));
}

void TimelinePlot::setTimeCursor(std::optional<std::int64_t> time)
{
    m_canvas->setTimeCursor(time);
}

std::optional<std::int64_t> TimelinePlot::timeCursor() const
{
    return m_canvas->timeCursor();
}

void TimelinePlot::setSelecting(bool possible, bool drag)
{
    m_canvas->setSelecting(possible, drag);
}

void TimelinePlot::setTimeSelection(std::optional<TimeRange> selection)
{
    m_canvas->setSelection(selection);
}

std::optional<TimeRange> TimelinePlot::timeSelection() const
{
    return m_canvas->selection();
}

bool TimelinePlot::isLogarithmic() const
{
    return m_canvas->isLogarithmic();
}

void TimelinePlot::setLegendVisible(bool visible)
{
    m_legend->setVisible(visible);
}

void TimelinePlot::setLegendWidth(int width)
{
    m_legendWidth = width;
    fitLegend();
}

void TimelinePlot::fitLegend()
{
    const int share = static_cast<int>(width() * (width() < narrow ? narrowLegendShare : usualLegendShare));
    m_legend->setRoom(m_legendWidth > 0 ? m_legendWidth : std::min(share, m_legend->sizeHint().width()));
}

void TimelinePlot::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitLegend();
}

void TimelinePlot::refresh()
{
    m_canvas->refresh();
}

void TimelinePlot::setHighlights(std::vector<int> indices)
{
    m_canvas->setHighlights(std::move(indices));
}

void TimelinePlot::setInstants(bool shown)
{
    m_canvas->setInstants(shown);
}

void TimelinePlot::setEmptyText(const QString& text)
{
    m_canvas->setEmptyText(text);
}

void TimelinePlot::setProvenance(const QString& json)
{
    m_provenance = json;
}

void TimelinePlot::showValues()
{
    const std::optional<std::int64_t> time = timeCursor();
    const QString heading = time ? tr("At %1").arg(m_canvas->timeText(*time)) : tr("Last in view");
    QStringList values;
    for (std::size_t i = 0; i < series().size(); ++i)
        values << m_canvas->valueText(i, time);
    m_legend->legend().setValues(heading, values);
    const auto longest = std::ranges::max_element(values, {}, &QString::size);
    if (longest != values.end() && longest->size() > m_longestValue) {
        m_longestValue = longest->size();
        fitLegend();
    }
}

QString TimelinePlot::summary() const
{
    QStringList sentences;
    const int count = static_cast<int>(series().size());
    sentences << tr("%1: %n series.", nullptr, count).arg(title());
    const TimeRange range = view();
    if (dataRange().isEmpty() || range.isEmpty()) {
        sentences << tr("No samples yet.");
        return sentences.join(QLatin1Char(' '));
    }
    const std::int64_t resolution = m_canvas->geometry().resolution();
    sentences << tr("Shown from %1 to %2.")
                     .arg(offsetText(range.begin - m_canvas->origin(), resolution, locale()),
                          offsetText(range.end - m_canvas->origin(), resolution, locale()));
    for (const TimelineBand& band : m_canvas->bands())
        if (band.begin < range.end && band.end > range.begin)
            sentences
                << tr("%1 from %2.").arg(band.name, offsetText(band.begin - m_canvas->origin(), resolution, locale()));
    for (int i = 0; i < std::min(count, describedSeries); ++i) {
        const TimelineSeries& one = series()[static_cast<std::size_t>(i)];
        sentences << (one.visible
                          ? tr("%1: last %2.").arg(one.name, m_canvas->valueText(static_cast<std::size_t>(i), {}))
                          : tr("%1 is hidden.").arg(one.name));
    }
    if (count > describedSeries)
        sentences << tr("And %n more series.", nullptr, count - describedSeries);
    return sentences.join(QLatin1Char(' '));
}

void TimelinePlot::describe()
{
    const QString text = summary();
    m_canvas->setAccessibleDescription(text);
    setAccessibleDescription(text);
}

void TimelinePlot::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::LocaleChange)
        showValues();
}

} // namespace millrace::ui
