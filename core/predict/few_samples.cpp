// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/few_samples.h"

#include "core/base/random.h"
#include "core/predict/usage_training.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace millrace::predict {

namespace {

constexpr std::size_t mostLearnt = fewSampleCounts.back();
constexpr std::size_t leastPredicted = 3;
constexpr int repetitions = 3;

/// Rows of one metric with one model as the new one.
struct NewModel
{
    const Matrix& x;
    const MetricRows& rows;
    RegressorKind kind;
    std::uint64_t seed;

    /// Adds the relative errors with `own` rows learnt by `learnt` of them.
    Result<void> add(const std::vector<std::size_t>& own, std::size_t learnt, double& sum) const
    {
        std::vector<bool> uses(rows.samples.size(), true);
        for (std::size_t i = learnt; i < own.size(); ++i)
            uses[own[i]] = false;
        MR_TRY(fitted, UsageTraining::fit(kind, x, rows, uses, seed));
        for (std::size_t i = mostLearnt; i < own.size(); ++i) {
            const std::size_t row = own[i];
            const double bound = rows.bounds[row];
            const double target = fitted.predict(x.row(rows.samples[row]), rows.models[row]);
            const double measured = std::exp(rows.targets[row]) * bound;
            sum += std::abs(MetricRows::valueOf(target, rows.kind, bound) - measured) / measured;
        }
        return {};
    }
};

Result<FewSamplesErrors> errorsOf(const Matrix& x, const MetricRows& rows, RegressorKind kind, std::uint64_t seed,
                                  const JobContext& job)
{
    FewSamplesErrors errors;
    std::map<std::string, std::vector<std::size_t>> byModel;
    for (std::size_t i = 0; i < rows.models.size(); ++i)
        byModel[rows.models[i]].push_back(i);
    const NewModel model{x, rows, kind, seed};
    for (auto& [name, own] : byModel) {
        if (own.size() < mostLearnt + leastPredicted || rows.samples.size() < own.size() + leastSamples)
            continue;
        ++errors.models;
        Random random(seed);
        for (int repetition = 0; repetition < repetitions; ++repetition) {
            if (job.cancelled())
                return fail(ErrorCode::Cancelled, "the rating was cancelled");
            shuffle(own, random);
            errors.samples += own.size() - mostLearnt;
            for (std::size_t i = 0; i < fewSampleCounts.size(); ++i)
                MR_CHECK(model.add(own, fewSampleCounts[i], errors.relative[i]));
        }
    }
    for (double& sum : errors.relative)
        sum /= std::max(1.0, static_cast<double>(errors.samples));
    return errors;
}

} // namespace

Result<std::vector<FewSamplesErrors>> rateFewSamples(const UsagePredictor& predictor, const JobContext& job)
{
    MR_TRY(bounds, UsageTraining::boundsOf(predictor.samples()));
    const Matrix x = UsageTraining::inputRows(predictor);
    std::array<FewSamplesErrors, metricCount> all;
    MR_CHECK(UsageTraining::forEachMetric([&](std::size_t metric) -> Result<void> {
        const MetricRows rows = UsageTraining::rowsOf(predictor.samples(), bounds, metric);
        MR_TRY(errors, errorsOf(x, rows, predictor.recommended(), predictor.seed(), job));
        all[metric] = errors;
        all[metric].metric = metric;
        return {};
    }));
    std::vector<FewSamplesErrors> rated;
    std::ranges::copy_if(all, std::back_inserter(rated), [](const FewSamplesErrors& each) { return each.samples > 0; });
    return rated;
}

} // namespace millrace::predict
