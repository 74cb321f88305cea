// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/boosted_trees.h"

#include "core/base/unknown.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#ifdef MR_HAS_XGBOOST
#include <xgboost/c_api.h>
#endif

namespace millrace::predict {

#ifdef MR_HAS_XGBOOST

namespace {

Error boostingError(std::string_view what)
{
    return fail(ErrorCode::Internal, fmt::format("boosted trees: {}: {}", what, ::XGBGetLastError()));
}

#define MR_XGBOOST(call)                                                                                               \
    do {                                                                                                               \
        if ((call) != 0)                                                                                               \
            return boostingError(#call);                                                                               \
    } while (false)

/// Rows in the memory of XGBoost.
class BoostingData
{
public:
    BoostingData() = default;
    BoostingData(const BoostingData&) = delete;
    BoostingData& operator=(const BoostingData&) = delete;
    ~BoostingData()
    {
        if (m_handle != nullptr)
            ::XGDMatrixFree(m_handle);
    }
    Result<void> set(std::span<const double> values, std::size_t columns)
    {
        std::vector<float> floats(values.size());
        std::ranges::transform(values, floats.begin(), [](double value) { return static_cast<float>(value); });
        MR_XGBOOST(::XGDMatrixCreateFromMat(floats.data(), floats.size() / columns, columns,
                                            std::numeric_limits<float>::quiet_NaN(), &m_handle));
        return {};
    }
    Result<void> setInfo(const char* name, const std::vector<float>& values)
    {
        MR_XGBOOST(::XGDMatrixSetFloatInfo(m_handle, name, values.data(), values.size()));
        return {};
    }
    [[nodiscard]] DMatrixHandle handle() const noexcept { return m_handle; }

private:
    DMatrixHandle m_handle = nullptr;
};

Result<void> setParameters(BoosterHandle booster, const BoostingOptions& options)
{
    const std::pair<const char*, std::string> parameters[] = {
        {"verbosity", "0"},
        {"nthread", "1"},
        {"objective", "reg:squarederror"},
        {"base_score", "0"},
        {"tree_method", "exact"},
        {"max_depth", fmt::format("{}", options.depth)},
        {"eta", fmt::format("{}", options.rate)},
        {"subsample", fmt::format("{}", options.subsample)},
        {"lambda", fmt::format("{}", options.leafPenalty)},
        {"min_child_weight", "0"},
        {"seed", fmt::format("{}", options.seed % 0x7fffffff)},
    };
    for (const auto& [name, value] : parameters)
        MR_XGBOOST(::XGBoosterSetParam(booster, name, value.c_str()));
    return {};
}

} // namespace

struct BoostedTrees::Handle
{
    BoosterHandle booster = nullptr;

