// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/chosen_runs.h"
#include "app/headless/command.h"
#include "app/headless/common.h"
#include "app/headless/exit_code.h"
#include "core/base/field_json.h"
#include "core/base/file_io.h"
#include "core/plan/model_facts.h"
#include "core/predict/model_graph.h"
#include "core/predict/usage_predictor.h"
#include "core/report/prediction_report.h"
#include "core/report/table_writers.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace millrace::headless {

namespace {

struct PredictOptions
{
    std::filesystem::path predictor;
    std::filesystem::path setting;
    std::filesystem::path graph;
    std::string kind;
    std::map<std::string, std::string> facts; ///< given on the command line, by key
};

std::string optionOf(std::string_view key)
{
    std::string option = "--" + std::string(key);
    std::ranges::replace(option, '_', '-');
    return option;
}

/// Numbers as numbers, so that "4" and "1Gbit" are read as in a file.
Json valueOf(const std::string& text)
{
    const Json json = Json::parse(text, nullptr, false);
    return json.is_number() ? json : Json(text);
}

/// The first error of a setting, or nothing.
Result<void> firstProblem(const Issues& issues)
{
    for (const Issue& issue : issues)
        if (issue.severity != Severity::Note)
            return fail(ErrorCode::InvalidInput, issueText(issue));
    return {};
}

/// Facts that are not given, from a graph of the model.
Result<void> addGraphFacts(const std::filesystem::path& file, Json& given)
{
    MR_TRY(graph, predict::readModelGraph(file));
    predict::Setting setting;
    setting.model = graph.name;
    predict::addGraph(graph, setting);
    const Json facts = predict::toJson(setting);
    for (const char* key : {"model", "parameters", "tensors", "forward_flops", "graph"})
        if (!given.contains(key) && facts.contains(key))
            given[key] = facts[key];
    return {};
}

/// Facts of the model that are not given: from samples of it, or those of the built-in worker.
void addModelFacts(const std::vector<predict::Sample>& samples, Json& given)
{
    const std::string model = given.value("model", std::string());
    const auto measured = std::ranges::find(samples, model, [](const auto& each) { return each.setting.model; });
    const auto set = [&given](const char* key, double value) {
        if (!given.contains(key) && value > 0)
            given[key] = value;
    };
    if (measured != samples.end()) {
        set("parameters", measured->setting.parameters);
        set("forward_flops", measured->setting.forwardFlops);
        set("tensors", measured->setting.tensors);
        if (!given.contains("graph") && !measured->setting.graph.empty())
            given["graph"] = measured->setting.graph;
    } else if (const auto facts = plan::modelFacts(model)) {
        set("parameters", static_cast<double>(facts->parameters));
        set("forward_flops", facts->forwardFlops);
        set("tensors", static_cast<double>(facts->tensors));
    }
}

/// Facts in which all samples agree need not be given. Returns their keys.
std::vector<std::string> addCommonFacts(const std::vector<predict::Sample>& samples, Json& given)
{
    std::vector<std::string> added;
    if (samples.empty())
        return added;
    const Json first = predict::toJson(samples.front().setting);
    for (const auto& [key, value] : first.items()) {
        const bool isCommon = std::ranges::all_of(samples, [&](const predict::Sample& sample) {
            const Json json = predict::toJson(sample.setting);
            return json.contains(key) && json.at(key) == value;
        });
        if (isCommon && !given.contains(key)) {
            given[key] = value;
            added.push_back(key);
        }
    }
    return added;
}

Result<int> execute(const PredictOptions& options, const Environment& environment)
{
    MR_TRY(predictor, predict::UsagePredictor::open(options.predictor));
    Json given = Json::object();
    if (!options.setting.empty()) {
        MR_TRY(text, readFile(options.setting));
        given = Json::parse(text, nullptr, false);
        if (!given.is_object())
            return fail(
                ErrorCode::InvalidInput,
                fmt::format("{}: expected a JSON object with the facts of a setting", options.setting.string()));
    }
    for (const auto& [key, value] : options.facts)
        if (!value.empty())
            given[key] = key == "model" || key == "strategy" ? Json(value) : valueOf(value);
    Issues issues;
    static_cast<void>(predict::readSetting(given, "setting", issues));
    MR_CHECK(firstProblem(issues));
    if (!options.graph.empty())
        MR_CHECK(addGraphFacts(options.graph, given));
    addModelFacts(predictor.samples(), given);
    const std::vector<std::string> common = addCommonFacts(predictor.samples(), given);
    const predict::Setting setting = predict::readSetting(given, "setting", issues);
    MR_CHECK(firstProblem(issues));
    MR_CHECK(firstProblem(checkFields(predict::settingFields, setting, "setting")));
    auto kind = predictor.recommended();
    if (!options.kind.empty())
        kind = *predict::findRegressor(options.kind);
    const predict::UsagePrediction prediction = predictor.predict(setting, kind);
    if (environment.json) {
        nlohmann::ordered_json json = report::predictionJson(prediction);
        json["setting"] = predict::toJson(setting);
        json["taken_from_samples"] = common;
        MR_CHECK(writeOutput("-", json.dump(2) + "\n"));
        return int(Success);
    }
    const std::string title = fmt::format("{} on {} workers, by {} from {} samples", setting.model, setting.workers,
                                          predict::regressorName(kind), predictor.samples().size());
    std::string text = report::toText(report::predictionTable(prediction, title), {terminalWidth(), true}) + "\n";
    if (!common.empty())
        text += fmt::format("As in all samples: {}\n", fmt::join(common, ", "));
    if (prediction.isAnyKnown() && prediction.holdOut == predict::HoldOut::Model)
        text += fmt::format("Model \"{}\" was never measured: intervals are from errors for models that were held "
                            "out.\n",
                            setting.model);
    MR_CHECK(writeOutput("-", text));
    return int(Success);
}

} // namespace

CommandBody addPredictCommand(CLI::App& app)
{
    auto options = std::make_shared<PredictOptions>();
    CLI::App* command = app.add_subcommand(
        "predict", "What a training would use of GPU, memory and network, with intervals, by a trained predictor");
    command->add_option("PREDICTOR", options->predictor, "Saved by millrace-cli train --save")->required();
    command->add_option("--setting", options->setting,
                        "Facts of the setting as a JSON object; the options below replace single ones");
    command->add_option("--graph", options->graph,
                        "Graph of the model: an ONNX file, or one of export_graph.py; gives its facts");
    command->add_option("--kind", options->kind, "This predictor; default: the recommended one")
        ->check(CLI::IsMember({"mean", "ridge", "boosted-trees"}));
    static constexpr std::pair<const char*, const char*> facts[] = {
        {"model", "Name of the model"},
        {"parameters", "Its parameters"},
        {"forward_flops", "Floating-point operations of the forward pass of one sample"},
        {"workers", "Number of workers"},
        {"batch", "Samples of one worker and step"},
        {"strategy", "Strategy of the all-reduce, or PARAMETER_SERVER"},
        {"parameter_servers", "Number of parameter servers"},
        {"rate", "Line rate of a worker, such as 10Gbit"},
        {"round_trip_s", "Round trip between workers in s"},
        {"flops_per_second", "Operations of the device in a second"}};
    for (const auto& [key, help] : facts)
        command->add_option(optionOf(key), options->facts[key], help);
    return [options](const Environment& environment) {
        const auto code = execute(*options, environment);
        return code ? *code : complain(code.error());
    };
}

} // namespace millrace::headless
