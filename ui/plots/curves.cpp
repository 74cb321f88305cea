// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/curves.h"

#include <QPainter>

#include <algorithm>

namespace millrace::ui {

using analysis::SeriesColumn;

namespace {

constexpr double dotDistance = 10; ///< samples farther apart than this are dots as well
constexpr double markDistance = 90;
constexpr int faintAlpha = 60;
constexpr int shadeAlpha = 46;

/// Goes along the columns of one series.
class StrokeMaker
{
public:
    StrokeMaker(const PlotGeometry& geometry, const report::AxisMap& axis, const CurveStyle& style)
        : m_geometry(geometry), m_axis(axis), m_pixel(1 / style.ratio), m_shape(style.shape)
    {
        m_shaded = style.shaded;
        m_nextMark = geometry.plot.left() + markDistance * (0.3 + 0.15 * (style.shape % 4));
    }

    [[nodiscard]] Strokes make(std::span<const SeriesColumn> columns)
    {
        m_strokes.lines.reserve(static_cast<qsizetype>(2 * columns.size()));
        for (const SeriesColumn& column : columns)
            add(column);
        if (m_before)
            finishRun();
        return std::move(m_strokes);
    }

private:
    struct Place
    {
        double enter = 0, leave = 0; ///< x of the first and the last sample
        double middle = 0; ///< x of the bar from the lowest to the highest
        double first = 0, last = 0, top = 0, bottom = 0; ///< y
        bool gaps = false, single = false, joined = false;
    };

    [[nodiscard]] Place placeOf(const SeriesColumn& column) const
    {
        Place place;
        place.enter = m_geometry.xOf(column.firstTime);
        place.leave = column.firstTime == column.lastTime ? place.enter : m_geometry.xOf(column.lastTime);
        place.middle = (place.enter + place.leave) / 2;
        // A column that the edge of the plot cuts is seen at the edge.
        if (place.enter <= m_geometry.plot.right() && place.leave >= m_geometry.plot.left())
            place.middle = std::clamp(place.middle, m_geometry.plot.left(), m_geometry.plot.right() - m_pixel);
        place.first = m_axis.pixel(column.first);
        place.last = m_axis.pixel(column.last);
        place.top = m_shaded ? place.last : m_axis.pixel(column.maximum);
        place.bottom = m_shaded ? place.last : m_axis.pixel(column.minimum);
        place.gaps = column.gaps > 0;
        place.single = m_shaded || column.count == 1;
        return place;
    }

    void add(const SeriesColumn& column)
    {
        if (column.count == 0) {
            if (m_before)
                finishRun();
            m_before.reset();
            return;
        }
        Place place = placeOf(column);
        if (m_before) {
            const bool adjacent = place.enter - m_before->leave <= 2 * m_pixel;
            if (adjacent || !(place.gaps || m_before->gaps)) {
                join(*m_before, place, adjacent);
                place.joined = true;
            } else {
                finishRun();
            }
        }
        bar(place);
        if (m_shape > 0 && place.enter >= m_nextMark) {
            m_strokes.marks << QPointF(place.enter, place.last);
            m_nextMark = place.enter + markDistance;
        }
        m_before = place;
    }

    void join(const Place& from, const Place& to, bool adjacent)
    {
        // Bars side by side that touch need no line between them.
        const bool overlap = from.top <= to.bottom + m_pixel && to.top <= from.bottom + m_pixel;
        const bool bars =
            !from.single && !to.single && std::floor(to.middle / m_pixel) - std::floor(from.middle / m_pixel) <= 1;
        if (adjacent && overlap && bars)
            return;
        m_strokes.lines << QLineF(from.leave, from.last, to.enter, to.first);
        if (to.enter - from.leave > dotDistance) {
            if (from.single && (m_strokes.dots.isEmpty() || m_strokes.dots.last().x() != from.leave))
                m_strokes.dots << QPointF(from.leave, from.last);
            if (to.single)
                m_strokes.dots << QPointF(to.enter, to.first);
        }
    }

