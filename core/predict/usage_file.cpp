// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/predict/usage_predictor.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::predict {

namespace {

constexpr int usageVersion = 1;
constexpr std::string_view usageFormat = "millrace-predictor";
constexpr std::array<std::string_view, 3> boundNames = {"most", "least", "scale"};
constexpr std::size_t mostPredictorBytes = std::size_t(512) << 20;

Error damagedPredictor(std::string_view what)
{
    return fail(ErrorCode::Corrupt, fmt::format("the predictor is damaged: {}; train it again", what));
}

Json number(double value)
{
    return std::isnan(value) ? Json() : Json(value);
}

double numberOf(const Json& json)
{
    return json.is_null() ? unknown : json.get<double>();
}

Json ratingJson(const HeldOutErrors& rating)
{
    return {{"held_out", holdOutName(rating.holdOut)},
            {"kind", regressorName(rating.kind)},
            {"metric", metrics[rating.metric].id},
            {"samples", rating.samples},
            {"groups", rating.groups},
            {"absolute", number(rating.absolute)},
            {"relative", number(rating.relative)},
            {"log_error", number(rating.logError)},
            {"coverage", number(rating.coverage)}};
}

/// Index of a name; the size of the list for another one.
template <typename Names>
std::size_t indexOf(const Names& names, const Json& name)
{
    return static_cast<std::size_t>(std::ranges::find(names, name.get<std::string>()) - names.begin());
}

HoldOut holdOutOf(const Json& json)
{
    for (const HoldOut holdOut : allHoldOuts)
        if (holdOutName(holdOut) == json.get<std::string>())
            return holdOut;
    return HoldOut::Random;
}

} // namespace

struct UsageFile
{
    static Json modelJson(const UsagePredictor::MetricModel& model)
    {
        Json json{{"bound", boundNames[static_cast<std::size_t>(model.kind)]},
                  {"scaled", model.isScaled},
                  {"samples", model.samples},
                  {"random_errors", model.randomErrors},
                  {"model_errors", model.modelErrors}};
        if (model.fit) {
            json["regressor"] = model.fit->regressor.toJson();
            if (model.fit->trend)
                json["trend"] = model.fit->trend->toJson();
            json["offsets"] = model.fit->offsets;
        }
        return json;
    }

    /// May throw what Json throws.
    static Result<UsagePredictor::MetricModel> readModel(const Json& json, std::size_t inputs)
    {
        UsagePredictor::MetricModel model;
        const std::size_t bound = indexOf(boundNames, json.at("bound"));
        if (bound >= boundNames.size())
            return damagedPredictor("an unknown kind of bound");
        model.kind = static_cast<BoundKind>(bound);
        model.isScaled = json.at("scaled").get<bool>();
        model.samples = json.at("samples").get<std::size_t>();
        model.randomErrors = json.at("random_errors").get<std::vector<double>>();
        model.modelErrors = json.at("model_errors").get<std::vector<double>>();
        if (json.contains("regressor")) {
            MR_TRY(regressor, Regressor::parse(json.at("regressor")));
            if (json.at("regressor").at("columns") != inputs)
                return damagedPredictor("a regressor has other inputs");
            std::optional<Regressor> trend;
            if (json.contains("trend")) {
                MR_TRY(parsed, Regressor::parse(json.at("trend")));
                if (json.at("trend").at("columns") != inputs)
                    return damagedPredictor("a trend has other inputs");
                trend = std::move(parsed);
            }
            model.fit = UsageFit{std::move(regressor), std::move(trend),
                                 json.at("offsets").get<std::map<std::string, double>>()};
        }
        return model;
    }

    /// May throw what Json throws.
    static Result<void> readRatings(const Json& json, UsagePredictor& predictor)
    {
        for (const Json& each : json.at("ratings")) {
            HeldOutErrors rating;
            const auto metric = findMetric(each.at("metric").get<std::string>());
            const auto kind = findRegressor(each.at("kind").get<std::string>());
            if (!metric || !kind)
                return damagedPredictor("a rating of something unknown");
            rating.metric = *metric;
            rating.kind = *kind;
            rating.holdOut = holdOutOf(each.at("held_out"));
            rating.samples = each.at("samples").get<std::size_t>();
            rating.groups = each.at("groups").get<std::size_t>();
            rating.absolute = numberOf(each.at("absolute"));
            rating.relative = numberOf(each.at("relative"));
            rating.logError = numberOf(each.at("log_error"));
            rating.coverage = numberOf(each.at("coverage"));
            predictor.m_ratings.push_back(rating);
        }
        return {};
    }

