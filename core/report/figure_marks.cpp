// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/figure_marks.h"

#include "core/report/heat_scale.h"
#include "core/report/xml_writer.h"

#include <algorithm>
#include <cmath>

namespace millrace::report {

namespace {

constexpr std::size_t fewPoints =
    40; ///< up to this many points, every point has a marker and a text of its own, and lines have dashes
constexpr std::size_t sparseMarkers = 7;

const Paint nothing{};
const Paint paper{Tint::Paper};

Paint hatchPaint(std::size_t series)
{
    return {Tint::Hatch, series};
}

Look outline(const Paint& paint, double width)
{
    return {nothing, Pen{paint, width}};
}

/// Background of ink that may be on a bar; `width` larger than both sides together.
Look halo(double width)
{
    return {{}, Pen{paper, width}};
}

/// From a position to the right.
Path levelLine(double x, double y, double width)
{
    return Path().moveTo(x, y).horizontalBy(width);
}

/// Draws the marks of one plot.
class MarkDrawing
{
public:
    MarkDrawing(FigurePainter& painter, const Plot& plot)
        : m_painter(painter), m_plot(plot), m_figure(plot.figure), m_heat(plot.figure)
    {
    }

    void draw()
    {
        if (m_figure.identity)
            drawIdentity();
        for (std::size_t i = 0; i < m_figure.series.size(); ++i)
            drawSeries(i);
    }

private:
    void drawSeries(std::size_t index)
    {
        const FigureSeries& series = m_figure.series[index];
        switch (m_figure.kind) {
        case FigureKind::Bars:
            for (const FigurePoint& point : series.points)
                if (!std::isnan(point.x))
                    drawBar(index, point);
            break;
        case FigureKind::Box:
            for (const FigureBox& box : series.boxes)
                drawBox(index, box);
            break;
        case FigureKind::Heat:
            for (const FigurePoint& point : series.points)
                drawCell(index, point);
            break;
        case FigureKind::Lines:
        case FigureKind::Cdf: drawLine(index); break;
        case FigureKind::Scatter: series.curve ? drawCurve(index) : drawPoints(index); break;
        }
    }

    /// In the colour of a series, or in ink if absent: on a bar, ink is used.
    void drawInterval(double x, const FigurePoint& point, double cap, std::optional<std::size_t> series = {})
    {
        if (!hasInterval(point))
            return;
        const double low = m_plot.yPixel(point.low), high = m_plot.yPixel(point.high);
        // An end outside the axis is open.
        Path path = point.low < m_plot.y.low() ? Path() : levelLine(x - cap, low, 2 * cap);
        path.moveTo(x, low).verticalTo(high).moveTo(x - cap, high).horizontalBy(2 * cap);
        if (!series) // on a dark background the ink is light, and so are some bars
            m_painter.path(path, {nothing, Pen{paper, 3, 0.5}});
        m_painter.path(path, outline(series ? seriesPaint(*series) : inkPaint(), 1.2));
    }

    /// The values of a mean, each as a ring: visible on a bar and next to it.
    void drawValues(double x, const FigurePoint& point, std::optional<std::size_t> series = {})
    {
        for (const double value : point.values) {
            const double y = m_plot.yPixel(value);
            if (series) {
                m_painter.circle(x, y, 2.2, outline(seriesPaint(*series), 1.2));
                continue;
            }
            m_painter.circle(x, y, 3.2, {paper, {}});
            m_painter.circle(x, y, 2.6, outline(inkPaint(), 1.1));
        }
    }

    /// Above the bar and its interval.
    void drawBarLabel(double middle, const FigurePoint& point)
    {
        const double top = std::isnan(point.y) ? point.base : point.base + point.y;
        double highest = std::isnan(point.high) ? top : std::max(top, point.high);
        for (const double value : point.values)
            highest = std::max(highest, value);
        m_painter.text(middle, std::max(m_plot.yPixel(highest) - 4, m_plot.top + 9),
                       {point.label, inkPaint(), labelSize - 1, Anchor::Middle});
    }

