// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/usage_training.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <mutex>
#include <thread>

namespace millrace::predict {

namespace {

/// Smallest share of a bound, for labels of 0.
constexpr double leastUtilisation = 1e-6;
/// Times are measured in samples of the detector: so much shorter than the shortest time is no contradiction.
constexpr double timeTolerance = 0.98;
/// Relative error of labels that is taken for granted, for the weights.
constexpr double usualError = 0.05;

/// Predictions for samples that were held out; NaN where too few others were left.
struct HeldOutRows
{
    std::vector<double> predicted; ///< targets
    std::vector<std::size_t> groups;
    std::size_t held = 0; ///< groups
};

Result<HeldOutRows> holdOutRows(RegressorKind kind, const Matrix& x, const MetricRows& rows,
                                const std::vector<std::size_t>& groupOfSample, std::uint64_t seed,
                                const JobContext& job)
{
    HeldOutRows held{std::vector<double>(rows.targets.size(), unknown), {}, 0};
    for (const std::size_t sample : rows.samples)
        held.groups.push_back(groupOfSample[sample]);
    for (std::size_t group = 0; group < groupCount(held.groups); ++group) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "training was cancelled");
        std::vector<bool> uses;
        for (const std::size_t each : held.groups)
            uses.push_back(each != group);
        const auto used = static_cast<std::size_t>(std::ranges::count(uses, true));
        if (used == uses.size() || used < leastSamples / 2)
            continue;
        MR_TRY(fitted, UsageTraining::fit(kind, x, rows, uses, seed));
        ++held.held;
        for (std::size_t i = 0; i < uses.size(); ++i)
            if (!uses[i])
                held.predicted[i] = fitted.predict(x.row(rows.samples[i]), rows.models[i]);
    }
    return held;
}

/// Share of the held-out samples inside of intervals that are made from the errors of the other groups.
double coverageOf(const HeldOutRows& held, const std::vector<double>& errors, double coverage)
{
    double inside = 0, count = 0;
    for (std::size_t group = 0; group < groupCount(held.groups); ++group) {
        std::vector<double> others;
        for (std::size_t i = 0; i < errors.size(); ++i)
            if (held.groups[i] != group && !std::isnan(errors[i]))
                others.push_back(errors[i]);
        const double width = conformalWidth(std::move(others), coverage);
        for (std::size_t i = 0; i < errors.size() && std::isfinite(width); ++i)
            if (held.groups[i] == group && !std::isnan(errors[i])) {
                count += 1;
                inside += errors[i] <= width ? 1 : 0;
            }
    }
    return count > 0 ? inside / count : unknown;
}

HeldOutErrors ratingOf(const HeldOutRows& held, const MetricRows& rows, const std::vector<double>& errors,
                       double coverage)
{
    HeldOutErrors rating;
    double absolute = 0, relative = 0, logError = 0;
    for (std::size_t i = 0; i < errors.size(); ++i) {
        if (std::isnan(errors[i]))
            continue;
        const double measured = std::exp(rows.targets[i]) * rows.bounds[i];
        const double error = std::abs(MetricRows::valueOf(held.predicted[i], rows.kind, rows.bounds[i]) - measured);
        ++rating.samples;
        absolute += error;
        relative += error / measured;
        logError += errors[i];
    }
    rating.groups = held.held;
    if (rating.samples == 0)
        return rating;
    const auto count = static_cast<double>(rating.samples);
    rating.absolute = absolute / count;
    rating.relative = relative / count;
    rating.logError = logError / count;
    rating.coverage = coverageOf(held, errors, coverage);
    return rating;
}

} // namespace

double UsageFit::predict(std::span<const double> row, const std::string& model) const
{
    const auto offset = offsets.find(model);
    return (trend ? trend->predict(row) : 0) + regressor.predict(row) + (offset == offsets.end() ? 0 : offset->second);
}

double MetricRows::valueOf(double target, BoundKind kind, double bound) noexcept
{
    if (kind == BoundKind::Most)
        target = std::min(target, 0.0);
    else if (kind == BoundKind::Least)
        target = std::max(target, 0.0);
    return std::exp(target) * bound;
}

Matrix UsageTraining::inputRows(const Predictor& predictor)
{
    Matrix x(predictor.m_inputs.inputs().size());
    for (const Sample& sample : predictor.m_samples)
        x.append(predictor.m_inputs.row(sample.setting));
    return x;
}

