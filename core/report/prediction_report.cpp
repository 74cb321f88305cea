// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/prediction_report.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace millrace::report {

namespace {

using predict::HeldOutErrors;
using predict::MetricPrediction;

std::string boundText(const MetricPrediction& metric, std::string_view unit)
{
    if (std::isnan(metric.bound))
        return {};
    const char* relation = metric.boundKind == predict::BoundKind::Most ? "at most"
        : metric.boundKind == predict::BoundKind::Least                 ? "at least"
                                                                        : "grows with";
    return fmt::format("{} {:.4g} {} ({})", relation, metric.bound, unit, metric.formula);
}

nlohmann::ordered_json numberOrNull(double value)
{
    return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json();
}

const HeldOutErrors* findRating(const std::vector<HeldOutErrors>& ratings, predict::HoldOut holdOut,
                                predict::RegressorKind kind, std::size_t metric)
{
    for (const HeldOutErrors& rating : ratings)
        if (rating.holdOut == holdOut && rating.kind == kind && rating.metric == metric)
            return &rating;
    return nullptr;
}

std::string heldOutText(predict::HoldOut holdOut, std::size_t groups)
{
    switch (holdOut) {
    case predict::HoldOut::Model: return fmt::format("each of {} models", groups);
    case predict::HoldOut::Scale: return fmt::format("each of {} numbers of workers", groups);
    case predict::HoldOut::Rate: return fmt::format("each of {} line rates", groups);
    case predict::HoldOut::Random: break;
    }
    return fmt::format("each of {} random parts", groups);
}

/// `recommended`: with its absolute error and coverage; none: it is not known yet.
Table ratingRows(const std::vector<HeldOutErrors>& ratings, const std::vector<predict::RegressorKind>& kinds,
                 std::optional<predict::RegressorKind> recommended)
{
    Table table;
    table.title = "Errors for samples that were held out";
    table.columns = {{"metric"}, {"held_out", "held out"}, {"samples"}};
    for (const predict::RegressorKind kind : kinds)
        table.columns.push_back({fmt::format("{}.relative", predict::regressorName(kind)),
                                 std::string(predict::regressorName(kind)), "%",
                                 "mean of |predicted - measured| ÷ measured", 3});
    if (recommended) {
        table.columns.push_back(
            {"absolute", "absolute error", "", "of the recommended one: mean of |predicted - measured|", 3});
        table.columns.push_back({"unit"});
        table.columns.push_back({"coverage", "in the interval", "%",
                                 "share of the samples in the intervals made from the other groups", 3});
    }
    table.keys = 2;
    for (std::size_t metric = 0; metric < predict::metricCount; ++metric)
        for (const predict::HoldOut holdOut : predict::allHoldOuts) {
            const HeldOutErrors* any = nullptr;
            std::vector<Cell> cells;
            for (const predict::RegressorKind kind : kinds) {
                const HeldOutErrors* rating = findRating(ratings, holdOut, kind, metric);
                cells.push_back(rating == nullptr ? Cell() : Cell(100 * rating->relative));
                if (rating != nullptr && (any == nullptr || kind == recommended))
                    any = rating;
            }
            if (any == nullptr || (recommended && any->kind != *recommended))
                continue;
            std::vector<Cell> row = {std::string(predict::metrics[metric].label), heldOutText(holdOut, any->groups),
                                     static_cast<double>(any->samples)};
            row.insert(row.end(), cells.begin(), cells.end());
            if (recommended)
                row.insert(row.end(), {any->absolute, std::string(predict::metrics[metric].unit), 100 * any->coverage});
            table.rows.push_back(std::move(row));
        }
    return table;
}

} // namespace

Table predictionTable(const predict::UsagePrediction& prediction, const std::string& title)
{
    Table table;
    table.title = title;
    table.columns = {{"metric"},
                     {"value", "predicted", "", fmt::format("by {}", predict::regressorName(prediction.kind))},
                     {"low", "from", "", "90 % of held-out samples were within from and to, or as the training says"},
                     {"high", "to"},
                     {"unit"},
                     {"bound", "physics", "", "what no value exceeds, or what it grows with"}};
    bool isAnyUnbounded = false;
    for (std::size_t i = 0; i < predict::metricCount; ++i) {
        const MetricPrediction& metric = prediction.metrics[i];
        const predict::Metric& kind = predict::metrics[i];
        isAnyUnbounded = isAnyUnbounded || (metric.isKnown && std::isnan(metric.interval.low));
        if (metric.isKnown)
            table.rows.push_back({std::string(kind.label), metric.value, metric.interval.low, metric.interval.high,
                                  std::string(kind.unit), boundText(metric, kind.unit)});
        else
            table.rows.push_back({std::string(kind.label),
                                  {},
                                  {},
                                  {},
                                  std::string(kind.unit),
                                  prediction.outside.empty() ? "not known: " + metric.reason : "not known"});
    }
    for (const std::string& reason : prediction.outside)
        table.notes.push_back("Not known: " + reason + ".");
    if (isAnyUnbounded)
        table.notes.push_back("Too few samples were held out for an interval.");
    return table;
}