    void drawBar(std::size_t index, const FigurePoint& point)
    {
        const Rect rect = m_plot.barRect(index, point);
        const double middle = rect.middle();
        m_painter.beginMark(m_figure, {index, &point, nullptr});
        if (std::isnan(point.y))
            m_painter.text(middle, m_plot.yPixel(point.base) - 4,
                           {std::string(unknownText), {Tint::Soft}, labelSize, Anchor::Middle});
        else
            m_painter.rect(rect, {hatchPaint(index), {}});
        if (!point.label.empty())
            drawBarLabel(middle, point);
        if (!std::isnan(point.target)) {
            const Path target = levelLine(rect.left - 4, m_plot.yPixel(point.target), rect.width + 8);
            m_painter.path(target, halo(3.6));
            m_painter.path(target, outline(inkPaint(), 1.8));
        }
        if (!std::isnan(point.y)) {
            drawInterval(middle, point, std::min(4.0, rect.width / 3));
            drawValues(middle, point);
        }
        m_painter.endMark();
    }

    void drawBox(std::size_t index, const FigureBox& box)
    {
        const Rect rect = m_plot.boxRect(index, box);
        const double middle = rect.middle(), cap = rect.width / 4;
        const auto y = [this](double value) { return m_plot.yPixel(value); };
        m_painter.beginMark(m_figure, {index, nullptr, &box});
        m_painter.path(levelLine(middle - cap, y(box.low), 2 * cap)
                           .moveTo(middle, y(box.low))
                           .verticalTo(y(box.lowerQuartile))
                           .moveTo(middle, y(box.upperQuartile))
                           .verticalTo(y(box.high))
                           .moveTo(middle - cap, y(box.high))
                           .horizontalBy(2 * cap),
                       outline(inkPaint(), 1.2));
        m_painter.rect(rect, {hatchPaint(index), Pen{inkPaint()}});
        const Path median = levelLine(rect.left, y(box.median), rect.width);
        const bool high = y(box.lowerQuartile) - y(box.upperQuartile) > leastBoxHeight;
        if (high)
            m_painter.path(median, halo(4));
        m_painter.path(median, outline(inkPaint(), high ? 2 : 1));
        std::string last;
        for (const double value : box.outliers) { // one per px
            const double at = std::round(y(value));
            if (std::isnan(at)) // no place on this axis
                continue;
            if (const std::string place = coordinate(at); place != last) {
                m_painter.circle(middle, at, 2, {nothing, Pen{seriesPaint(index)}});
                last = place;
            }
        }
        m_painter.endMark();
    }

    void drawCell(std::size_t row, const FigurePoint& point)
    {
        const Rect cell = m_plot.cellRect(row, point);
        m_painter.beginMark(m_figure, {row, &point, nullptr});
        if (!std::isnan(point.y))
            m_painter.rect({cell.left + 1, cell.top + 1, std::max(cell.width - 2, 0.5), std::max(cell.height - 2, 0.5)},
                           {Paint{Tint::Given, 0, m_heat.colorOf(point.y)}, {}});
        const Paint ink = std::isnan(point.y) ? Paint{Tint::Soft} : Paint{Tint::Given, 0, m_heat.inkOf(point.y)};
        m_painter.text(cell.middle(), cell.top + cell.height / 2 + m_painter.font().baseline(),
                       {m_painter.font().fitted(m_heat.textOf(point.y), std::max(cell.width - 4, 10.0)), ink, labelSize,
                        Anchor::Middle});
        m_painter.endMark();
    }

    void drawBand(std::size_t index)
    {
        std::vector<std::pair<double, const FigurePoint*>> edge;
        for (const FigurePoint& point : m_figure.series[index].points)
            if (!std::isnan(point.x) && hasInterval(point))
                edge.emplace_back(m_plot.pointX(index, point.x), &point);
        if (edge.empty())
            return;
        Path path;
        for (const auto& [x, point] : edge)
            path.isEmpty() ? path.moveTo(x, m_plot.yPixel(point->high)) : path.lineTo(x, m_plot.yPixel(point->high));
        for (auto it = edge.rbegin(); it != edge.rend(); ++it)
            path.lineTo(it->first, m_plot.yPixel(it->second->low));
        m_painter.path(path.close(), {seriesPaint(index), {}, 0.25});
    }

    Path linePath(std::size_t index) const
    {
        Path path;
        bool pen = false;
        for (const FigurePoint& point : m_figure.series[index].points) {
            if (!isPlaced(point)) { // a gap
                pen = false;
                continue;
            }
            const double x = m_plot.pointX(index, point.x), y = m_plot.yPixel(point.y);
            pen ? path.lineTo(x, y) : path.moveTo(x, y);
            pen = true;
        }
        return path;
    }

