// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/usage_predictor.h"

#include "core/predict/usage_training.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::predict {

namespace {

void notKnown(MetricPrediction& metric, std::string reason)
{
    metric.isKnown = false;
    metric.reason = std::move(reason);
}

void addNotes(const std::vector<MetricRows>& rows, std::vector<std::string>& notes)
{
    std::vector<std::string_view> without;
    for (std::size_t i = 0; i < metricCount; ++i) {
        if (rows[i].unbounded > 0)
            notes.push_back(
                fmt::format("{}: {} samples have no line rate and are not used", metrics[i].label, rows[i].unbounded));
        if (rows[i].isShorter)
            notes.push_back(
                fmt::format("{}: some bursts are shorter than a step can be, so the shortest time of a step is "
                            "used as a scale, not as a bound",
                            metrics[i].label));
        if (rows[i].samples.empty())
            without.push_back(metrics[i].label);
        else if (rows[i].samples.size() < leastSamples)
            notes.push_back(
                fmt::format("{}: {} samples, {} are needed", metrics[i].label, rows[i].samples.size(), leastSamples));
    }
    if (!without.empty())
        notes.push_back(fmt::format("No sample has {}", fmt::join(without, ", ")));
}

} // namespace

bool UsagePrediction::isAnyKnown() const noexcept
{
    return std::ranges::any_of(metrics, &MetricPrediction::isKnown);
}

std::vector<RegressorKind> UsagePredictor::kinds() const
{
    std::vector<RegressorKind> kinds;
    for (const auto& [kind, models] : m_models)
        kinds.push_back(kind);
    return kinds;
}

std::size_t UsagePredictor::heldOutErrors(std::size_t metric, HoldOut holdOut) const
{
    const auto found = std::ranges::find(m_models, m_recommended, [](const auto& each) { return each.first; });
    if (found == m_models.end())
        return 0;
    const MetricModel& model = found->second[metric];
    return holdOut == HoldOut::Model ? model.modelErrors.size() : model.randomErrors.size();
}

Result<UsagePredictor> UsagePredictor::train(std::vector<Sample> samples, const TrainingOptions& options,
                                             const JobContext& job)
{
    UsagePredictor predictor;
    predictor.m_options = options;
    if (predictor.m_options.kinds.empty())
        predictor.m_options.kinds = availableRegressors();
    predictor.m_samples = std::move(samples);
    std::vector<Setting> settings;
    for (const Sample& sample : predictor.m_samples)
        settings.push_back(sample.setting);
    predictor.m_inputs = SettingInputs::choose(settings);
    MR_TRY(bounds, UsageTraining::boundsOf(predictor.m_samples));
    std::vector<MetricRows> rows;
    for (std::size_t metric = 0; metric < metricCount; ++metric)
        rows.push_back(UsageTraining::rowsOf(predictor.m_samples, bounds, metric));
    const auto isEnough = [](const MetricRows& each) { return each.samples.size() >= leastSamples; };
    if (std::ranges::none_of(rows, isEnough))
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} samples; a predictor needs {} or more with a value of the same metric",
                                predictor.m_samples.size(), leastSamples));
    addNotes(rows, predictor.m_notes);
    const Matrix x = UsageTraining::inputRows(predictor);
    long long done = 0;
    for (const RegressorKind kind : predictor.m_options.kinds) {
        if (job.report)
            job.report(done++, static_cast<long long>(predictor.m_options.kinds.size()), regressorName(kind));
        MR_CHECK(UsageTraining::rate(predictor, kind, x, rows, job));
    }
    UsageTraining::recommend(predictor);
    predictor.m_options.rated = {};
    return predictor;
}

