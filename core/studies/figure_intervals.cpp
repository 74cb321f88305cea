// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/figure_intervals.h"

#include "core/base/unknown.h"

#include <cmath>
#include <cstdint>
#include <vector>

namespace millrace::studies {

namespace {

constexpr std::size_t draws = 10'000;

/// The means of all resamples of the values' size, drawn with replacement.
std::vector<double> allMeans(std::span<const double> values)
{
    std::vector<double> sums = {0};
    for (std::size_t drawn = 0; drawn < values.size(); ++drawn) {
        std::vector<double> next;
        next.reserve(sums.size() * values.size());
        for (const double sum : sums)
            for (const double value : values)
                next.push_back(sum + value);
        sums = std::move(next);
    }
    for (double& sum : sums)
        sum /= static_cast<double>(values.size());
    return sums;
}

std::vector<double> drawnMeans(std::span<const double> values)
{
    std::vector<double> means;
    std::uint64_t state = 1; // Knuth's MMIX generator
    for (std::size_t i = 0; i < draws; ++i) {
        double sum = 0;
        for (std::size_t drawn = 0; drawn < values.size(); ++drawn) {
            state = state * 6364136223846793005ULL + 1442695040888963407ULL;
            sum += values[(state >> 33U) % values.size()];
        }
        means.push_back(sum / static_cast<double>(values.size()));
    }
    return means;
}

} // namespace

Interval intervalOfMean(std::span<const double> values, IntervalKind kind)
{
    if (values.size() < 2)
        return {unknown, unknown};
    if (kind == IntervalKind::Student)
        return meanInterval(values);
    if (kind == IntervalKind::StandardError) {
        const double error = standardDeviation(values) / std::sqrt(static_cast<double>(values.size()));
        return {mean(values) - error, mean(values) + error};
    }
    const std::vector<double> means = values.size() <= fewValues ? allMeans(values) : drawnMeans(values);
    return {quantile(means, 0.025), quantile(means, 0.975)};
}

std::string intervalText(IntervalKind kind)
{
    switch (kind) {
    case IntervalKind::Bootstrap: return "95 % of the mean by bootstrap";
    case IntervalKind::StandardError: return "one standard error of the mean";
    case IntervalKind::Student: break;
    }
    return "95 % of the mean by Student's t";
}

} // namespace millrace::studies
