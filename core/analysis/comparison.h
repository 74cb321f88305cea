// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/statistics.h"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace millrace::analysis {

/// A number with its 95 % interval; NaN: unknown.
struct Estimate
{
    double value = 0;
    Interval interval;

    /// Whether both ends are known.
    [[nodiscard]] bool hasInterval() const noexcept;
};

/// Comparison of two groups of values. Differences are "of minus with".
struct Comparison
{
    Summary of;
    Summary with;
    Estimate difference; ///< of the means; Welch's interval
    Estimate relative; ///< difference divided by the mean of `with`; Fieller's interval with Welch's degrees of freedom
    Estimate hedgesG; ///< standardised by the pooled deviation; interval by the noncentral t distribution
    double welchP = 0; ///< two-sided, that the means are equal
    double degrees = 0; ///< of freedom, Welch–Satterthwaite
    double mannWhitneyP = 0; ///< two-sided; exact for few values without ties, else normal with tie correction
    std::size_t pairs = 0; ///< of the paired part below; 0: there is none
    Estimate pairedDifference; ///< Student's interval of the differences within pairs
    double pairedP = 0;
    std::string remark; ///< why a value is unknown; empty otherwise
};

/// Compares two groups of finite values. With fewer than two values in a group, interval and p are unknown.
[[nodiscard]] Comparison compare(std::span<const double> of, std::span<const double> with);
/// Adds the paired part: values of the same block under both conditions, `of` first. Unknown with fewer than two pairs.
void addPairs(Comparison& comparison, std::span<const std::pair<double, double>> pairs);

/// Welch's interval of the difference of means.
[[nodiscard]] Estimate welchDifference(const Summary& of, const Summary& with, double confidence = 0.95);
/// Two-sided p of the rank-sum test of Mann and Whitney; NaN for an empty group.
[[nodiscard]] double mannWhitneyP(std::span<const double> of, std::span<const double> with);
/// Hedges' g with the exact small-sample correction.
[[nodiscard]] Estimate hedgesG(const Summary& of, const Summary& with, double confidence = 0.95);

} // namespace millrace::analysis
