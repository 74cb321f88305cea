// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/format.h"
#include "ui/plots/timeline_canvas.h"

#include <QToolTip>

#include <algorithm>

namespace millrace::ui {
namespace {

constexpr double hoverReach = 8;

using analysis::SeriesColumn;

/// The last column with values that begins at or before `time`; null when there is none.
const SeriesColumn* columnAt(const CurveColumns& columns, std::int64_t time)
{
    auto after =
        std::upper_bound(columns.begin(), columns.end(), time,
                         [](std::int64_t wanted, const SeriesColumn& column) { return wanted < column.firstTime; });
    if (after == columns.begin())
        return nullptr;
    const SeriesColumn& column = *std::prev(after);
    return column.count > 0 ? &column : nullptr;
}

QString columnText(const SeriesColumn& column, bool inside, const QString& unit, const QLocale& locale)
{
    return inside ? valueRangeText(column.minimum, column.maximum, unit, locale) : valueText(column.last, unit, locale);
}

/// The distance of y from the stretch between the two.
double distance(double y, double top, double bottom)
{
    return y < top ? top - y : std::max(y - bottom, 0.0);
}

} // namespace

QString TimelineCanvas::timeText(std::int64_t time) const
{
    return hasOrigin() ? offsetText(time - origin(), geometry().resolution(), locale())
                       : toQString(report::unknownText);
}

QString TimelineCanvas::valueText(std::size_t series, std::optional<std::int64_t> time) const
{
    const QString nothing = toQString(report::unknownText);
    if (!m_frame || series >= m_series.size() || !m_series[series].visible || series >= m_frame->columns.size())
        return nothing;
    const CurveColumns& columns = m_frame->columns[series];
    const std::int64_t at = time.value_or(m_frame->view.end - 1);
    const SeriesColumn* column = columnAt(columns, at);
    if (!column)
        return nothing;
    // Beyond the last sample nothing is known any more.
    const bool isLast = column == &columns.back();
    if (time && isLast && at > column->lastTime + geometry().resolution())
        return nothing;
    const QString& unit = m_series[series].unit;
    if (m_series[series].shaded)
        return tr("%1 (%2; n = %3)")
            .arg(ui::valueText(column->last, unit, locale()),
                 valueRangeText(column->minimum, column->maximum, unit, locale()),
                 formatCount(column->count, locale()));
    const bool inside = time && at <= column->lastTime && column->count > 1;
    return columnText(*column, inside, unit, locale());
}

std::optional<std::size_t> TimelineCanvas::seriesAt(QPointF position) const
{
    if (!m_frame)
        return std::nullopt;
    const PlotGeometry geometry = this->geometry();
    report::AxisMap axis = m_frame->axis;
    axis.setPixels(geometry.plot.bottom(), geometry.plot.top());
    std::optional<std::size_t> nearest;
    double least = hoverReach;
    for (std::size_t i = 0; i < m_frame->columns.size(); ++i) {
        for (const double by : {-2.0, 0.0, 2.0}) {
            const SeriesColumn* column = columnAt(m_frame->columns[i], geometry.timeAt(position.x() + by));
            if (!column || !m_series[i].visible)
                continue;
            const double away = distance(position.y(), axis.pixel(column->maximum), axis.pixel(column->minimum));
            if (away < least) {
                least = away;
                nearest = i;
            }
        }
    }
    return nearest;
}

QString TimelineCanvas::tipAt(QPointF position) const
{
    const PlotGeometry geometry = this->geometry();
    if (!hasOrigin() || geometry.view.isEmpty() || !geometry.plot.adjusted(-4, -20, 4, 0).contains(position))
        return {};
    QStringList lines;
    for (const EventMark& mark : eventMarks(m_events, geometry)) {
        if (std::abs(mark.x - position.x()) > 7)
            continue;
        constexpr std::size_t most = 10;
        for (std::size_t i = 0; i < std::min(mark.count, most); ++i) {
            const TimelineEvent& event = m_events[mark.first + i];
            lines << tr("%1: %2").arg(timeText(event.time), event.text);
        }
        if (mark.count > most)
            lines << tr("and %n more event(s)", nullptr, static_cast<int>(mark.count - most));
    }
    const std::int64_t time = geometry.timeAt(position.x());
    if (lines.isEmpty()) {
        if (const auto series = seriesAt(position))
            lines << tr("%1: %2").arg(m_series[*series].name, valueText(*series, time));
        lines << timeText(time);
    }
    for (const TimelineBand& band : m_bands)
        if (band.begin <= time && time < band.end)
            lines << band.name;
    if (m_instants)
        lines << instantText(time, geometry.resolution());
    return lines.join(QLatin1Char('\n'));
}

void TimelineCanvas::moveCursorBy(int pixels)
{
    const PlotGeometry geometry = this->geometry();
    if (geometry.view.isEmpty())
        return;
    const std::int64_t start = m_cursor.value_or(geometry.view.begin + geometry.view.length() / 2);
    const std::int64_t moved = start + pixels * geometry.resolution();
    setTimeCursor(std::clamp(moved, geometry.view.begin, geometry.view.end));
}

void TimelineCanvas::moveCursorToEvent(bool forward)
{
    if (m_events.empty())
        return;
    const std::int64_t from = m_cursor.value_or(forward ? m_view.range().begin - 1 : m_view.range().end);
    const auto before = [](const TimelineEvent& event, std::int64_t time) { return event.time < time; };
    auto event = std::lower_bound(m_events.begin(), m_events.end(), forward ? from + 1 : from, before);
    if (forward && event == m_events.end())
        return;
    if (!forward && event == m_events.begin())
        return;
    if (!forward)
        --event;
    if (!m_view.range().contains(event->time))
        changeView([&](TimelineView& view) { view.pan(event->time - view.range().begin - view.range().length() / 2); });
    setTimeCursor(event->time);
    const QPointF at(geometry().xOf(event->time), geometry().plot.top());
    QToolTip::showText(mapToGlobal(at.toPoint()), tipAt(at), this);
}

} // namespace millrace::ui