    void bar(const Place& place)
    {
        if (place.single)
            return;
        const double wide = place.leave - place.enter;
        if (wide > 4 * m_pixel) { // a coarse block: its samples lie somewhere in here
            m_strokes.lines << QLineF(place.enter, place.first, place.enter, place.top)
                            << QLineF(place.enter, place.top, place.leave, place.top)
                            << QLineF(place.enter, place.bottom, place.leave, place.bottom)
                            << QLineF(place.leave, place.bottom, place.leave, place.last)
                            << QLineF(place.enter, place.bottom, place.enter, place.top);
            return;
        }
        // At least one pixel high, so that a level stretch is seen.
        m_strokes.lines << QLineF(place.middle, place.top, place.middle, std::max(place.bottom, place.top + m_pixel));
    }

    /// What no line leads to or from is a dot.
    void finishRun()
    {
        if (!m_before->joined && m_before->single)
            m_strokes.dots << QPointF(m_before->enter, m_before->first);
    }

    const PlotGeometry& m_geometry;
    const report::AxisMap& m_axis;
    double m_pixel;
    int m_shape;
    bool m_shaded = false; ///< the shade shows the extent of columns, the line only their values
    double m_nextMark = 0;
    std::optional<Place> m_before;
    Strokes m_strokes;
};

} // namespace

Strokes strokesOf(std::span<const SeriesColumn> columns, const PlotGeometry& geometry, const report::AxisMap& axis,
                  const CurveStyle& style)
{
    return StrokeMaker(geometry, axis, style).make(columns);
}

void drawShade(QPainter& painter, std::span<const SeriesColumn> columns, const PlotGeometry& geometry,
               const report::AxisMap& axis, const CurveStyle& style)
{
    QColor color = style.color;
    color.setAlpha(style.faint ? shadeAlpha / 3 : shadeAlpha);
    painter.save();
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    QPolygonF upper, lower;
    const auto finish = [&] {
        std::reverse(lower.begin(), lower.end());
        painter.drawPolygon(upper + lower);
        upper.clear();
        lower.clear();
    };
    for (const SeriesColumn& column : columns) {
        if (column.count == 0) {
            finish();
            continue;
        }
        for (const std::int64_t time : {column.firstTime, column.lastTime}) {
            upper << QPointF(geometry.xOf(time), axis.pixel(column.maximum));
            lower << QPointF(geometry.xOf(time), axis.pixel(column.minimum));
        }
    }
    finish();
    painter.restore();
}

QColor inkOf(const CurveStyle& style)
{
    QColor color = style.color;
    if (style.faint)
        color.setAlpha(faintAlpha);
    return color;
}

void drawCurveMark(QPainter& painter, QPointF at, const CurveStyle& style)
{
    constexpr double r = 3.5;
    QPolygonF outline;
    switch (style.shape % 4) {
    case 1: outline << QPointF(-r, -r) << QPointF(r, -r) << QPointF(r, r) << QPointF(-r, r); break;
    case 2: outline << QPointF(0, -r - 1) << QPointF(r + 1, r) << QPointF(-r - 1, r); break;
    case 3: outline << QPointF(0, -r - 1) << QPointF(r + 1, 0) << QPointF(0, r + 1) << QPointF(-r - 1, 0); break;
    default: outline << QPointF(0, r + 1) << QPointF(r + 1, -r) << QPointF(-r - 1, -r); break;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(inkOf(style));
    painter.drawPolygon(outline.translated(at));
    painter.restore();
}

void drawCurve(QPainter& painter, std::span<const SeriesColumn> columns, const PlotGeometry& geometry,
               const report::AxisMap& axis, const CurveStyle& style)
{
    const Strokes strokes = strokesOf(columns, geometry, axis, style);
    // On screens one pixel of the device: only that is fast.
    QPen pen(inkOf(style), 1);
    pen.setCapStyle(Qt::FlatCap);
    pen.setCosmetic(!style.onPaper);
    painter.setPen(pen);
    painter.drawLines(strokes.lines);
    if (style.strong) {
        for (const QPointF& by : {QPointF(0, 1 / style.ratio), QPointF(1 / style.ratio, 0)}) {
            painter.translate(by);
            painter.drawLines(strokes.lines);
            painter.translate(-by);
        }
    }
    for (const QPointF& dot : strokes.dots)
        painter.fillRect(QRectF(dot.x() - 1.5, dot.y() - 1.5, 3, 3), inkOf(style));
    for (const QPointF& mark : strokes.marks)
        drawCurveMark(painter, mark, style);
}

} // namespace millrace::ui
