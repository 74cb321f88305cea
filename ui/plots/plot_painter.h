// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/figure_axis.h"
#include "ui/plots/frame.h"
#include "ui/plots/time_axis.h"
#include "ui/plots/timeline_series.h"

#include <QColor>
#include <QFont>
#include <QFontMetricsF>
#include <QLocale>

#include <optional>

class QPainter;
class QPalette;

namespace millrace::ui {

/// Colours and font of a plot.
struct PlotLook
{
    QColor ground, ink, soft, grid, accent, warning;
    QFont font;
    QLocale locale;
    bool dark = false;
};
[[nodiscard]] PlotLook lookOf(const QPalette& palette, const QFont& font, const QLocale& locale);

/// Events too close together to be distinguished share one mark.
struct EventMark
{
    double x = 0;
    std::size_t first = 0; ///< in the list of events, which is in order of time
    std::size_t count = 0;
};
[[nodiscard]] std::vector<EventMark> eventMarks(const std::vector<TimelineEvent>& events, const PlotGeometry& geometry);

/// A value with its unit, scaled: "2.35 Gbit/s".
[[nodiscard]] QString valueText(double value, const QString& unit, const QLocale& locale);
/// "2.1–2.4 Gbit/s".
[[nodiscard]] QString valueRangeText(double low, double high, const QString& unit, const QLocale& locale);

/// Draws all of a plot but its curves.
class PlotPainter
{
public:
    PlotPainter(QPainter& painter, const PlotLook& look);

    /// The area of the curves inside `area`, with room for axes and marks.
    [[nodiscard]] static QRectF plotArea(const QRectF& area, const QFont& font, bool hasEvents);

    /// `axis`: its pixels count from the top of the plot.
    void drawGrid(const PlotGeometry& geometry, const std::vector<TimeTick>& ticks, const report::AxisMap* axis);
    /// `title` is that of the y axis while there is no `axis`.
    void drawAxes(const PlotGeometry& geometry, const std::vector<TimeTick>& ticks, const report::AxisMap* axis,
                  const QString& title);
    void drawEvents(const PlotGeometry& geometry, const std::vector<TimelineEvent>& events);
    void drawCursor(const PlotGeometry& geometry, std::int64_t time, const QString& label);
    /// In the middle of the plot.
    void drawMessage(const PlotGeometry& geometry, const QString& text);
    /// In the upper right corner.
    void drawBadge(const PlotGeometry& geometry, const QString& text);
    /// Names with their colours in rows, for figures on paper; returns the height it takes.
    double drawLegend(const QRectF& area, const std::vector<TimelineSeries>& series, bool measureOnly);

    [[nodiscard]] std::vector<TimeTick> ticksFor(const PlotGeometry& geometry, std::int64_t origin) const;

private:
    void drawMark(QPointF tip, const TimelineEvent& event, std::size_t count);
    void drawMarkLabel(QPointF tip, const QString& label, double room);
    void drawTitle(const PlotGeometry& geometry, const QString& title);

    QPainter& m_painter;
    const PlotLook& m_look;
};

[[nodiscard]] CurveStyle curveStyle(const TimelineSeries& series, bool dark, double ratio);

/// The title of an axis where there is little room: its name is cut, its unit, " (Mbit/s)", stays.
[[nodiscard]] QString titleThatFits(const QString& title, const QFontMetricsF& metrics, double room);

} // namespace millrace::ui
