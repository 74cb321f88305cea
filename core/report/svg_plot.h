// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/svg_axis.h"
#include "core/report/xml_writer.h"

namespace millrace::report {

/// The rectangle that holds the data of a drawing, and where values lie in it.
struct Plot
{
    Plot(const FigureSpec& spec, std::string prefix);

    /// Sets the rectangle, in px from the drawing's upper left corner.
    void place(double leftEdge, double topEdge, double rightEdge, double bottomEdge) noexcept;
    [[nodiscard]] bool isCategorical() const noexcept { return !figure.x.categories.empty(); }
    [[nodiscard]] double slotWidth() const noexcept;
    /// The middle of a category, or the place of a number.
    [[nodiscard]] double xPixel(double value) const noexcept;
    [[nodiscard]] double yPixel(double value) const noexcept { return y.pixel(value); }
    /// Left edge and width of what a series draws in a category, side by side with the other series.
    [[nodiscard]] double barWidth() const noexcept;
    [[nodiscard]] double barLeft(double category, std::size_t series) const noexcept;

    const FigureSpec& figure;
    std::string idPrefix;
    AxisMap x; ///< of a numeric axis
    AxisMap y;
    double left = 0;
    double top = 0;
    double right = 0;
    double bottom = 0;
};

/// Moves the left edge of a plot so far that the turned labels of its categories stay whole.
void makeRoomForLabels(Plot& plot);
/// Grid, axes, ticks and their labels; returns the height below the plot that they take.
double writeXAxis(XmlWriter& xml, const Plot& plot);
void writeYAxis(XmlWriter& xml, const Plot& plot);
/// The height that writeXAxis takes, before anything is written.
[[nodiscard]] double xAxisHeight(const Plot& plot);
/// The width of the labels left of the plot.
[[nodiscard]] double yAxisWidth(const Plot& plot);

/// Whether lines have dashes; on long noisy ones they would hide what matters.
[[nodiscard]] bool usesDashes(const FigureSpec& figure) noexcept;
/// The data themselves.
void writeMarks(XmlWriter& xml, const Plot& plot);

inline constexpr double labelSize = 12; ///< px, of ticks and legends

} // namespace millrace::report