nlohmann::ordered_json predictionJson(const predict::UsagePrediction& prediction)
{
    nlohmann::ordered_json json{{"predictor", predict::regressorName(prediction.kind)},
                                {"known", prediction.isAnyKnown()},
                                {"outside", prediction.outside},
                                {"intervals_from", predict::holdOutName(prediction.holdOut)},
                                {"metrics", nlohmann::ordered_json::array()}};
    static constexpr std::array<const char*, 3> bounds = {"most", "least", "scale"};
    for (std::size_t i = 0; i < predict::metricCount; ++i) {
        const MetricPrediction& metric = prediction.metrics[i];
        nlohmann::ordered_json each{{"id", predict::metrics[i].id},
                                    {"unit", predict::metrics[i].unit},
                                    {"known", metric.isKnown},
                                    {"value", numberOrNull(metric.value)},
                                    {"low", numberOrNull(metric.interval.low)},
                                    {"high", numberOrNull(metric.interval.high)}};
        if (!metric.isKnown)
            each["reason"] = metric.reason;
        if (!std::isnan(metric.bound))
            each["bound"] = {{"kind", bounds[static_cast<std::size_t>(metric.boundKind)]},
                             {"value", metric.bound},
                             {"formula", metric.formula}};
        json["metrics"].push_back(std::move(each));
    }
    return json;
}

std::string predictionTitle(const predict::Setting& setting, predict::RegressorKind kind, std::size_t samples)
{
    return fmt::format("{} on {} workers, by {} from {} samples", setting.model, setting.workers,
                       predict::regressorName(kind), samples);
}

std::vector<std::string> settingSentences(const predict::Setting& setting, const std::vector<std::string>& common,
                                          const predict::UsagePrediction& prediction)
{
    std::vector<std::string> sentences;
    if (!common.empty())
        sentences.push_back(fmt::format("As in all samples: {}.", fmt::join(common, ", ")));
    if (prediction.isAnyKnown() && prediction.holdOut == predict::HoldOut::Model)
        sentences.push_back(
            fmt::format("Model \"{}\" was never measured: intervals are from errors for models that were held out.",
                        setting.model));
    return sentences;
}

Table ratingTable(const predict::UsagePredictor& predictor)
{
    Table table = ratingRows(predictor.ratings(), predictor.kinds(), predictor.recommended());
    for (const std::string& note : predictor.notes())
        table.notes.push_back(note + ".");
    return table;
}

Table ratingTable(const std::vector<predict::HeldOutErrors>& ratings)
{
    std::vector<predict::RegressorKind> kinds;
    for (const HeldOutErrors& rating : ratings)
        if (std::ranges::find(kinds, rating.kind) == kinds.end())
            kinds.push_back(rating.kind);
    return ratingRows(ratings, kinds, std::nullopt);
}

Table fewSamplesTable(const std::vector<predict::FewSamplesErrors>& rated)
{
    Table table;
    table.title = "Error for a new model, by the number of its samples that were learnt";
    table.columns = {{"metric"}, {"models"}};
    for (const std::size_t count : predict::fewSampleCounts)
        table.columns.push_back({fmt::format("learnt_{}", count), fmt::format("{}", count), "%",
                                 "mean of |predicted - measured| ÷ measured, each model in turn the new one", 3});
    for (const predict::FewSamplesErrors& each : rated) {
        std::vector<Cell> row = {std::string(predict::metrics[each.metric].label), static_cast<double>(each.models)};
        for (const double relative : each.relative)
            row.push_back(100 * relative);
        table.rows.push_back(std::move(row));
    }
    return table;
}

Table dataSetTable(const std::vector<predict::RatedPredictor>& rated, const std::string& title)
{
    Table table;
    table.title = title;
    table.columns = {{"predictor"}};
    const std::string how = "mean of squared errors, labels divided by their maxima in the training part";
    for (const predict::Part part : predict::parts)
        table.columns.push_back({fmt::format("{}.squared", predict::partName(part)),
                                 fmt::format("error, {}", predict::partName(part)), "", how, 4});
    table.columns.push_back({"relative", "relative error, test", "%", "mean over metrics and graphs", 3});
    table.columns.push_back({"explained", "R², test", "", "mean over the metrics", 3});
    for (const predict::RatedPredictor& each : rated) {
        std::vector<Cell> row = {std::string(predict::regressorName(each.kind))};
        for (const predict::PartErrors& errors : each.errors)
            row.push_back(errors.squared);
        const predict::PartErrors& test = each.errors[static_cast<std::size_t>(predict::Part::Test)];
        double explained = 0;
        for (const double value : test.explained)
            explained += value / static_cast<double>(predict::metricCount);
        row.insert(row.end(), {100 * test.meanRelative, explained});
        table.rows.push_back(std::move(row));
    }
    return table;
}

Table dataSetMetricTable(const std::vector<predict::RatedPredictor>& rated)
{
    Table table;
    table.title = "Mean relative error of the test part";
    table.columns = {{"metric"}};
    for (const predict::RatedPredictor& each : rated)
        table.columns.push_back(
            {std::string(predict::regressorName(each.kind)), "", "%", "mean of |predicted - label| ÷ label", 3});
    for (std::size_t metric = 0; metric < predict::metricCount; ++metric) {
        std::vector<Cell> row = {std::string(predict::metrics[metric].label)};
        for (const predict::RatedPredictor& each : rated)
            row.push_back(100 * each.errors[static_cast<std::size_t>(predict::Part::Test)].relative[metric]);
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace millrace::report