    Handle() = default;
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle()
    {
        if (booster != nullptr)
            ::XGBoosterFree(booster);
    }
};

bool BoostedTrees::isAvailable() noexcept
{
    return true;
}

Result<BoostedTrees> BoostedTrees::fit(const Matrix& x, std::span<const double> y, std::span<const double> weights,
                                       const BoostingOptions& options)
{
    const auto isFinite = [](double value) { return std::isfinite(value); };
    if (x.rows() < 2 || x.rows() != y.size() || (!weights.empty() && weights.size() != y.size()))
        return fail(
            ErrorCode::InvalidInput,
            fmt::format("boosted trees: {} rows, {} values and {} weights", x.rows(), y.size(), weights.size()));
    if (!std::ranges::all_of(x.values(), isFinite) || !std::ranges::all_of(y, isFinite)
        || !std::ranges::all_of(weights, isFinite))
        return fail(ErrorCode::InvalidInput, "boosted trees: a value is not a finite number");
    BoostedTrees trees;
    trees.m_columns = x.columns();
    double total = 0, weighted = 0;
    for (std::size_t i = 0; i < y.size(); ++i) {
        const double weight = weights.empty() ? 1 : weights[i];
        total += weight;
        weighted += weight * y[i];
    }
    trees.m_base = weighted / total;
    std::vector<float> targets, rowWeights;
    for (const double each : y)
        targets.push_back(static_cast<float>(each - trees.m_base));
    for (const double each : weights)
        rowWeights.push_back(static_cast<float>(each));
    BoostingData data;
    MR_CHECK(data.set(x.values(), x.columns()));
    MR_CHECK(data.setInfo("label", targets));
    if (!rowWeights.empty())
        MR_CHECK(data.setInfo("weight", rowWeights));
    trees.m_handle = std::make_shared<Handle>();
    const DMatrixHandle cache[] = {data.handle()};
    MR_XGBOOST(::XGBoosterCreate(cache, 1, &trees.m_handle->booster));
    MR_CHECK(setParameters(trees.m_handle->booster, options));
    for (int i = 0; i < options.trees; ++i)
        MR_XGBOOST(::XGBoosterUpdateOneIter(trees.m_handle->booster, i, data.handle()));
    return trees;
}

Result<BoostedTrees> BoostedTrees::parse(const std::string& text, std::size_t columns)
{
    const auto damaged = [](std::string_view what) {
        return fail(ErrorCode::Corrupt, fmt::format("boosted trees: {}; train the predictor again", what));
    };
    const auto json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_object() || !json.contains("base") || !json.at("base").is_number() || !json.contains("trees"))
        return damaged("base or trees are missing");
    BoostedTrees trees;
    trees.m_columns = columns;
    trees.m_base = json.at("base").get<double>();
    trees.m_handle = std::make_shared<Handle>();
    MR_XGBOOST(::XGBoosterCreate(nullptr, 0, &trees.m_handle->booster));
    const std::string model = json.at("trees").dump();
    if (::XGBoosterLoadModelFromBuffer(trees.m_handle->booster, model.data(), model.size()) != 0)
        return damaged("the trees cannot be read");
    bst_ulong features = 0;
    MR_XGBOOST(::XGBoosterGetNumFeature(trees.m_handle->booster, &features));
    if (features != columns)
        return damaged(fmt::format("the trees are for {} inputs, expected {}", features, columns));
    MR_XGBOOST(::XGBoosterSetParam(trees.m_handle->booster, "nthread", "1"));
    return trees;
}

double BoostedTrees::predict(std::span<const double> row) const
{
    BoostingData data;
    if (row.size() != m_columns || !data.set(row, m_columns))
        return unknown;
    constexpr const char* config = R"({"type": 0, "training": false, "iteration_begin": 0, "iteration_end": 0,)"
                                   R"( "strict_shape": false})";
    const bst_ulong* shape = nullptr;
    bst_ulong dimensions = 0;
    const float* result = nullptr;
    if (::XGBoosterPredictFromDMatrix(m_handle->booster, data.handle(), config, &shape, &dimensions, &result) != 0)
        return unknown;
    return m_base + static_cast<double>(*result);
}

std::string BoostedTrees::text() const
{
    bst_ulong length = 0;
    const char* bytes = nullptr;
    if (::XGBoosterSaveModelToBuffer(m_handle->booster, R"({"format": "json"})", &length, &bytes) != 0)
        return {};
    const auto trees = nlohmann::json::parse(std::string_view(bytes, length), nullptr, false);
    return nlohmann::json{{"base", m_base}, {"trees", trees}}.dump();
}

#undef MR_XGBOOST

#else

namespace {

Error noBoosting()
{
    return fail(ErrorCode::Unsupported, "boosted trees are not in this build: XGBoost was not found when it was made");
}

} // namespace

struct BoostedTrees::Handle
{
};

bool BoostedTrees::isAvailable() noexcept
{
    return false;
}

Result<BoostedTrees> BoostedTrees::fit(const Matrix&, std::span<const double>, std::span<const double>,
                                       const BoostingOptions&)
{
    return noBoosting();
}

Result<BoostedTrees> BoostedTrees::parse(const std::string&, std::size_t)
{
    return noBoosting();
}

double BoostedTrees::predict(std::span<const double>) const
{
    return unknown;
}

std::string BoostedTrees::text() const
{
    return {};
}

#endif

} // namespace millrace::predict
