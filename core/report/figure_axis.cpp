// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/figure_axis.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace millrace::report {

namespace {

constexpr double tolerance = 1e-9;
constexpr int mostTicks = 1000;
constexpr std::size_t fewestTicks = 4; ///< of a logarithmic axis
constexpr std::size_t fewestLabels = 3; ///< with equal steps
constexpr int mostWanted = 12; ///< steps, until there are as many labels
constexpr double largestLinear = 1e300; ///< such numbers still differ
constexpr double smallestLogarithmic = 1e-120, largestLogarithmic = 1e120; ///< and so do their quotients

double niceStep(double span, int wanted)
{
    const double rough = span / std::max(wanted, 1);
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= rough * (1 - tolerance))
            return factor * power;
    return 10 * power;
}

/// Enough decimals that neighbouring ticks differ.
int decimalsOf(double step)
{
    return static_cast<int>(std::clamp(-std::floor(std::log10(step) + tolerance), 0.0, 12.0));
}

std::string tickText(double value, double step)
{
    if (std::abs(value) >= 1e7 || step < 1e-6)
        return fmt::format("{:.10g}", value);
    return report::numberText(std::abs(value) < step * tolerance ? 0 : value, {1, {}, decimalsOf(step)});
}

std::vector<double> multiplesOf(double step, double low, double high)
{
    std::vector<double> multiples;
    const double first = std::ceil(low / step - tolerance);
    for (int i = 0; i < mostTicks && (first + i) * step <= high + step * tolerance; ++i)
        // Far from zero, two steps may be the same double.
        if (const double value = (first + i) * step; multiples.empty() || value > multiples.back())
            multiples.push_back(value);
    return multiples;
}

/// Multiples of powers of ten inside [low, high].
std::vector<double> multiplesOfPowers(const std::vector<double>& factors, double low, double high)
{
    std::vector<double> multiples;
    for (double exponent = std::floor(std::log10(low)); exponent <= std::log10(high) + tolerance; ++exponent)
        for (const double factor : factors) {
            const double value = factor * std::pow(10.0, exponent);
            if (value >= low * (1 - tolerance) && value <= high * (1 + tolerance))
                multiples.push_back(value);
        }
    return multiples;
}

} // namespace

std::vector<double> niceTicks(double low, double high, int wanted)
{
    if (!(low < high) || !std::isfinite(low) || !std::isfinite(high))
        return {low};
    return multiplesOf(niceStep(high - low, wanted), low, high);
}

std::vector<double> logarithmicTicks(double low, double high)
{
    std::vector<double> ticks;
    low = std::clamp(low, smallestLogarithmic, largestLogarithmic);
    high = std::clamp(high, smallestLogarithmic, largestLogarithmic);
    // For a wide range the powers of ten; for a narrower one 1, 2 and 5 times them, then all multiples, then equal
    // steps.
    const double decades = std::log10(high / low);
    using Factors = std::vector<double>;
    for (const Factors& factors : {Factors{1}, Factors{1, 2, 5}, Factors{1, 2, 3, 4, 5, 6, 7, 8, 9}}) {
        if (factors.size() == 1 && decades < 3)
            continue;
        ticks = multiplesOfPowers(factors, low, high);
        // With powers alone the upper end may be far from the last of them.
        if (factors.size() == 1 && !ticks.empty())
            for (const double factor : {5.0, 2.0})
                if (const double value = factor * ticks.back(); value <= high * (1 + tolerance)) {
                    ticks.push_back(value);
                    break;
                }
        if (ticks.size() >= fewestTicks)
            return ticks;
    }
    for (int wanted = static_cast<int>(fewestTicks); wanted <= mostWanted; ++wanted)
        if (ticks = niceTicks(low, high, wanted); ticks.size() >= fewestLabels)
            break;
    return ticks;
}

