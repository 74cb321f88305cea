// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/usage_drivers.h"

#include "core/base/field_value.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace millrace::predict {

namespace {

/// Lower median, so that it is a value that was measured. `values` is not empty.
double lowerMedian(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

std::string mostFrequentStrategy(const std::vector<Sample>& samples)
{
    std::map<std::string, std::size_t> counts;
    for (const Sample& sample : samples)
        ++counts[sample.setting.strategy];
    const auto most = std::ranges::max_element(counts, {}, [](const auto& each) { return each.second; });
    return most == counts.end() ? std::string() : most->first;
}

std::vector<double> medianGraph(const std::vector<Sample>& samples)
{
    std::vector<double> median;
    for (std::size_t i = 0; i < samples.front().setting.graph.size(); ++i) {
        std::vector<double> values;
        for (const Sample& sample : samples)
            if (sample.setting.graph.size() == samples.front().setting.graph.size())
                values.push_back(sample.setting.graph[i]);
        median.push_back(lowerMedian(std::move(values)));
    }
    return median;
}

/// Numbers of the setting that are known or may be 0, in this and in all samples.
bool isUsed(const Field<Setting>& field, const Setting& setting, const std::vector<Sample>& samples)
{
    const bool mayBeZero = field.key == "parameter_servers" || field.key == "round_trip_s";
    const auto has = [&](const Setting& each) { return mayBeZero || *numberOf(field, each) > 0; };
    const bool isAnyKnown = *numberOf(field, setting) > 0
        || std::ranges::any_of(samples, [&](const Sample& sample) { return *numberOf(field, sample.setting) > 0; });
    return isAnyKnown && has(setting)
        && std::ranges::all_of(samples, [&](const Sample& sample) { return has(sample.setting); });
}

} // namespace

std::vector<Driver> driversOf(const UsagePredictor& predictor, const Setting& setting, RegressorKind kind)
{
    const std::vector<Sample>& samples = predictor.samples();
    std::vector<Driver> drivers;
    if (samples.empty())
        return drivers;
    const UsagePrediction own = predictor.predict(setting, kind);
    const auto add = [&](std::string fact, std::string ownText, std::string usualText, const Setting& changed) {
        Driver driver{std::move(fact), std::move(ownText), std::move(usualText), {}, {}};
        const UsagePrediction then = predictor.predict(changed, kind);
        for (std::size_t i = 0; i < metricCount; ++i) {
            const bool isKnown = own.metrics[i].isKnown && then.metrics[i].isKnown;
            driver.values[i] = isKnown ? then.metrics[i].value : unknown;
            driver.factors[i] = isKnown ? own.metrics[i].value / then.metrics[i].value : unknown;
        }
        drivers.push_back(std::move(driver));
    };
    for (const Field<Setting>& field : settingFields) {
        Setting changed = setting;
        if (field.key == "model" && predictor.inputs().isKnownModel(setting.model)) {
            changed.model = "\n"; // no model's name
            add("model", setting.model, "another model with these facts", changed);
        } else if (field.key == "strategy") {
            changed.strategy = mostFrequentStrategy(samples);
            add("strategy", setting.strategy, changed.strategy, changed);
        } else if (field.key == "graph" && !setting.graph.empty() && !samples.front().setting.graph.empty()) {
            changed.graph = medianGraph(samples);
            add("graph", "its features", "medians of the features", changed);
        } else if (isNumber(field) && isUsed(field, setting, samples)) {
            std::vector<double> values;
            for (const Sample& sample : samples)
                values.push_back(*numberOf(field, sample.setting));
            const double median = lowerMedian(std::move(values));
            setNumber<Setting>(settingFields, field, changed, median);
            add(std::string(field.key), quantityText(field.quantity, *numberOf(field, setting)),
                quantityText(field.quantity, median), changed);
        }
    }
    return drivers;
}

std::vector<Driver> sortedFor(std::size_t metric, std::vector<Driver> drivers)
{
    std::erase_if(drivers, [metric](const Driver& driver) { return std::isnan(driver.factors[metric]); });
    std::ranges::stable_sort(drivers, std::ranges::greater(),
                             [metric](const Driver& driver) { return std::abs(std::log(driver.factors[metric])); });
    return drivers;
}

} // namespace millrace::predict
