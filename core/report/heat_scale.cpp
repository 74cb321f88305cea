// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/heat_scale.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace millrace::report {

namespace {

struct Color
{
    double red, green, blue;
};
// Lightness decreases uniformly, so that the order is visible with every kind of colour vision.
constexpr std::array<Color, 3> ramp = {Color{222, 235, 247}, Color{107, 174, 214}, Color{8, 69, 148}};
constexpr double farApart = 20;
constexpr double darkFrom = 0.6; ///< share from which the text is white

std::vector<double> valuesOf(const FigureSpec& figure)
{
    std::vector<double> values;
    for (const FigureSeries& series : figure.series)
        for (const FigurePoint& point : series.points)
            if (std::isfinite(point.y))
                values.push_back(point.y);
    return values;
}

} // namespace

HeatScale::HeatScale(const FigureSpec& figure)
{
    if (figure.kind != FigureKind::Heat)
        return;
    const std::vector<double> values = valuesOf(figure);
    m_format = formatFor(values, figure.y.unit, 3);
    if (values.empty())
        return;
    m_low = figure.y.low.value_or(*std::ranges::min_element(values));
    m_high = figure.y.high.value_or(*std::ranges::max_element(values));
    m_logarithmic = m_low > 0 && m_high / m_low > farApart;
}

double HeatScale::shareOf(double value) const noexcept
{
    if (!(m_low < m_high) || !std::isfinite(value))
        return 0.5;
    const double share = m_logarithmic ? std::log(std::max(value, m_low) / m_low) / std::log(m_high / m_low)
                                       : (value - m_low) / (m_high - m_low);
    return std::isnan(share) ? 0.5 : std::clamp(share, 0.0, 1.0); // the ends are too far apart for doubles
}

std::string HeatScale::colorOf(double value) const
{
    const double place = shareOf(value) * static_cast<double>(ramp.size() - 1);
    const auto before = std::min(static_cast<std::size_t>(place), ramp.size() - 2);
    const double part = place - static_cast<double>(before);
    const auto mix = [part](double a, double b) { return static_cast<int>(std::lround(a + (b - a) * part)); };
    const Color &a = ramp[before], &b = ramp[before + 1];
    return fmt::format("#{:02x}{:02x}{:02x}", mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue));
}

std::string HeatScale::inkOf(double value) const
{
    return shareOf(value) >= darkFrom ? "#ffffff" : "#222222";
}

std::string HeatScale::textOf(double value) const
{
    return numberText(value, m_format);
}

AxisMap heatRows(const FigureSpec& figure)
{
    std::vector<std::string> rows;
    for (const FigureSeries& series : figure.series)
        rows.push_back(series.name);
    const std::string unit = HeatScale(figure).format().unit;
    std::string title = unit.empty() ? figure.y.label : fmt::format("{} ({})", figure.y.label, unit);
    if (!figure.seriesLabel.empty())
        title += fmt::format("; rows: {}", figure.seriesLabel);
    return AxisMap(rows, title);
}

} // namespace millrace::report