Result<std::vector<std::array<Bound, metricCount>>> UsageTraining::boundsOf(const std::vector<Sample>& samples)
{
    std::vector<std::array<Bound, metricCount>> bounds;
    for (const Sample& sample : samples) {
        auto traffic = stepTraffic(sample.setting);
        if (!traffic)
            return within(fmt::format("sample of run \"{}\"", sample.provenance.run), std::move(traffic).error());
        bounds.push_back(predict::boundsOf(sample.setting, *traffic));
    }
    return bounds;
}

MetricRows UsageTraining::rowsOf(const std::vector<Sample>& samples,
                                 const std::vector<std::array<Bound, metricCount>>& bounds, std::size_t metric)
{
    MetricRows rows;
    rows.isScaled = true;
    bool isShorter = false;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const double value = samples[i].labels[metric].value;
        const Bound& bound = bounds[i][metric];
        if (std::isnan(value))
            continue;
        rows.kind = bound.kind;
        rows.isScaled = rows.isScaled && bound.value > 0;
        isShorter = isShorter || value < timeTolerance * bound.value;
    }
    if (rows.kind == BoundKind::Most)
        rows.isScaled = true;
    else if (rows.kind == BoundKind::Least && (!rows.isScaled || isShorter)) {
        rows.isShorter = rows.isScaled;
        rows.kind = BoundKind::Scale;
    }
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const Label& label = samples[i].labels[metric];
        if (!label.isKnown())
            continue;
        const double bound = rows.isScaled ? bounds[i][metric].value : 1;
        if (!(bound > 0)) {
            ++rows.unbounded;
            continue;
        }
        const double target = std::log(std::max(label.value / bound, leastUtilisation));
        rows.samples.push_back(i);
        rows.models.push_back(samples[i].setting.model);
        rows.targets.push_back(rows.kind == BoundKind::Most        ? std::min(target, 0.0)
                                   : rows.kind == BoundKind::Least ? std::max(target, 0.0)
                                                                   : target);
        rows.bounds.push_back(bound);
        const double error = label.relativeError() / usualError;
        rows.weights.push_back(1 / (1 + error * error));
    }
    return rows;
}

Result<UsageFit> UsageTraining::fit(RegressorKind kind, const Matrix& x, const MetricRows& rows,
                                    const std::vector<bool>& uses, std::uint64_t seed)
{
    // Half the trees at twice the rate of the usual ones: nearly as good with some hundred rows, in half the time.
    BoostingOptions boosting;
    boosting.trees = 150;
    boosting.rate = 0.1;
    Matrix inputs(x.columns());
    std::vector<double> targets, weights;
    std::vector<std::string> models;
    for (std::size_t i = 0; i < rows.samples.size(); ++i)
        if (uses[i]) {
            inputs.append(x.row(rows.samples[i]));
            targets.push_back(rows.targets[i]);
            weights.push_back(rows.weights[i]);
            models.push_back(rows.models[i]);
        }
    // The regressor and the offsets in turn, each fitted to what the other one leaves. Trees separate models
    // themselves.
    std::map<std::string, double> offsets;
    std::optional<Regressor> trend;
    if (kind == RegressorKind::BoostedTrees) {
        MR_TRY(fitted, Regressor::fit(RegressorKind::Ridge, inputs, targets, weights, seed));
        for (std::size_t i = 0; i < targets.size(); ++i)
            targets[i] -= fitted.predict(inputs.row(i));
        trend = std::move(fitted);
    }
    for (int round = 1;; ++round) {
        std::vector<double> rest = targets;
        for (std::size_t i = 0; i < rest.size(); ++i)
            rest[i] -= offsets[models[i]];
        MR_TRY(regressor, Regressor::fit(kind, inputs, rest, weights, seed, boosting));
        std::map<std::string, std::pair<double, double>> sums;
        for (std::size_t i = 0; i < targets.size(); ++i) {
            auto& [sum, count] = sums[models[i]];
            sum += weights[i] * (targets[i] - regressor.predict(inputs.row(i)));
            count += weights[i];
        }
        for (const auto& [model, sum] : sums)
            offsets[model] = sum.first / (sum.second + UsageFit::offsetPrior);
        if (kind == RegressorKind::BoostedTrees || round == 3)
            return UsageFit{std::move(regressor), std::move(trend), std::move(offsets)};
    }
}

