// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/figure_geometry.h"

#include "core/report/svg_plot.h"

#include <algorithm>
#include <cmath>

namespace millrace::ui {

FigureGeometry::FigureGeometry(const report::FigureSpec& figure)
    : m_x(report::Plot(figure, {}).x), m_y(report::Plot(figure, {}).y), m_logX(m_x.isLogarithmic()),
      m_logY(m_y.isLogarithmic()), m_categories(figure.x.categories.size()),
      m_series(figure.stacked ? 1 : std::max<std::size_t>(figure.series.size(), 1)), m_binWidth(figure.binWidth)
{
    m_spreads = isCategorical() && figure.kind != report::FigureKind::Scatter;
    m_yLow = yCoordinate(m_y.low());
    m_yHigh = yCoordinate(m_y.high());
    if (isCategorical()) {
        m_xLow = -0.5;
        m_xHigh = static_cast<double>(m_categories) - 0.5;
        return;
    }
    m_xLow = xCoordinate(m_x.low());
    m_xHigh = xCoordinate(m_x.high());
    const bool touches = figure.band || figure.binWidth > 0 || figure.kind == report::FigureKind::Cdf;
    const double room = touches ? 0 : 0.02 * (m_xHigh - m_xLow); // markers stay clear of the edges
    m_xLow -= room;
    m_xHigh += room;
}

double FigureGeometry::xCoordinate(double value) const noexcept
{
    return m_logX && !isCategorical() ? std::log10(std::max(value, m_x.low())) : value;
}

double FigureGeometry::yCoordinate(double value) const noexcept
{
    if (std::isnan(value))
        return value;
    return m_logY ? std::log10(std::max(value, m_y.low())) : value;
}

double FigureGeometry::xPixel(double value) const noexcept
{
    return m_area.left() + (xCoordinate(value) - m_xLow) / (m_xHigh - m_xLow) * m_area.width();
}

double FigureGeometry::yPixel(double value) const noexcept
{
    const double share = (yCoordinate(value) - m_yLow) / (m_yHigh - m_yLow);
    return m_area.bottom() - std::clamp(share, 0.0, 1.0) * m_area.height();
}

double FigureGeometry::slotWidth() const noexcept
{
    return m_area.width() / static_cast<double>(std::max<std::size_t>(m_categories, 1));
}

double FigureGeometry::barWidth() const noexcept
{
    if (m_binWidth > 0)
        return (xPixel(m_x.low() + m_binWidth) - xPixel(m_x.low())) / static_cast<double>(m_series);
    return std::min(slotWidth() * 0.8 / static_cast<double>(m_series), 56.0);
}

double FigureGeometry::barLeft(double category, int series) const noexcept
{
    const double place = m_series == 1 ? 0 : static_cast<double>(series);
    if (m_binWidth > 0)
        return xPixel(category) + barWidth() * place;
    return xPixel(category) + barWidth() * (place - static_cast<double>(m_series) / 2);
}

double FigureGeometry::shiftOf(int series) const noexcept
{
    const double place = static_cast<double>(series) - static_cast<double>(m_series - 1) / 2;
    return m_spreads ? place * std::min(6.0, slotWidth() / 12) : 0;
}

QPointF FigureGeometry::pointAt(int series, const report::FigurePoint& point) const noexcept
{
    return {xPixel(point.x) + shiftOf(series), yPixel(point.y)};
}

} // namespace millrace::ui
