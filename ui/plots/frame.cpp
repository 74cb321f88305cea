// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/frame.h"

#include "ui/plots/curve_raster.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace millrace::ui {
namespace {

constexpr double tickDistance = 45;
constexpr int stampSize = 12;
/// More than these are dense: antialiasing would take long and show nothing more.
constexpr std::size_t mostSmoothColumns = 12'000;

/// The view, widened to whole columns counted from the epoch: samples fall into the same columns while the view moves,
/// so that the picture does not flicker.
struct ColumnGrid
{
    TimeRange range;
    std::size_t width = 0;
};

ColumnGrid gridFor(TimeRange view, double pixels)
{
    const auto wanted = std::max<std::int64_t>(std::llround(pixels), 1);
    const std::int64_t step = std::max<std::int64_t>((view.length() + wanted - 1) / wanted, 1);
    const auto floorTo = [step](std::int64_t time) {
        const std::int64_t rest = time % step;
        return time - (rest < 0 ? rest + step : rest);
    };
    const TimeRange range{floorTo(view.begin), floorTo(view.end) + step};
    return {range, static_cast<std::size_t>(range.length() / step)};
}

void includeFinite(report::Extent& extent, double value)
{
    if (std::isfinite(value))
        extent.include(value);
}

void measure(report::Extent& extent, const CurveColumns& columns, TimeRange view)
{
    for (const analysis::SeriesColumn& column : columns) {
        if (column.lastTime < view.begin || column.firstTime >= view.end || column.count == 0)
            continue;
        includeFinite(extent, column.minimum);
        includeFinite(extent, column.maximum);
    }
}

/// Of a line that only crosses the view, without a sample in it.
void measureCrossing(report::Extent& extent, const CurveColumns& columns)
{
    for (const analysis::SeriesColumn& column : columns)
        if (column.count > 0) {
            includeFinite(extent, column.first);
            includeFinite(extent, column.last);
        }
}

bool isRate(const std::string& unit)
{
    return unit.ends_with("/s");
}

report::AxisMap axisFor(const FrameRequest& request, const report::Extent& extent)
{
    report::FigureAxis figureAxis;
    figureAxis.label = request.label;
    figureAxis.unit = request.unit;
    figureAxis.scale = request.logarithmic ? report::Scale::Logarithmic : report::Scale::Linear;
    const int ticks = std::max(static_cast<int>(request.size.height() / tickDistance), 2);
    report::AxisMap axis(figureAxis, extent, isRate(request.unit), ticks);
    axis.setPixels(request.size.height(), 0);
    return axis;
}

/// Back to front; strong ones in front of all others, faint ones behind.
std::vector<std::size_t> orderOf(const std::vector<FrameCurve>& curves)
{
    std::vector<std::size_t> order(curves.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    const auto rank = [&curves](std::size_t i) { return curves[i].style.strong ? 2 : curves[i].style.faint ? 0 : 1; };
    std::ranges::stable_sort(order, {}, rank);
    return order;
}

/// Shades lie behind all lines, so that no line is dimmed by them.
void paintShades(QPainter& painter, const FrameRequest& request, const Frame& frame, const PlotGeometry& geometry,
                 const std::atomic<bool>& stop)
{
    for (const std::size_t i : orderOf(request.curves))
        if (request.curves[i].style.shaded && !stop)
            drawShade(painter, frame.columns[i], geometry, frame.axis, request.curves[i].style);
}

void paintSmoothly(QImage& image, const FrameRequest& request, const Frame& frame, const PlotGeometry& geometry,
                   const std::atomic<bool>& stop)
{
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    paintShades(painter, request, frame, geometry, stop);
    for (const std::size_t i : orderOf(request.curves))
        if (!stop)
            drawCurve(painter, frame.columns[i], geometry, frame.axis, request.curves[i].style);
}

/// A mark drawn once: to draw a polygon for each takes longer than all the lines.
QImage stampOf(const CurveStyle& style)
{
    const int side = static_cast<int>(std::ceil(stampSize * style.ratio));
    QImage stamp(side, side, QImage::Format_ARGB32_Premultiplied);
    stamp.setDevicePixelRatio(style.ratio);
    stamp.fill(Qt::transparent);
    QPainter painter(&stamp);
    drawCurveMark(painter, QPointF(stampSize / 2.0, stampSize / 2.0), style);
    return stamp;
}

void rasterise(QImage& image, const FrameRequest& request, const Frame& frame, const PlotGeometry& geometry,
               const std::atomic<bool>& stop)
{
    const std::vector<std::size_t> order = orderOf(request.curves);
    std::vector<QVector<QPointF>> marks(request.curves.size());
    CurveRaster raster(image);
    for (auto i = order.rbegin(); i != order.rend() && !stop; ++i) {
        const CurveStyle& style = request.curves[*i].style;
        Strokes strokes = strokesOf(frame.columns[*i], geometry, frame.axis, style);
        raster.addBehind(strokes, inkOf(style), style.strong);
        marks[*i] = std::move(strokes.marks);
    }
    QPainter painter(&image);
    painter.setCompositionMode(QPainter::CompositionMode_DestinationOver);
    paintShades(painter, request, frame, geometry, stop);
    painter.setCompositionMode(QPainter::CompositionMode_SourceOver);
    for (const std::size_t i : order) {
        if (marks[i].isEmpty())
            continue;
        const QImage stamp = stampOf(request.curves[i].style);
        for (const QPointF& mark : marks[i])
            painter.drawImage(mark - QPointF(stampSize / 2.0, stampSize / 2.0), stamp);
    }
}

QImage drawImage(const FrameRequest& request, const Frame& frame, const std::atomic<bool>& stop)
{
    QImage image((request.size * request.ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        return image;
    image.setDevicePixelRatio(request.ratio);
    image.fill(Qt::transparent);
    const PlotGeometry geometry{QRectF(QPointF(), request.size), request.view};
    std::size_t columns = 0;
    for (const CurveColumns& curve : frame.columns)
        columns += curve.size();
    if (request.smooth && columns <= mostSmoothColumns)
        paintSmoothly(image, request, frame, geometry, stop);
    else
        rasterise(image, request, frame, geometry, stop);
    return image;
}

} // namespace

std::optional<Frame> makeFrame(const FrameRequest& request, const std::atomic<bool>& stop)
{
    std::vector<CurveColumns> columns(request.curves.size());
    report::Extent extent, crossing;
    std::string problem;
    const ColumnGrid grid = gridFor(request.view, request.size.width() * request.ratio);
    for (std::size_t i = 0; i < request.curves.size(); ++i) {
        if (stop)
            return std::nullopt;
        const auto& source = request.curves[i].source;
        if (!source || request.view.isEmpty())
            continue;
        columns[i] = source->columns(grid.range.begin, grid.range.end, grid.width);
        measure(extent, columns[i], request.view);
        measureCrossing(crossing, columns[i]);
        if (problem.empty())
            problem = source->problem();
    }
    Frame frame{request.view,
                request.size,
                request.smooth,
                std::move(columns),
                extent,
                axisFor(request, extent.isEmpty() ? crossing : extent),
                {},
                std::move(problem)};
    if (request.withImage)
        frame.image = drawImage(request, frame, stop);
    return stop ? std::nullopt : std::optional(std::move(frame));
}

} // namespace millrace::ui
