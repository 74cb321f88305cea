// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/figure_spec.h"
#include "core/report/svg_axis.h"

#include <QPointF>
#include <QRectF>

namespace millrace::ui {

/// Where the values of a figure lie: the axes of the report's drawing (limits, ticks, prefixes) in a rectangle of the
/// window. Logarithmic axes are linear in the logarithm.
class FigureGeometry
{
public:
    explicit FigureGeometry(const report::FigureSpec& figure);

    void place(const QRectF& plotArea) { m_area = plotArea; }
    [[nodiscard]] const QRectF& area() const noexcept { return m_area; }
    [[nodiscard]] bool isCategorical() const noexcept { return m_categories > 0; }

    /// The value as the chart's axes have it.
    [[nodiscard]] double xCoordinate(double value) const noexcept;
    [[nodiscard]] double yCoordinate(double value) const noexcept;
    [[nodiscard]] double xLow() const noexcept { return m_xLow; }
    [[nodiscard]] double xHigh() const noexcept { return m_xHigh; }
    [[nodiscard]] double yLow() const noexcept { return m_yLow; }
    [[nodiscard]] double yHigh() const noexcept { return m_yHigh; }

    /// Pixels; y is cut at the edges of the plot.
    [[nodiscard]] double xPixel(double value) const noexcept;
    [[nodiscard]] double yPixel(double value) const noexcept;
    [[nodiscard]] double slotWidth() const noexcept;
    [[nodiscard]] double barWidth() const noexcept;
    /// Left edge of what a series draws in a category, side by side with the others.
    [[nodiscard]] double barLeft(double category, int series) const noexcept;
    /// The place of a point; those of different series in one category stand beside each other.
    [[nodiscard]] double shiftOf(int series) const noexcept; ///< px to the right
    [[nodiscard]] QPointF pointAt(int series, const report::FigurePoint& point) const noexcept;

    [[nodiscard]] const report::AxisMap& xAxis() const noexcept { return m_x; }
    [[nodiscard]] const report::AxisMap& yAxis() const noexcept { return m_y; }

private:
    report::AxisMap m_x;
    report::AxisMap m_y;
    bool m_logX = false;
    bool m_logY = false;
    bool m_spreads = false;
    std::size_t m_categories = 0;
    std::size_t m_series = 1; ///< that stand beside each other
    double m_binWidth = 0;
    double m_xLow = 0;
    double m_xHigh = 1;
    double m_yLow = 0;
    double m_yHigh = 1;
    QRectF m_area;
};

} // namespace millrace::ui
