// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/predict/dataset.h"
#include "core/predict/pooled_features.h"
#include "core/predict/regressor.h"

#include <array>
#include <cstdint>
#include <vector>

namespace millrace::predict {

/// Errors for the graphs of one part of a data set.
struct PartErrors
{
    std::size_t graphs = 0;
    double squared = 0; ///< mean over graphs and labels of the squared error, labels divided by their maxima
    std::array<double, metricCount> absolute{}; ///< mean absolute error, in the unit of each metric
    std::array<double, metricCount> relative{}; ///< mean of |predicted - label| ÷ label
    std::array<double, metricCount> explained{}; ///< R²; NaN where all labels are equal
    double meanRelative = 0; ///< over the metrics
};
/// Compares predictions, in the order of batches and graphs, with the labels of a part.
[[nodiscard]] PartErrors errorsOf(const DataSet& set, Part part,
                                  const std::vector<std::array<double, metricCount>>& predictions);

/// One regressor for each metric on the pooled features of a graph, trained on labels that are divided by their
/// maxima. The published networks are compared with these.
class TabularPredictor
{
public:
    /// Fits to the training part. InvalidInput for sets with other than three node features.
    [[nodiscard]] static Result<TabularPredictor> fit(RegressorKind kind, const DataSet& set, std::uint64_t seed,
                                                      const JobContext& job = {});

    /// In the units of the metrics; not below 0.
    [[nodiscard]] std::array<double, metricCount> predict(const PooledFeatures& features) const;
    [[nodiscard]] std::vector<std::array<double, metricCount>> predict(const DataSet& set, Part part) const;

private:
    TabularPredictor() = default;
    std::vector<Regressor> m_regressors; ///< by metric
    std::array<double, metricCount> m_maxima{};
};

/// A predictor and its errors, by part.
struct RatedPredictor
{
    RegressorKind kind = RegressorKind::Mean;
    std::array<PartErrors, 3> errors; ///< by Part
};
/// Fits all kinds that this build has, the one with the least squared error on the validation part first: it is the
/// recommended one.
[[nodiscard]] Result<std::vector<RatedPredictor>> ratePredictors(const DataSet& set, std::uint64_t seed,
                                                                 const JobContext& job = {});

} // namespace millrace::predict