    /// May throw what Json throws.
    static Result<UsagePredictor> read(const Json& json)
    {
        UsagePredictor predictor;
        MR_TRY(samples, parseSamples(json.at("samples").dump()));
        if (!samples.issues.empty())
            return damagedPredictor(issueText(samples.issues.front()));
        predictor.m_samples = std::move(samples.samples);
        MR_TRY(inputs, SettingInputs::parse(json.at("inputs")));
        predictor.m_inputs = std::move(inputs);
        predictor.m_options.seed = json.at("seed").get<std::uint64_t>();
        predictor.m_options.coverage = json.at("coverage").get<double>();
        if (!(predictor.m_options.coverage > 0 && predictor.m_options.coverage < 1))
            return damagedPredictor("the coverage is not between 0 and 1");
        predictor.m_notes = json.at("notes").get<std::vector<std::string>>();
        MR_CHECK(readRatings(json, predictor));
        for (const Json& each : json.at("predictors")) {
            const auto kind = findRegressor(each.at("kind").get<std::string>());
            if (!kind)
                return damagedPredictor("an unknown kind of predictor");
            UsagePredictor::Models models;
            for (std::size_t i = 0; i < metricCount; ++i) {
                MR_TRY(
                    model,
                    readModel(each.at("metrics").at(std::string(metrics[i].id)), predictor.m_inputs.inputs().size()));
                models[i] = std::move(model);
            }
            predictor.m_options.kinds.push_back(*kind);
            predictor.m_models.emplace_back(*kind, std::move(models));
        }
        const auto recommended = findRegressor(json.at("recommended").get<std::string>());
        if (!recommended
            || std::ranges::find(predictor.m_options.kinds, *recommended) == predictor.m_options.kinds.end())
            return damagedPredictor("the recommended predictor is missing");
        predictor.m_recommended = *recommended;
        predictor.m_recommendedBy = holdOutOf(json.at("recommended_by"));
        return predictor;
    }
};

std::string UsagePredictor::text() const
{
    Json json{{"format", usageFormat},
              {"version", usageVersion},
              {"recommended", regressorName(m_recommended)},
              {"recommended_by", holdOutName(m_recommendedBy)},
              {"seed", m_options.seed},
              {"coverage", m_options.coverage},
              {"notes", m_notes},
              {"ratings", Json::array()},
              {"inputs", m_inputs.toJson()},
              {"predictors", Json::array()},
              {"samples", Json::parse(formatSamples(m_samples))}};
    for (const HeldOutErrors& rating : m_ratings)
        json["ratings"].push_back(ratingJson(rating));
    for (const auto& [kind, models] : m_models) {
        Json each{{"kind", regressorName(kind)}, {"metrics", Json::object()}};
        for (std::size_t i = 0; i < metricCount; ++i)
            each["metrics"][std::string(metrics[i].id)] = UsageFile::modelJson(models[i]);
        json["predictors"].push_back(std::move(each));
    }
    return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<UsagePredictor> UsagePredictor::parse(const std::string& text)
{
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object() || !json.contains("format") || json.at("format") != usageFormat)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("not a predictor: expected a JSON object with \"format\": \"{}\"; make one with "
                                "millrace-cli train",
                                usageFormat));
    if (!json.contains("version") || !json.at("version").is_number_integer() || json.at("version") < 1)
        return damagedPredictor("its version is missing");
    if (json.at("version") > usageVersion)
        return fail(ErrorCode::NewerVersion,
                    fmt::format("a predictor of version {}, but this program reads up to version {}; use a newer "
                                "Millrace",
                                json.at("version").dump(), usageVersion));
    try {
        return UsageFile::read(json);
    } catch (const Json::exception& exception) {
        return damagedPredictor(exception.what());
    }
}

Result<void> UsagePredictor::save(const std::filesystem::path& file) const
{
    return writeFileAtomically(file, text());
}

Result<UsagePredictor> UsagePredictor::open(const std::filesystem::path& file)
{
    MR_TRY(bytes, readFile(file, mostPredictorBytes));
    auto predictor = parse(bytes);
    return predictor ? std::move(predictor)
                     : Result<UsagePredictor>(within(file.string(), std::move(predictor).error()));
}

} // namespace millrace::predict
