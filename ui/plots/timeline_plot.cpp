// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/timeline_plot.h"

#include "ui/base/colors.h"
#include "ui/base/theme.h"

#include <QAbstractTableModel>
#include <QPainter>
#include <QStandardItemModel>
#include <QTimer>

namespace millrace::ui {

struct TimelinePlot::Private
{
    QString title;
    QString emptyText;
    std::vector<TimelineSeries> series;
    std::vector<TimelineEvent> events;
    std::function<TimeRange()> sharedRange;
    std::optional<std::int64_t> origin, cursor;
    TimelineView view;
    bool paused = false, logarithmic = false;
    QStandardItemModel table;
};

TimelinePlot::TimelinePlot(QWidget* parent) : QWidget(parent), d(std::make_unique<Private>())
{
    auto* timer = new QTimer(this);
    connect(timer, &QTimer::timeout, this, [this] {
        if (!d->paused && isVisible() && d->view.setData(d->sharedRange ? d->sharedRange() : dataRange()))
            Q_EMIT viewChanged(view());
        update();
    });
    timer->start(100);
}

TimelinePlot::~TimelinePlot() = default;

void TimelinePlot::setTitle(const QString& title)
{
    d->title = title;
    setAccessibleName(title);
}

QString TimelinePlot::title() const
{
    return d->title;
}

void TimelinePlot::setSeries(std::vector<TimelineSeries> series)
{
    d->series = std::move(series);
    update();
}

const std::vector<TimelineSeries>& TimelinePlot::series() const
{
    return d->series;
}

void TimelinePlot::setSeriesVisible(int index, bool visible)
{
    d->series[static_cast<std::size_t>(index)].visible = visible;
    Q_EMIT seriesVisibilityChanged(index, visible);
    update();
}

void TimelinePlot::setEvents(std::vector<TimelineEvent> events)
{
    d->events = std::move(events);
    update();
}

void TimelinePlot::setOrigin(std::int64_t time)
{
    d->origin = time;
}

void TimelinePlot::setView(TimeRange view, ViewMode mode)
{
    d->view.set(view, mode);
    update();
    Q_EMIT viewChanged(d->view.range());
}

TimeRange TimelinePlot::view() const
{
    return d->view.range();
}

ViewMode TimelinePlot::viewMode() const
{
    return d->view.mode();
}

void TimelinePlot::fit()
{
    d->view.setMode(ViewMode::Fit);
    Q_EMIT viewChanged(view());
}

void TimelinePlot::setFollowing(bool following)
{
    d->view.setMode(following ? ViewMode::Follow : ViewMode::Fixed);
    Q_EMIT followingChanged(following);
}

bool TimelinePlot::isFollowing() const
{
    return d->view.mode() == ViewMode::Follow;
}

void TimelinePlot::setPaused(bool paused)
{
    d->paused = paused;
    Q_EMIT pausedChanged(paused);
}

bool TimelinePlot::isPaused() const
{
    return d->paused;
}

TimeRange TimelinePlot::dataRange() const
{
    TimeRange all;
    for (const TimelineSeries& one : d->series)
        all = united(all, one.source->range());
    return all;
}

void TimelinePlot::setSharedRange(std::function<TimeRange()> range)
{
    d->sharedRange = std::move(range);
}

void TimelinePlot::setTimeCursor(std::optional<std::int64_t> time)
{
    d->cursor = time;
    Q_EMIT cursorMoved(time);
}

std::optional<std::int64_t> TimelinePlot::timeCursor() const
{
    return d->cursor;
}

void TimelinePlot::setLogarithmic(bool logarithmic)
{
    d->logarithmic = logarithmic;
}

bool TimelinePlot::isLogarithmic() const
{
    return d->logarithmic;
}

void TimelinePlot::setLegendVisible(bool) { }

void TimelinePlot::setEmptyText(const QString& text)
{
    d->emptyText = text;
}

void TimelinePlot::setProvenance(const QString&) { }

void TimelinePlot::setSettings(Settings*) { }

void TimelinePlot::paintTo(QPainter& painter, QSizeF size) const
{
    const TimeRange view = d->view.range();
    double highest = 0;
    for (const TimelineSeries& one : d->series)
        for (const auto& column : one.source->columns(view.begin, view.end, static_cast<std::size_t>(size.width())))
            highest = std::fmax(highest, column.maximum);
    const auto place = [&](std::int64_t time, double value) {
        return QPointF(static_cast<double>(time - view.begin) / static_cast<double>(view.length()) * size.width(),
                       size.height() * (1 - value / highest));
    };
    for (const TimelineSeries& one : d->series) {
        painter.setPen(seriesColor(one.colorIndex, isDark(palette())));
        for (const auto& column : one.source->columns(view.begin, view.end, static_cast<std::size_t>(size.width())))
            painter.drawLine(place(column.firstTime, column.minimum), place(column.lastTime, column.maximum));
    }
}

void TimelinePlot::exportTo(const QString&, std::function<void(Result<void>)> done)
{
    done(fail(ErrorCode::Unsupported, "not yet"));
}

QAbstractTableModel* TimelinePlot::tableModel()
{
    return nullptr;
}

QString TimelinePlot::summary() const
{
    return d->title;
}

QSize TimelinePlot::sizeHint() const
{
    return {600, 200};
}

void TimelinePlot::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().base());
    if (!d->view.range().isEmpty())
        paintTo(painter, size());
}

} // namespace millrace::ui