Result<UsagePredictor> UsagePredictor::learn(const Sample& sample, const JobContext& job) const
{
    if (const Issues issues = validate(sample); hasErrors(issues))
        return fail(ErrorCode::InvalidInput, "the sample: " + issueText(issues.front()));
    const std::vector<double> inputs = m_inputs.row(sample.setting);
    for (std::size_t i = 0; i < inputs.size(); ++i)
        if (std::isnan(inputs[i]))
            return fail(ErrorCode::InvalidInput,
                        fmt::format("the sample has no \"{}\", which all others have; add it, or train again",
                                    m_inputs.inputs()[i].fact));
    UsagePredictor next = *this;
    next.m_samples.push_back(sample);
    std::vector<Setting> settings;
    for (const Sample& each : next.m_samples)
        settings.push_back(each.setting);
    next.m_inputs = SettingInputs::choose(settings);
    const bool isSameInputs =
        std::ranges::equal(next.m_inputs.inputs(), m_inputs.inputs(), {}, &Input::name, &Input::name);
    MR_TRY(bounds, UsageTraining::boundsOf(next.m_samples));
    const Matrix x = UsageTraining::inputRows(next);
    for (auto& [kind, models] : next.m_models) {
        // With a further input all regressors have other rows; without, those that are not used can wait.
        const bool isNeeded = !isSameInputs || kind == m_recommended || kind == RegressorKind::Ridge;
        MR_CHECK(UsageTraining::forEachMetric([&, &all = models, of = kind](std::size_t metric) -> Result<void> {
            if (job.cancelled())
                return fail(ErrorCode::Cancelled, "training was cancelled");
            MetricModel& model = all[metric];
            const MetricRows rows = UsageTraining::rowsOf(next.m_samples, bounds, metric);
            const bool isNew = !rows.samples.empty() && rows.samples.back() + 1 == next.m_samples.size();
            const bool isSameTarget = rows.kind == model.kind && rows.isScaled == model.isScaled;
            if (isSameTarget && !(isNeeded && (isNew || !isSameInputs)))
                return {};
            if (isNew && isSameTarget && model.fit) {
                const double bound = rows.bounds.back();
                const double before =
                    MetricRows::valueOf(model.fit->predict(inputs, sample.setting.model), model.kind, bound);
                const double error = std::abs(std::log(before / bound) - rows.targets.back());
                (m_inputs.isKnownModel(sample.setting.model) ? model.randomErrors : model.modelErrors).push_back(error);
            }
            model.kind = rows.kind;
            model.isScaled = rows.isScaled;
            model.samples = rows.samples.size();
            if (model.samples < leastSamples)
                return {};
            MR_TRY(fitted, UsageTraining::fit(of, x, rows, std::vector<bool>(model.samples, true), m_options.seed));
            model.fit = std::move(fitted);
            return {};
        }));
    }
    return next;
}

UsagePrediction UsagePredictor::predict(const Setting& setting, RegressorKind kind) const
{
    UsagePrediction prediction;
    prediction.kind = kind;
    prediction.outside = m_inputs.outside(setting);
    const bool isNewModel = !m_inputs.isKnownModel(setting.model);
    prediction.holdOut = isNewModel ? HoldOut::Model : HoldOut::Random;
    if (isNewModel && m_inputs.models().size() < leastModels)
        prediction.outside.push_back(
            fmt::format("model \"{}\" was never measured, and samples of {} models are too few "
                        "to predict another one from",
                        setting.model, m_inputs.models().size()));
    const auto traffic = stepTraffic(setting);
    if (!traffic)
        prediction.outside.push_back(traffic.error().text());
    const auto bounds = boundsOf(setting, traffic ? *traffic : StepTraffic{});
    const auto found = std::ranges::find(m_models, kind, [](const auto& each) { return each.first; });
    const std::vector<double> inputs = m_inputs.row(setting);
    for (std::size_t i = 0; i < metricCount; ++i) {
        MetricPrediction& metric = prediction.metrics[i];
        if (found == m_models.end()) {
            notKnown(metric, fmt::format("no {} was trained", regressorName(kind)));
            continue;
        }
        const MetricModel& model = found->second[i];
        metric.boundKind = model.kind;
        metric.bound = model.isScaled ? bounds[i].value : unknown;
        metric.formula = bounds[i].formula;
        if (!model.fit) {
            notKnown(metric, fmt::format("{} samples have it, {} are needed", model.samples, leastSamples));
        } else if (!prediction.outside.empty()) {
            notKnown(metric, prediction.outside.front());
        } else if (model.isScaled && !(metric.bound > 0)) {
            notKnown(metric, fmt::format("{} cannot be computed from this setting", bounds[i].formula));
        } else {
            const double bound = model.isScaled ? metric.bound : 1;
            const double target = model.fit->predict(inputs, setting.model);
            const double width =
                conformalWidth(isNewModel ? model.modelErrors : model.randomErrors, m_options.coverage);
            metric.isKnown = true;
            metric.value = MetricRows::valueOf(target, model.kind, bound);
            if (std::isfinite(width)) {
                const double centre = std::log(metric.value / bound);
                metric.interval = {MetricRows::valueOf(centre - width, model.kind, bound),
                                   MetricRows::valueOf(centre + width, model.kind, bound)};
            }
        }
    }
    return prediction;
}

} // namespace millrace::predict