    Path stepPath(std::size_t index) const
    {
        Path path;
        for (const FigurePoint& point : m_figure.series[index].points) {
            if (!isPlaced(point))
                continue;
            const double x = m_plot.xPixel(point.x);
            path.isEmpty() ? path.moveTo(x, m_plot.yPixel(0)) : path.horizontalTo(x);
            path.verticalTo(m_plot.yPixel(point.y));
        }
        return path;
    }

    void drawPoints(std::size_t index)
    {
        const std::vector<FigurePoint>& points = m_figure.series[index].points;
        const std::size_t few = m_figure.kind == FigureKind::Cdf ? sparseMarkers : fewPoints;
        const bool all = points.size() <= few || m_figure.kind == FigureKind::Scatter;
        const std::size_t every = all ? 1 : points.size() / sparseMarkers;
        // Sparse markers of different series must not overlap.
        for (std::size_t i = all ? 0 : every * (index % 8) / 8; i < points.size(); i += every) {
            if (!isPlaced(points[i]))
                continue;
            const double x = m_plot.pointX(index, points[i].x);
            if (all) {
                m_painter.beginMark(m_figure, {index, &points[i], nullptr});
                if (!m_figure.band)
                    drawInterval(x, points[i], 3, index);
                drawValues(x, points[i], index);
            }
            m_painter.marker(x, m_plot.yPixel(points[i].y), index);
            if (all)
                m_painter.endMark();
        }
    }

    void drawCurve(std::size_t index)
    {
        const Path path = linePath(index);
        if (path.isEmpty())
            return;
        m_painter.beginMark(m_figure, {index, nullptr, nullptr});
        const Paint paint = seriesPaint(m_figure.series[index].like.value_or(index));
        m_painter.path(path, {nothing, Pen{paint, seriesLine, 1, Dash::Unsaid, true}});
        m_painter.endMark();
    }

    void drawLine(std::size_t index)
    {
        if (m_figure.band)
            drawBand(index);
        const Path path = m_figure.kind == FigureKind::Cdf ? stepPath(index) : linePath(index);
        const Dash dash = usesDashes(m_figure) ? Dash::Series : Dash::Solid;
        if (!path.isEmpty())
            m_painter.path(path, {nothing, Pen{seriesPaint(index), seriesLine, 1, dash, true}});
        drawPoints(index);
    }

    void drawIdentity()
    {
        const double low = std::max(m_plot.x.low(), m_plot.y.low()), high = std::min(m_plot.x.high(), m_plot.y.high());
        if (low < high)
            m_painter.line(m_plot.xPixel(low), m_plot.yPixel(low), m_plot.xPixel(high), m_plot.yPixel(high),
                           {inkPaint(), {}, 1, Dash::Dots});
    }

    FigurePainter& m_painter;
    const Plot& m_plot;
    const FigureSpec& m_figure;
    const HeatScale m_heat;
};

} // namespace

bool usesDashes(const FigureSpec& figure) noexcept
{
    return figure.kind == FigureKind::Cdf || std::ranges::all_of(figure.series, [](const FigureSeries& series) {
               return series.points.size() <= fewPoints;
           });
}

void drawMarks(FigurePainter& painter, const Plot& plot)
{
    MarkDrawing(painter, plot).draw();
}

void drawSwatch(FigurePainter& painter, const FigureSpec& figure, std::size_t series, double x, double y)
{
    if (figure.kind == FigureKind::Bars || figure.kind == FigureKind::Box) {
        painter.rect({x, y - 6, swatchWidth, 12}, {hatchPaint(series), {}});
        return;
    }
    const bool curve = figure.series[series].curve;
    if (figure.kind != FigureKind::Scatter || curve)
        painter.path(
            levelLine(x, y, swatchWidth),
            {{}, Pen{seriesPaint(series), seriesLine, 1, usesDashes(figure) && !curve ? Dash::Series : Dash::Solid}});
    if (!curve)
        painter.marker(x + swatchWidth / 2, y, series);
}

void drawTargetSwatch(FigurePainter& painter, double x, double y)
{
    painter.path(levelLine(x, y, swatchWidth), {{}, Pen{inkPaint(), 2}});
}

} // namespace millrace::report
