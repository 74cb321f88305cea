// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/statistics.h"

#include "core/base/unknown.h"

#include <algorithm>
#include <boost/math/distributions/beta.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace millrace {

// What needs Boost: statistics.cpp is also compiled on nodes that do not have it.

Interval meanInterval(std::span<const double> values, double confidence)
{
    if (values.size() < 2)
        return {unknown, unknown};
    const auto count = static_cast<double>(values.size());
    const boost::math::students_t distribution(count - 1);
    const double factor = boost::math::quantile(distribution, 0.5 + confidence / 2);
    const double half = factor * standardDeviation(values) / std::sqrt(count);
    const double centre = mean(values);
    return {centre - half, centre + half};
}

Interval binomialInterval(std::uint64_t hits, std::uint64_t trials, double confidence)
{
    if (trials == 0)
        return {0, 1};
    const double tail = (1 - confidence) / 2;
    const auto k = static_cast<double>(hits);
    const auto n = static_cast<double>(trials);
    using boost::math::beta_distribution;
    const double low = hits == 0 ? 0 : boost::math::quantile(beta_distribution<>(k, n - k + 1), tail);
    const double high = hits == trials ? 1 : boost::math::quantile(beta_distribution<>(k + 1, n - k), 1 - tail);
    return {low, high};
}

Summary summarise(std::span<const double> values)
{
    if (values.empty())
        return {0, unknown, unknown, unknown, unknown, unknown, {unknown, unknown}};
    std::vector<double> sorted(values.begin(), values.end());
    std::ranges::sort(sorted);
    return {sorted.size(),  mean(values),  standardDeviation(values), sorted.front(),
            median(sorted), sorted.back(), meanInterval(values)};
}

} // namespace millrace
