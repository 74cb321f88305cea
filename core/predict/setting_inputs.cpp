// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/setting_inputs.h"

#include "core/base/json_fields.h"
#include "core/predict/pooled_features.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace millrace::predict {

namespace {

/// A fact that is an input as a logarithm.
struct Fact
{
    const char* name;
    double Setting::*member;
    double offset; ///< added before the logarithm; 0: a fact of 0 is not known
};

constexpr std::array facts = {
    Fact{"parameters", &Setting::parameters, 0},
    Fact{"forward_flops", &Setting::forwardFlops, 0},
    Fact{"tensors", &Setting::tensors, 0},
    Fact{"bytes_per_parameter", &Setting::bytesPerParameter, 0},
    Fact{"workers", &Setting::workers, 0},
    Fact{"parameter_servers", &Setting::parameterServers, 1},
    Fact{"batch", &Setting::batch, 0},
    Fact{"rate", &Setting::bitsPerSecond, 0},
    Fact{"round_trip_s", &Setting::roundTrip, 1e-4},
    Fact{"flops_per_second", &Setting::flopsPerSecond, 0},
    Fact{"memory_bytes_per_second", &Setting::memoryBytesPerSecond, 0},
    Fact{"memory_bytes", &Setting::memoryBytes, 0},
};

double logOf(double value)
{
    return value > 0 && std::isfinite(value) ? std::log(value) : unknown;
}

struct NamedValue
{
    std::string name;
    std::string fact;
    double value = unknown;
};

/// All that could be an input, always in one order.
std::vector<NamedValue> candidatesOf(const Setting& setting, const std::vector<std::string>& strategies)
{
    std::vector<NamedValue> values;
    for (const Fact& fact : facts)
        values.push_back({fmt::format("log {}", fact.name), fact.name, logOf(setting.*fact.member + fact.offset)});
    const auto found = stepTraffic(setting);
    const StepTraffic traffic = found ? *found : StepTraffic{};
    const StepFloor floor = stepFloor(setting, traffic);
    values.push_back({"log sent bytes of a step", "parameters", logOf(traffic.sent + 1)});
    values.push_back({"log least communication of a step", "rate", logOf(floor.communication + 1e-6)});
    values.push_back({"log least computing of a step", "flops_per_second", logOf(floor.computing)});
    values.push_back({"log communication ÷ computing", "flops_per_second",
                      logOf(floor.communication + 1e-6) - logOf(floor.computing)});
    for (const std::string& strategy : strategies)
        values.push_back({"strategy " + strategy, "strategy", setting.strategy == strategy ? 1.0 : 0.0});
    for (std::size_t i = 0; i < pooledFeatureCount; ++i)
        values.push_back({pooledFeatureNames()[i], "graph",
                          setting.graph.size() == pooledFeatureCount ? setting.graph[i] : unknown});
    return values;
}

double offsetOf(const std::string& name)
{
    const auto found = std::ranges::find_if(facts, [&name](const Fact& fact) { return name == fact.name; });
    return found == facts.end() ? 0 : found->offset;
}

std::vector<std::string> listOf(const std::set<std::string>& set)
{
    return {set.begin(), set.end()};
}

std::string strategyText(const std::string& strategy)
{
    return strategy.empty() ? "no strategy" : "strategy " + strategy;
}

} // namespace

SettingInputs SettingInputs::choose(std::span<const Setting> settings)
{
    SettingInputs chosen;
    std::set<std::string> strategies, models;
    for (const Setting& setting : settings) {
        strategies.insert(setting.strategy);
        models.insert(setting.model);
    }
    chosen.m_strategies = listOf(strategies);
    chosen.m_models = listOf(models);
    std::vector<bool> isKnown;
    for (const Setting& setting : settings) {
        const std::vector<NamedValue> values = candidatesOf(setting, chosen.m_strategies);
        if (chosen.m_inputs.empty())
            for (const NamedValue& each : values) {
                chosen.m_inputs.push_back({each.name, each.fact, each.value, each.value});
                isKnown.push_back(true);
            }
        for (std::size_t i = 0; i < values.size(); ++i) {
            isKnown[i] = isKnown[i] && !std::isnan(values[i].value);
            chosen.m_inputs[i].low = std::min(chosen.m_inputs[i].low, values[i].value);
            chosen.m_inputs[i].high = std::max(chosen.m_inputs[i].high, values[i].value);
        }
    }
    std::size_t at = 0;
    std::erase_if(chosen.m_inputs, [&](const Input&) { return !isKnown[at++]; });
    return chosen;
}

