// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/figure_axis.h"

#include <cstddef>
#include <optional>

namespace millrace::report {

/// In px from the drawing's upper left corner.
struct Rect
{
    double left = 0;
    double top = 0;
    double width = 0;
    double height = 0;

    [[nodiscard]] double right() const noexcept { return left + width; }
    [[nodiscard]] double bottom() const noexcept { return top + height; }
    [[nodiscard]] double middle() const noexcept { return left + width / 2; } ///< along x
    [[nodiscard]] bool contains(double x, double y) const noexcept;
};

/// The item of a mark: a point, a box, or with neither a whole series. Points into the figure.
struct MarkRef
{
    std::size_t series = 0;
    const FigurePoint* point = nullptr;
    const FigureBox* box = nullptr;
};

/// The data rectangle of a figure and the positions in it: axes, slots of categories, bars, boxes, cells, points. Used
/// by every painter. Refers to the figure.
struct Plot
{
    explicit Plot(const FigureSpec& spec);

    /// Sets the rectangle, in px from the drawing's upper left corner.
    void place(double leftEdge, double topEdge, double rightEdge, double bottomEdge) noexcept;
    [[nodiscard]] bool isCategorical() const noexcept { return !figure.x.categories.empty(); }
    /// Between the ends of a numeric x axis and the edges of the rectangle, px.
    [[nodiscard]] double inset() const noexcept;
    [[nodiscard]] double slotWidth() const noexcept;
    /// The centre of a category, or the position of a number.
    [[nodiscard]] double xPixel(double value) const noexcept;
    [[nodiscard]] double yPixel(double value) const noexcept { return y.pixel(value); }
    /// The position of a point; those of several series in one category are next to each other.
    [[nodiscard]] double pointX(std::size_t series, double value) const noexcept;
    /// Left edge and width of a series in a category, next to the other series.
    [[nodiscard]] double barWidth() const noexcept;
    [[nodiscard]] double barLeft(double category, std::size_t series) const noexcept;
    /// A bar from its base; without a height where the value is unknown.
    [[nodiscard]] Rect barRect(std::size_t series, const FigurePoint& point) const noexcept;
    /// A box between its quartiles, high enough for its hatch to be visible.
    [[nodiscard]] Rect boxRect(std::size_t series, const FigureBox& box) const noexcept;
    /// A cell of a heat map, up to its neighbours.
    [[nodiscard]] Rect cellRect(std::size_t series, const FigurePoint& point) const noexcept;
    /// The item at a pointer position: columns of bars and boxes are hit over their whole height, points from 14 px.
    [[nodiscard]] std::optional<MarkRef> markAt(double atX, double atY) const noexcept;

    const FigureSpec& figure;
    AxisMap x; ///< of a numeric axis
    AxisMap y;
    double left = 0;
    double top = 0;
    double right = 0;
    double bottom = 0;

private:
    [[nodiscard]] std::optional<MarkRef> rectAt(double atX, double atY) const noexcept;
    [[nodiscard]] std::optional<MarkRef> pointAt(double atX, double atY) const noexcept;
};

/// Whether a point has a position.
[[nodiscard]] bool isPlaced(const FigurePoint& point) noexcept;
[[nodiscard]] bool hasInterval(const FigurePoint& point) noexcept;

inline constexpr double leastBoxHeight = 8; ///< px

} // namespace millrace::report
