// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/tabular_predictor.h"

#include "core/base/unknown.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace millrace::predict {

PartErrors errorsOf(const DataSet& set, Part part, const std::vector<std::array<double, metricCount>>& predictions)
{
    const std::array<double, metricCount> maxima = labelMaxima(set);
    PartErrors errors;
    std::array<double, metricCount> sums{}, squares{}, residuals{};
    for (const Batch& batch : set.of(part))
        for (std::size_t graph = 0; graph < batch.graphs && errors.graphs < predictions.size(); ++graph) {
            const std::span<const float> labels = batch.labelsOf(graph);
            for (std::size_t i = 0; i < metricCount; ++i) {
                const double label = labels[i];
                const double error = predictions[errors.graphs][i] - label;
                errors.squared += error / maxima[i] * (error / maxima[i]);
                errors.absolute[i] += std::abs(error);
                errors.relative[i] += std::abs(error) / label;
                sums[i] += label;
                squares[i] += label * label;
                residuals[i] += error * error;
            }
            ++errors.graphs;
        }
    const auto count = static_cast<double>(errors.graphs);
    errors.squared /= count * static_cast<double>(metricCount);
    for (std::size_t i = 0; i < metricCount; ++i) {
        errors.absolute[i] /= count;
        errors.relative[i] /= count;
        const double spread = squares[i] - sums[i] * sums[i] / count;
        errors.explained[i] = spread > 0 ? 1 - residuals[i] / spread : unknown;
        errors.meanRelative += errors.relative[i] / static_cast<double>(metricCount);
    }
    return errors;
}

Result<TabularPredictor> TabularPredictor::fit(RegressorKind kind, const DataSet& set, std::uint64_t seed,
                                               const JobContext& job)
{
    MR_CHECK(check(set));
    if (set.of(Part::Train).front().nodeFeatures != 3)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{}: pooled features are of three node features, but nodes have {}", set.name,
                                set.of(Part::Train).front().nodeFeatures));
    TabularPredictor predictor;
    predictor.m_maxima = labelMaxima(set);
    Matrix x(pooledFeatureCount);
    std::array<std::vector<double>, metricCount> y;
    for (const Batch& batch : set.of(Part::Train))
        for (std::size_t graph = 0; graph < batch.graphs; ++graph) {
            x.append(pooledFeatures(batch, graph));
            for (std::size_t i = 0; i < metricCount; ++i)
                y[i].push_back(static_cast<double>(batch.labelsOf(graph)[i]) / predictor.m_maxima[i]);
        }
    for (const std::vector<double>& targets : y) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "training was cancelled");
        MR_TRY(regressor, Regressor::fit(kind, x, targets, {}, seed));
        predictor.m_regressors.push_back(std::move(regressor));
    }
    return predictor;
}

std::array<double, metricCount> TabularPredictor::predict(const PooledFeatures& features) const
{
    std::array<double, metricCount> values{};
    for (std::size_t i = 0; i < metricCount; ++i)
        values[i] = std::max(0.0, m_regressors[i].predict(features) * m_maxima[i]);
    return values;
}

std::vector<std::array<double, metricCount>> TabularPredictor::predict(const DataSet& set, Part part) const
{
    std::vector<std::array<double, metricCount>> predictions;
    for (const Batch& batch : set.of(part))
        for (std::size_t graph = 0; graph < batch.graphs; ++graph)
            predictions.push_back(predict(pooledFeatures(batch, graph)));
    return predictions;
}

Result<std::vector<RatedPredictor>> ratePredictors(const DataSet& set, std::uint64_t seed, const JobContext& job)
{
    if (set.of(Part::Validation).empty())
        return fail(ErrorCode::InvalidInput, set.name + ": no graph to validate with");
    std::vector<RatedPredictor> rated;
    for (const RegressorKind kind : availableRegressors()) {
        MR_TRY(predictor, TabularPredictor::fit(kind, set, seed, job));
        RatedPredictor& each = rated.emplace_back();
        each.kind = kind;
        for (const Part part : parts)
            each.errors[static_cast<std::size_t>(part)] = errorsOf(set, part, predictor.predict(set, part));
    }
    const auto validation = [](const RatedPredictor& each) {
        return each.errors[static_cast<std::size_t>(Part::Validation)].squared;
    };
    std::ranges::stable_sort(rated, {}, validation);
    return rated;
}

} // namespace millrace::predict
