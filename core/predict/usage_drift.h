// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/predict/usage_predictor.h"

#include <array>
#include <span>
#include <string>
#include <vector>

namespace millrace::predict {

/// A metric of a run, predicted and measured, in its unit; unknown: not predicted, or not measured.
struct ComparedValue
{
    double measured = unknown;
    double predicted = unknown;
    Interval interval{unknown, unknown};

    /// Whether there are a measured value and an interval.
    [[nodiscard]] bool isComparable() const noexcept;
    [[nodiscard]] bool isInside() const noexcept;
    /// ln(measured ÷ predicted) ÷ ln(end of the interval on that side ÷ predicted): above 1 it is outside. Unknown
    /// where it is not comparable, or where the interval has no width on that side.
    [[nodiscard]] double relativeToInterval() const noexcept;
};

/// A measured run and what the predictor says of its setting.
struct ComparedRun
{
    Setting setting;
    Provenance provenance;
    bool isLearnt = false; ///< among the samples of the predictor: it says nothing about the error for new runs
    HoldOut holdOut = HoldOut::Random; ///< errors that the intervals are made of
    std::vector<std::string> outside; ///< why nothing is predicted
    std::array<ComparedValue, metricCount> values;
};

/// Predicts the setting of each sample; the oldest run first.
[[nodiscard]] std::vector<ComparedRun> compareRuns(const UsagePredictor& predictor, std::span<const Sample> samples);

/// Samples of runs that the predictor has not learnt, in their order. A sample without the name of a run is new.
[[nodiscard]] std::vector<Sample> newSamples(const UsagePredictor& predictor, std::span<const Sample> samples);

/// Recent errors of one metric against its intervals.
struct MetricDrift
{
    std::size_t metric = 0; ///< index in `metrics`
    std::size_t runs = 0; ///< new runs with a measured value and an interval
    std::size_t inside = 0; ///< of them, those inside of the interval
    double bias = unknown; ///< median of measured ÷ predicted
    double probability = unknown; ///< of so few inside or fewer, without a drift
    bool hasDrifted = false;
};

/// Whether recent runs differ from what the predictor learnt. Without a drift a new run and the n held-out errors of an
/// interval are exchangeable, so the number of m runs inside has the beta-binomial distribution of m, k and n + 1 - k
/// with k = ⌈(n + 1) · coverage⌉. A metric has drifted where that distribution gives so few or fewer inside with a
/// probability below 0.05 ÷ the number of tested metrics.
struct Drift
{
    double coverage = unknown; ///< of the intervals, as the training asked for
    std::size_t runs = 0; ///< new ones that were looked at, the most recent ones
    std::size_t learnt = 0; ///< runs that were left out because the predictor learnt them
    std::vector<MetricDrift> metrics; ///< those with a comparable run

    [[nodiscard]] bool hasDrifted() const noexcept;
};
inline constexpr double driftLevel = 0.05;
/// Of the `last` new runs; 0: all.
[[nodiscard]] Drift driftOf(const UsagePredictor& predictor, std::span<const ComparedRun> runs, std::size_t last = 0);

/// Probability of `inside` or fewer of `runs` within intervals of `coverage` that were made of `errors` held-out ones;
/// 1 where the errors are too few for the coverage.
[[nodiscard]] double probabilityOfInside(std::size_t inside, std::size_t runs, std::size_t errors, double coverage);

} // namespace millrace::predict
