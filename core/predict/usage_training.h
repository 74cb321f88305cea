// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/predict/usage_predictor.h"

#include <functional>

namespace millrace::predict {

/// Rows of one metric: inputs, ln(value ÷ bound) and weights of the samples with a label.
struct MetricRows
{
    BoundKind kind = BoundKind::Scale;
    bool isScaled = false;
    std::vector<std::size_t> samples; ///< indices of the samples
    std::vector<std::string> models; ///< of the samples
    std::vector<double> targets;
    std::vector<double> bounds; ///< 1 where not scaled
    std::vector<double> weights;
    std::size_t unbounded = 0; ///< labels without the bound that they need
    bool isShorter = false; ///< a label is below its shortest time: several bursts a step

    /// Value for a predicted target, clipped to what the bound allows.
    [[nodiscard]] static double valueOf(double target, BoundKind kind, double bound) noexcept;
};

/// Steps of a training, shared by train() and learn().
struct UsageTraining
{
    using Predictor = UsagePredictor;

    /// Inputs of all samples.
    [[nodiscard]] static Matrix inputRows(const Predictor& predictor);
    [[nodiscard]] static MetricRows rowsOf(const std::vector<Sample>& samples,
                                           const std::vector<std::array<Bound, metricCount>>& bounds,
                                           std::size_t metric);
    [[nodiscard]] static Result<std::vector<std::array<Bound, metricCount>>>
    boundsOf(const std::vector<Sample>& samples);
    /// Fits to the rows for which `uses` is true.
    [[nodiscard]] static Result<UsageFit> fit(RegressorKind kind, const Matrix& x, const MetricRows& rows,
                                              const std::vector<bool>& uses, std::uint64_t seed);
    /// What one kind is for one metric.
    struct RatedMetric
    {
        UsagePredictor::MetricModel model;
        std::vector<HeldOutErrors> ratings;
    };
    [[nodiscard]] static Result<void> rateMetric(const Predictor& predictor, RegressorKind kind, const Matrix& x,
                                                 const MetricRows& rows, RatedMetric& rated, const JobContext& job);
    /// Does the work of each metric, on all processors; the results do not depend on their number.
    [[nodiscard]] static Result<void> forEachMetric(const std::function<Result<void>(std::size_t)>& work);
    [[nodiscard]] static Result<void> rate(Predictor& predictor, RegressorKind kind, const Matrix& x,
                                           const std::vector<MetricRows>& rows, const JobContext& job);
    static void recommend(Predictor& predictor);
};

} // namespace millrace::predict