Result<void> UsageTraining::rateMetric(const Predictor& predictor, RegressorKind kind, const Matrix& x,
                                       const MetricRows& rows, RatedMetric& rated, const JobContext& job)
{
    UsagePredictor::MetricModel& model = rated.model;
    model.kind = rows.kind;
    model.isScaled = rows.isScaled;
    model.samples = rows.samples.size();
    if (model.samples < leastSamples)
        return {};
    const TrainingOptions& options = predictor.m_options;
    MR_TRY(fitted, fit(kind, x, rows, std::vector<bool>(model.samples, true), options.seed));
    model.fit = std::move(fitted);
    for (const HoldOut holdOut : allHoldOuts) {
        MR_TRY(held,
               holdOutRows(kind, x, rows, groupsOf(holdOut, predictor.m_samples, options.seed), options.seed, job));
        std::vector<double> errors;
        for (std::size_t i = 0; i < held.predicted.size(); ++i) {
            const double value = MetricRows::valueOf(held.predicted[i], model.kind, rows.bounds[i]);
            errors.push_back(std::abs(std::log(value / rows.bounds[i]) - rows.targets[i]));
        }
        HeldOutErrors rating = ratingOf(held, rows, errors, options.coverage);
        rating.holdOut = holdOut;
        rating.kind = kind;
        if (rating.samples > 0)
            rated.ratings.push_back(rating);
        std::erase_if(errors, [](double each) { return std::isnan(each); });
        if (holdOut == HoldOut::Random)
            model.randomErrors = std::move(errors);
        else if (holdOut == HoldOut::Model)
            model.modelErrors = std::move(errors);
    }
    return {};
}

Result<void> UsageTraining::rate(Predictor& predictor, RegressorKind kind, const Matrix& x,
                                 const std::vector<MetricRows>& rows, const JobContext& job)
{
    std::array<RatedMetric, metricCount> rated;
    std::mutex calling;
    const auto rateOne = [&](std::size_t metric) -> Result<void> {
        MR_CHECK(rateMetric(predictor, kind, x, rows[metric], rated[metric], {job.stop, {}}));
        for (HeldOutErrors& rating : rated[metric].ratings)
            rating.metric = metric;
        const std::lock_guard lock(calling);
        if (predictor.m_options.rated)
            predictor.m_options.rated(rated[metric].ratings);
        return {};
    };
    MR_CHECK(forEachMetric(rateOne));
    UsagePredictor::Models models;
    for (std::size_t metric = 0; metric < metricCount; ++metric) {
        models[metric] = std::move(rated[metric].model);
        std::ranges::copy(rated[metric].ratings, std::back_inserter(predictor.m_ratings));
    }
    predictor.m_models.emplace_back(kind, std::move(models));
    return {};
}

Result<void> UsageTraining::forEachMetric(const std::function<Result<void>(std::size_t)>& work)
{
    std::array<Result<void>, metricCount> results;
    std::atomic<std::size_t> next = 0;
    {
        std::vector<std::jthread> threads;
        for (unsigned i = 0; i < std::clamp(std::thread::hardware_concurrency(), 1u, unsigned(metricCount)); ++i)
            threads.emplace_back([&] {
                for (std::size_t metric = next++; metric < metricCount; metric = next++)
                    results[metric] = work(metric);
            });
    }
    for (Result<void>& result : results)
        MR_CHECK(std::move(result));
    return {};
}

void UsageTraining::recommend(Predictor& predictor)
{
    const bool isByModel = predictor.m_inputs.models().size() >= leastModels;
    predictor.m_recommendedBy = isByModel ? HoldOut::Model : HoldOut::Random;
    double least = std::numeric_limits<double>::infinity();
    for (const auto& [kind, models] : predictor.m_models) {
        double error = 0, count = 0;
        for (const HeldOutErrors& rating : predictor.m_ratings)
            if (rating.kind == kind && rating.holdOut == predictor.m_recommendedBy) {
                error += rating.logError;
                count += 1;
            }
        if (count > 0 && error / count < least) {
            least = error / count;
            predictor.m_recommended = kind;
        }
    }
}

} // namespace millrace::predict
