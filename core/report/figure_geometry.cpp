// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/figure_geometry.h"

#include "core/report/heat_scale.h"

#include <algorithm>
#include <cmath>

namespace millrace::report {

namespace {

constexpr double markerRoom = 12; ///< px; markers stay clear of the edges
constexpr double pointReach = 14; ///< px, radius in which a point is hit
constexpr double edgeReach = 8; ///< px outside the plot that still belong to it

Extent xExtent(const FigureSpec& figure)
{
    Extent extent;
    for (const FigureSeries& series : figure.series)
        for (const FigurePoint& point : series.points) {
            extent.include(point.x);
            extent.include(point.x + figure.binWidth);
        }
    return extent;
}

bool isNegative(const FigurePoint& point)
{
    return point.y < 0 || point.target < 0;
}

/// Intervals of non-negative values do not move the start of the axis below 0.
Extent yExtent(const FigureSpec& figure)
{
    Extent extent;
    const bool negative = std::ranges::any_of(
        figure.series, [](const FigureSeries& series) { return std::ranges::any_of(series.points, isNegative); });
    for (const FigureSeries& series : figure.series) {
        for (const FigurePoint& point : series.points)
            for (const double value :
                 {point.base + point.y, negative ? point.low : std::max(point.low, 0.0), point.high, point.target})
                extent.include(value);
        for (const FigurePoint& point : series.points)
            for (const double value : point.values)
                extent.include(value);
        for (const FigureBox& box : series.boxes) {
            extent.include(box.low);
            extent.include(box.high);
            for (const double value : box.outliers)
                extent.include(value);
        }
    }
    return extent;
}

bool beginsAtZero(const FigureSpec& figure)
{
    if (figure.kind == FigureKind::Bars)
        return true;
    if (figure.kind != FigureKind::Lines)
        return false;
    // Lines start at 0 unless that leaves most of the plot empty.
    const Extent extent = yExtent(figure);
    return !extent.isEmpty() && extent.low >= 0 && extent.low < extent.high * 0.7;
}

AxisMap yMap(const FigureSpec& figure)
{
    if (figure.kind == FigureKind::Heat)
        return heatRows(figure);
    const Extent extent = yExtent(figure);
    FigureAxis axis = figure.y;
    // The shares of a whole end at 100 %.
    if (figure.stacked && axis.unit == "share" && !axis.high && extent.high > 0.9 && extent.high < 1 + 1e-6)
        axis.high = 1;
    return AxisMap(axis, extent, beginsAtZero(figure), 6);
}

} // namespace

bool isPlaced(const FigurePoint& point) noexcept
{
    return !std::isnan(point.x) && !std::isnan(point.y);
}

bool hasInterval(const FigurePoint& point) noexcept
{
    return !std::isnan(point.low) && !std::isnan(point.high);
}

bool Rect::contains(double x, double y) const noexcept
{
    return x >= left && x <= right() && y >= top && y <= bottom();
}

Plot::Plot(const FigureSpec& spec) : figure(spec), x(spec.x, xExtent(spec), false, 8), y(yMap(spec)) { }

double Plot::inset() const noexcept
{
    return figure.band || figure.binWidth > 0 || figure.kind == FigureKind::Cdf ? 0 : markerRoom;
}

void Plot::place(double leftEdge, double topEdge, double rightEdge, double bottomEdge) noexcept
{
    left = leftEdge;
    top = topEdge;
    right = rightEdge;
    bottom = bottomEdge;
    x.setPixels(left + inset(), right - inset());
    y.setPixels(bottom, top);
}

double Plot::slotWidth() const noexcept
{
    return (right - left) / static_cast<double>(std::max<std::size_t>(figure.x.categories.size(), 1));
}

double Plot::xPixel(double value) const noexcept
{
    return isCategorical() ? left + (value + 0.5) * slotWidth() : x.pixel(value);
}

double Plot::pointX(std::size_t series, double value) const noexcept
{
    const double shift = static_cast<double>(series) - static_cast<double>(figure.series.size() - 1) / 2;
    const double step = isCategorical() ? std::min(6.0, slotWidth() / 12) : 0;
    return xPixel(value) + shift * step;
}

double Plot::barWidth() const noexcept
{
    const auto beside = static_cast<double>(figure.stacked ? 1 : std::max<std::size_t>(figure.series.size(), 1));
    if (figure.binWidth > 0)
        return (x.pixel(x.low() + figure.binWidth) - x.pixel(x.low())) / beside;
    return std::min(slotWidth() * 0.8 / beside, 56.0);
}

double Plot::barLeft(double category, std::size_t series) const noexcept
{
    const double place = figure.stacked ? 0 : static_cast<double>(series);
    if (figure.binWidth > 0)
        return x.pixel(category) + barWidth() * place;
    const double all = barWidth() * static_cast<double>(figure.stacked ? 1 : figure.series.size());
    return xPixel(category) - all / 2 + barWidth() * place;
}

Rect Plot::barRect(std::size_t series, const FigurePoint& point) const noexcept
{
    const double gap = std::min(1.0, barWidth() / 8);
    const double zero = yPixel(point.base);
    const double end = std::isnan(point.y) ? zero : yPixel(point.base + point.y);
    return {barLeft(point.x, series) + gap, std::min(end, zero), std::max(barWidth() - 2 * gap, 0.5),
            std::abs(zero - end)};
}

Rect Plot::boxRect(std::size_t series, const FigureBox& box) const noexcept
{
    const double upper = yPixel(box.upperQuartile), height = yPixel(box.lowerQuartile) - upper;
    const double grown = std::max(height, leastBoxHeight);
    return {barLeft(box.x, series) + 2, upper - (grown - height) / 2, std::max(barWidth() - 4, 1.0), grown};
}

Rect Plot::cellRect(std::size_t series, const FigurePoint& point) const noexcept
{
    const double width = slotWidth(), height = (bottom - top) / static_cast<double>(figure.series.size());
    return {xPixel(point.x) - width / 2, top + height * static_cast<double>(series), width, height};
}

std::optional<MarkRef> Plot::rectAt(double atX, double atY) const noexcept
{
    const auto isOver = [&](const Rect& rect) { return atX >= rect.left && atX <= rect.right(); };
    const bool heat = figure.kind == FigureKind::Heat;
    for (std::size_t i = 0; i < figure.series.size(); ++i) {
        for (const FigurePoint& point : figure.series[i].points) {
            const Rect rect = heat ? cellRect(i, point) : barRect(i, point);
            if (heat || figure.stacked ? rect.contains(atX, atY) : isOver(rect))
                return MarkRef{i, &point, nullptr};
        }
        for (const FigureBox& box : figure.series[i].boxes)
            if (isOver(boxRect(i, box)))
                return MarkRef{i, nullptr, &box};
    }
    return {};
}

std::optional<MarkRef> Plot::pointAt(double atX, double atY) const noexcept
{
    double nearest = pointReach * pointReach;
    std::optional<MarkRef> found;
    for (std::size_t i = 0; i < figure.series.size(); ++i)
        for (const FigurePoint& point : figure.series[i].points) {
            if (!isPlaced(point))
                continue;
            const double dx = pointX(i, point.x) - atX, dy = yPixel(point.y) - atY;
            if (dx * dx + dy * dy <= nearest) {
                nearest = dx * dx + dy * dy;
                found = MarkRef{i, &point, nullptr};
            }
        }
    return found;
}

std::optional<MarkRef> Plot::markAt(double atX, double atY) const noexcept
{
    const Rect around{left - edgeReach, top - edgeReach, right - left + 2 * edgeReach, bottom - top + 2 * edgeReach};
    if (!around.contains(atX, atY))
        return {};
    const bool isRect =
        figure.kind == FigureKind::Bars || figure.kind == FigureKind::Box || figure.kind == FigureKind::Heat;
    return isRect ? rectAt(atX, atY) : pointAt(atX, atY);
}

} // namespace millrace::report
