// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/usage_drift.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

namespace millrace::predict {

namespace {

using RunName = std::pair<std::string, std::string>; // run, node

std::set<RunName> learntRuns(const UsagePredictor& predictor)
{
    std::set<RunName> names;
    for (const Sample& sample : predictor.samples())
        if (!sample.provenance.run.empty())
            names.emplace(sample.provenance.run, sample.provenance.node);
    return names;
}

/// ln of the beta function.
double lnBeta(double a, double b)
{
    return std::lgamma(a) + std::lgamma(b) - std::lgamma(a + b);
}

double medianOf(std::vector<double> values)
{
    std::ranges::sort(values);
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

} // namespace

bool ComparedValue::isComparable() const noexcept
{
    return !std::isnan(measured) && !std::isnan(interval.low) && !std::isnan(interval.high);
}

bool ComparedValue::isInside() const noexcept
{
    return isComparable() && measured >= interval.low && measured <= interval.high;
}

double ComparedValue::relativeToInterval() const noexcept
{
    if (!isComparable() || !(measured > 0) || !(predicted > 0))
        return unknown;
    const double end = measured > predicted ? interval.high : interval.low;
    const double width = std::log(end / predicted);
    return width != 0 && std::isfinite(width) ? std::log(measured / predicted) / width : unknown;
}

std::vector<ComparedRun> compareRuns(const UsagePredictor& predictor, std::span<const Sample> samples)
{
    const std::set<RunName> learnt = learntRuns(predictor);
    std::vector<ComparedRun> runs;
    for (const Sample& sample : samples) {
        ComparedRun run;
        run.setting = sample.setting;
        run.provenance = sample.provenance;
        run.isLearnt = learnt.contains({sample.provenance.run, sample.provenance.node});
        const UsagePrediction prediction = predictor.predict(sample.setting);
        run.holdOut = prediction.holdOut;
        run.outside = prediction.outside;
        for (std::size_t i = 0; i < metricCount; ++i)
            run.values[i] = {sample.labels[i].value, prediction.metrics[i].value, prediction.metrics[i].interval};
        runs.push_back(std::move(run));
    }
    std::ranges::stable_sort(runs, {}, [](const ComparedRun& run) { return run.provenance.date; });
    return runs;
}

std::vector<Sample> newSamples(const UsagePredictor& predictor, std::span<const Sample> samples)
{
    const std::set<RunName> learnt = learntRuns(predictor);
    std::vector<Sample> fresh;
    for (const Sample& sample : samples)
        if (!learnt.contains({sample.provenance.run, sample.provenance.node}))
            fresh.push_back(sample);
    return fresh;
}

bool Drift::hasDrifted() const noexcept
{
    return std::ranges::any_of(metrics, &MetricDrift::hasDrifted);
}

double probabilityOfInside(std::size_t inside, std::size_t runs, std::size_t errors, double coverage)
{
    const auto m = static_cast<double>(runs);
    const auto n = static_cast<double>(errors);
    const double k = std::ceil((n + 1) * coverage);
    if (k > n)
        return 1;
    double sum = 0;
    for (std::size_t i = 0; i <= inside; ++i) {
        const auto x = static_cast<double>(i);
        const double choose = std::lgamma(m + 1) - std::lgamma(x + 1) - std::lgamma(m - x + 1);
        sum += std::exp(choose + lnBeta(x + k, m - x + n + 1 - k) - lnBeta(k, n + 1 - k));
    }
    return std::min(sum, 1.0);
}

Drift driftOf(const UsagePredictor& predictor, std::span<const ComparedRun> runs, std::size_t last)
{
    Drift drift;
    drift.coverage = predictor.coverage();
    std::vector<const ComparedRun*> fresh;
    for (const ComparedRun& run : runs) {
        if (run.isLearnt)
            ++drift.learnt;
        else
            fresh.push_back(&run);
    }
    if (last > 0 && fresh.size() > last)
        fresh.erase(fresh.begin(), fresh.end() - static_cast<std::ptrdiff_t>(last));
    drift.runs = fresh.size();
    for (std::size_t i = 0; i < metricCount; ++i) {
        MetricDrift metric;
        metric.metric = i;
        std::vector<double> ratios;
        // Runs of new models have intervals of other errors: the fewer ones give the wider distribution.
        std::size_t errors = std::numeric_limits<std::size_t>::max();
        for (const ComparedRun* run : fresh) {
            const ComparedValue& value = run->values[i];
            if (!value.isComparable())
                continue;
            ++metric.runs;
            metric.inside += value.isInside() ? 1 : 0;
            ratios.push_back(value.measured / value.predicted);
            errors = std::min(errors, predictor.heldOutErrors(i, run->holdOut));
        }
        if (metric.runs == 0)
            continue;
        metric.bias = medianOf(std::move(ratios));
        metric.probability = probabilityOfInside(metric.inside, metric.runs, errors, drift.coverage);
        drift.metrics.push_back(metric);
    }
    for (MetricDrift& metric : drift.metrics)
        metric.hasDrifted = metric.probability < driftLevel / static_cast<double>(drift.metrics.size());
    return drift;
}

} // namespace millrace::predict
