// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace millrace {

struct Interval
{
    double low = 0;
    double high = 0;

    [[nodiscard]] bool contains(double value) const noexcept { return value >= low && value <= high; }
    bool operator==(const Interval&) const = default;
};

/// No function here ignores a value: the caller removes NaN first. Empty input gives NaN.

[[nodiscard]] double mean(std::span<const double> values);
/// Sample standard deviation (n-1); NaN for fewer than two values.
[[nodiscard]] double standardDeviation(std::span<const double> values);
/// Population standard deviation (n), as KungFu's benchmarks use it.
[[nodiscard]] double populationDeviation(std::span<const double> values);
/// Quantile with linear interpolation between closest ranks (R type 7, numpy's default). `fraction` from 0 to 1.
[[nodiscard]] double quantile(std::span<const double> values, double fraction);
[[nodiscard]] double median(std::span<const double> values);
/// Confidence interval of the mean by Student's t. NaN bounds for fewer than two values.
[[nodiscard]] Interval meanInterval(std::span<const double> values, double confidence = 0.95);
/// Clopper–Pearson interval for a probability after `hits` of `trials`.
[[nodiscard]] Interval binomialInterval(std::uint64_t hits, std::uint64_t trials, double confidence);

/// Descriptive statistics for tables.
struct Summary
{
    std::size_t count = 0;
    double mean = 0;
    double deviation = 0; ///< sample standard deviation
    double minimum = 0;
    double median = 0;
    double maximum = 0;
    Interval interval; ///< 95 % confidence, of the mean
};
[[nodiscard]] Summary summarise(std::span<const double> values);

} // namespace millrace
