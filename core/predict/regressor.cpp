// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/regressor.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace millrace::predict {

namespace {

double weightedMean(std::span<const double> y, std::span<const double> weights)
{
    if (weights.empty())
        return std::accumulate(y.begin(), y.end(), 0.0) / static_cast<double>(y.size());
    return std::inner_product(y.begin(), y.end(), weights.begin(), 0.0)
        / std::accumulate(weights.begin(), weights.end(), 0.0);
}

Error damagedRegressor(std::string_view what)
{
    return fail(ErrorCode::Corrupt, fmt::format("a predictor in the file: {}; train it again", what));
}

bool readNumbers(const Json& json, const char* key, std::vector<double>& numbers)
{
    if (!json.contains(key) || !json.at(key).is_array())
        return false;
    for (const Json& each : json.at(key)) {
        if (!each.is_number())
            return false;
        numbers.push_back(each.get<double>());
    }
    return true;
}

} // namespace

std::string_view regressorName(RegressorKind kind) noexcept
{
    static constexpr std::array<std::string_view, allRegressors.size()> names = {"mean", "ridge", "boosted-trees"};
    return names[static_cast<std::size_t>(kind)];
}

std::optional<RegressorKind> findRegressor(std::string_view name) noexcept
{
    for (const RegressorKind kind : allRegressors)
        if (regressorName(kind) == name)
            return kind;
    return std::nullopt;
}

std::vector<RegressorKind> availableRegressors()
{
    std::vector<RegressorKind> kinds = {RegressorKind::Mean, RegressorKind::Ridge};
    if (BoostedTrees::isAvailable())
        kinds.push_back(RegressorKind::BoostedTrees);
    return kinds;
}

Result<Regressor> Regressor::fit(RegressorKind kind, const Matrix& x, std::span<const double> y,
                                 std::span<const double> weights, std::uint64_t seed, BoostingOptions boosting)
{
    if (y.size() < 2 || x.rows() != y.size() || (!weights.empty() && weights.size() != y.size()))
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{}: {} rows, {} values and {} weights", regressorName(kind), x.rows(), y.size(),
                                weights.size()));
    if (kind == RegressorKind::Ridge) {
        MR_TRY(ridge, fitRidge(x, y, weights));
        return Regressor(std::move(ridge), x.columns());
    }
    if (kind == RegressorKind::BoostedTrees) {
        boosting.seed = seed;
        MR_TRY(trees, BoostedTrees::fit(x, y, weights, boosting));
        return Regressor(std::move(trees), x.columns());
    }
    return Regressor(weightedMean(y, weights), x.columns());
}

double Regressor::predict(std::span<const double> row) const
{
    if (const double* mean = std::get_if<double>(&m_model))
        return *mean;
    if (const Ridge* ridge = std::get_if<Ridge>(&m_model))
        return ridge->predict(row);
    return std::get<BoostedTrees>(m_model).predict(row);
}

Json Regressor::toJson() const
{
    Json json{{"kind", regressorName(kind())}, {"columns", m_columns}};
    if (const double* mean = std::get_if<double>(&m_model)) {
        json["mean"] = *mean;
    } else if (const Ridge* ridge = std::get_if<Ridge>(&m_model)) {
        json["means"] = ridge->means;
        json["scales"] = ridge->scales;
        json["coefficients"] = ridge->coefficients;
        json["intercept"] = ridge->intercept;
        json["penalty"] = ridge->penalty;
    } else {
        json["model"] = std::get<BoostedTrees>(m_model).text();
    }
    return json;
}

Result<Regressor> Regressor::parse(const Json& json)
{
    const auto number = [&json](const char* key) { return json.contains(key) && json.at(key).is_number(); };
    const auto text = [&json](const char* key) { return json.contains(key) && json.at(key).is_string(); };
    if (!json.is_object() || !text("kind") || !number("columns") || !json.at("columns").is_number_unsigned())
        return damagedRegressor("kind or columns are missing");
    const auto kind = findRegressor(json.at("kind").get<std::string>());
    const auto columns = json.at("columns").get<std::size_t>();
    if (kind == RegressorKind::Mean && number("mean"))
        return Regressor(json.at("mean").get<double>(), columns);
    if (kind == RegressorKind::BoostedTrees && text("model")) {
        MR_TRY(trees, BoostedTrees::parse(json.at("model").get<std::string>(), columns));
        return Regressor(std::move(trees), columns);
    }
    Ridge ridge;
    if (kind != RegressorKind::Ridge || !number("intercept") || !number("penalty")
        || !readNumbers(json, "means", ridge.means) || !readNumbers(json, "scales", ridge.scales)
        || !readNumbers(json, "coefficients", ridge.coefficients) || ridge.means.size() != columns
        || ridge.scales.size() != columns || ridge.coefficients.size() != columns)
        return damagedRegressor("values are missing");
    ridge.intercept = json.at("intercept").get<double>();
    ridge.penalty = json.at("penalty").get<double>();
    return Regressor(std::move(ridge), columns);
}

} // namespace millrace::predict