AxisMap::AxisMap(const FigureAxis& axis, const Extent& extent, bool fromZero, int wantedTicks)
    : m_scale(axis.scale == Scale::Logarithmic && extent.smallestPositive > 0 ? Scale::Logarithmic : Scale::Linear)
{
    Extent wished = extent;
    if (wished.isEmpty())
        wished = {0, 1, 1};
    if (axis.low)
        wished.low = *axis.low;
    if (axis.low && *axis.low > 0)
        wished.smallestPositive = std::min(wished.smallestPositive, *axis.low);
    if (axis.high)
        wished.high = std::max(*axis.high, wished.low);
    const NumberFormat prefix = prefixFor(std::max(std::abs(wished.low), std::abs(wished.high)), axis.unit);
    m_divisor = prefix.divisor;
    if (m_scale == Scale::Logarithmic)
        chooseLogarithmic(wished);
    else
        chooseLinear(fromZero, wished, wantedTicks);
    if (axis.low && m_scale == Scale::Linear)
        m_low = *axis.low;
    if (axis.high && m_scale == Scale::Linear && *axis.high > m_low)
        m_high = *axis.high;
    if (m_scale == Scale::Linear && (axis.low || axis.high)) {
        const double near = (m_high - m_low) * tolerance;
        std::erase_if(m_ticks,
                      [&](const Tick& tick) { return tick.value > m_high + near || tick.value < m_low - near; });
    }
    m_title = prefix.unit.empty() ? axis.label : fmt::format("{} ({})", axis.label, prefix.unit);
}

AxisMap::AxisMap(const std::vector<std::string>& rows, std::string title)
    : m_scale(Scale::Linear), m_low(-0.5), m_high(std::max(static_cast<double>(rows.size()), 1.0) - 0.5),
      m_title(std::move(title))
{
    for (std::size_t i = rows.size(); i-- > 0;)
        m_ticks.push_back({static_cast<double>(rows.size() - 1 - i), rows[i]});
}

void AxisMap::chooseLinear(bool fromZero, const Extent& extent, int wantedTicks)
{
    double low = std::clamp(extent.low / m_divisor, -largestLinear, largestLinear);
    double high = std::clamp(extent.high / m_divisor, -largestLinear, largestLinear);
    if (fromZero) {
        low = std::min(low, 0.0);
        high = std::max(high, 0.0);
    }
    if (!(high - low >= std::numeric_limits<double>::min())) {
        const double room = std::abs(low) * 0.1;
        low -= room;
        high += room == 0 ? 1 : room;
    }
    const double step = niceStep(high - low, wantedTicks);
    low = std::floor(low / step + tolerance) * step;
    const double top = std::ceil(high / step - tolerance) * step;
    // An axis that starts at 0 keeps a margin at the upper edge.
    high = fromZero && high > top - 0.02 * (top - low) ? top + step : top;
    for (const double value : multiplesOf(step, low, high))
        m_ticks.push_back({value * m_divisor, tickText(value, step)});
    m_low = low * m_divisor;
    m_high = high * m_divisor;
}

void AxisMap::chooseLogarithmic(const Extent& extent)
{
    double low =
        std::clamp(std::max(extent.low, extent.smallestPositive) / m_divisor, smallestLogarithmic, largestLogarithmic);
    double high = std::clamp(extent.high / m_divisor, low, largestLogarithmic);
    const double room = std::max(std::pow(high / low, 0.04), 1.05);
    low /= room;
    high *= room;
    for (const double value : logarithmicTicks(low, high))
        m_ticks.push_back({value * m_divisor, fmt::format("{:.6g}", value)});
    m_low = low * m_divisor;
    m_high = high * m_divisor;
}

double AxisMap::pixel(double value) const noexcept
{
    if (std::isnan(value))
        return value;
    const double inside = std::clamp(value, m_low, m_high);
    const double share = m_scale == Scale::Logarithmic ? std::log(inside / m_low) / std::log(m_high / m_low)
                                                       : (inside - m_low) / (m_high - m_low);
    return m_atLow + share * (m_atHigh - m_atLow);
}

} // namespace millrace::report