bool SettingInputs::isKnownModel(const std::string& model) const
{
    return std::ranges::binary_search(m_models, model);
}

std::vector<double> SettingInputs::row(const Setting& setting) const
{
    const std::vector<NamedValue> values = candidatesOf(setting, m_strategies);
    std::vector<double> row;
    std::size_t at = 0;
    for (const Input& input : m_inputs) {
        while (at < values.size() && values[at].name != input.name)
            ++at;
        row.push_back(at < values.size() ? values[at].value : unknown);
    }
    return row;
}

std::vector<std::string> SettingInputs::outside(const Setting& setting) const
{
    std::vector<std::string> reasons;
    if (!std::ranges::binary_search(m_strategies, setting.strategy))
        reasons.push_back(fmt::format("{} was never measured", strategyText(setting.strategy)));
    const std::vector<double> values = row(setting);
    std::size_t graphFeatures = 0, odd = 0;
    bool isAnyMissing = false;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Input& input = m_inputs[i];
        const bool isFact = input.name == "log " + input.fact;
        const double spare = std::log(1.05) + 0.05 * (input.high - input.low);
        const bool isInside = values[i] >= input.low - spare && values[i] <= input.high + spare;
        isAnyMissing = isAnyMissing || std::isnan(values[i]);
        if (input.fact == "graph") {
            ++graphFeatures;
            odd += isInside ? 0 : 1;
        } else if (isFact && std::isnan(values[i])) {
            reasons.push_back(fmt::format("{} is missing, and all samples have it", input.fact));
        } else if (isFact && !isInside) {
            const double offset = offsetOf(input.fact);
            reasons.push_back(fmt::format("{} {:.4g} is outside of what was measured, {:.4g} to {:.4g}", input.fact,
                                          std::exp(values[i]) - offset, std::exp(input.low) - offset,
                                          std::exp(input.high) - offset));
        }
    }
    if (graphFeatures > 0 && setting.graph.empty())
        reasons.push_back("the graph is missing, and all samples have it");
    else if (isAnyMissing && reasons.empty())
        reasons.push_back("a fact that all samples have cannot be computed from this setting");
    else if (3 * odd > graphFeatures)
        reasons.push_back(fmt::format("the graph is unlike those that were measured: {} of its {} features are outside "
                                      "of their ranges",
                                      odd, graphFeatures));
    return reasons;
}

Json SettingInputs::toJson() const
{
    Json json{{"models", m_models}, {"strategies", m_strategies}, {"inputs", Json::array()}};
    for (const Input& input : m_inputs)
        json["inputs"].push_back(
            {{"name", input.name}, {"fact", input.fact}, {"low", input.low}, {"high", input.high}});
    return json;
}

Result<SettingInputs> SettingInputs::parse(const Json& json)
{
    SettingInputs inputs;
    try {
        inputs.m_models = json.at("models").get<std::vector<std::string>>();
        inputs.m_strategies = json.at("strategies").get<std::vector<std::string>>();
        for (const Json& each : json.at("inputs"))
            inputs.m_inputs.push_back({each.at("name").get<std::string>(), each.at("fact").get<std::string>(),
                                       each.at("low").get<double>(), each.at("high").get<double>()});
    } catch (const Json::exception& exception) {
        return fail(ErrorCode::Corrupt,
                    fmt::format("inputs of the predictor: {}; train the predictor again", exception.what()));
    }
    std::ranges::sort(inputs.m_models);
    std::ranges::sort(inputs.m_strategies);
    return inputs;
}

} // namespace millrace::predict
