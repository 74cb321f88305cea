// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/statistics.h"

#include "core/base/unknown.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace millrace {

namespace {

double squaredDeviations(std::span<const double> values)
{
    const double centre = mean(values);
    return std::accumulate(values.begin(), values.end(), 0.0,
                           [centre](double sum, double value) { return sum + (value - centre) * (value - centre); });
}

double quantileOfSorted(std::span<const double> sorted, double fraction)
{
    const double position = std::clamp(fraction, 0.0, 1.0) * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(position);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return std::lerp(sorted[below], sorted[above], position - static_cast<double>(below));
}

} // namespace

double mean(std::span<const double> values)
{
    if (values.empty())
        return unknown;
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double standardDeviation(std::span<const double> values)
{
    return values.size() < 2 ? unknown : std::sqrt(squaredDeviations(values) / static_cast<double>(values.size() - 1));
}

double populationDeviation(std::span<const double> values)
{
    return values.empty() ? unknown : std::sqrt(squaredDeviations(values) / static_cast<double>(values.size()));
}

double quantile(std::span<const double> values, double fraction)
{
    if (values.empty())
        return unknown;
    std::vector<double> sorted(values.begin(), values.end());
    std::ranges::sort(sorted);
    return quantileOfSorted(sorted, fraction);
}

double median(std::span<const double> values)
{
    return quantile(values, 0.5);
}

} // namespace millrace
