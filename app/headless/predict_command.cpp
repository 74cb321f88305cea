// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/chosen_runs.h"
#include "app/headless/command.h"
#include "app/headless/common.h"
#include "app/headless/exit_code.h"
#include "app/headless/graph_networks.h"
#include "app/headless/opened_predictor.h"
#include "app/headless/shown_tables.h"
#include "core/base/file_io.h"
#include "core/predict/network_fit.h"
#include "core/report/prediction_report.h"
#include "core/report/svg_figure.h"
#include "core/report/table_writers.h"
#include "core/report/usage_report.h"
#include "core/run/usage_sources.h"

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
    std::int64_t version = 0;
    std::filesystem::path measured;
    std::size_t last = 0;
    std::string explain; ///< id of a metric
    std::string data; ///< data set of graphs, for a network
    std::string sketch; ///< SVG file
    bool isDeviceSketch = false;
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

/// The setting of a file, with what the options replace, and the facts of a graph.
Result<Json> givenSetting(const PredictOptions& options)
{
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
    if (!options.graph.empty())
        MR_CHECK(run::addGraphFacts(options.graph, given));
    return given;
}

/// Predicted and measured values of the runs of a store, and whether they drift.
Result<int> compareWithRuns(const PredictOptions& options, const predict::UsagePredictor& predictor,
                            const Environment& environment)
{
    MR_TRY(read, run::readSampleSources({options.measured}, environment.frameworks, environment.job()));
    if (!environment.quiet)
        for (const std::string& remark : read.remarks)
            fmt::print(stderr, "millrace-cli: {}\n", remark);
    const std::vector<predict::ComparedRun> runs = predict::compareRuns(predictor, read.samples);
    const predict::Drift drift = predict::driftOf(predictor, runs, options.last);
    MR_CHECK(showTables({report::comparisonTable(runs), report::driftTable(drift)}, report::driftJson(drift), {},
                        environment));
    return int(Success);
}

Result<void> writeSketch(const PredictOptions& options, const predict::UsagePrediction& prediction,
                         const std::string& title)
{
    if (options.sketch.empty())
        return {};
    const auto figure = report::sketchFigure(
        prediction, options.isDeviceSketch ? report::SketchOf::Device : report::SketchOf::Network, title);
    return writeOutput(options.sketch, report::toSvg(figure));
}

Result<int> execute(const PredictOptions& options, const Environment& environment)
{
    if (predict::isNetworkFile(options.predictor))
        return predictByGraphNetwork(options.predictor, options.data, environment);
    if (!options.data.empty())
        return fail(ErrorCode::InvalidInput, "--data is for graph networks (.safetensors)");
    MR_TRY(opened, openPredictor(options.predictor, options.version));
    const predict::UsagePredictor& predictor = opened.predictor;
    if (!options.measured.empty())
        return compareWithRuns(options, predictor, environment);
    MR_TRY(given, givenSetting(options));
    MR_TRY(completed, run::completeSetting(std::move(given), predictor.samples()));
    const predict::Setting& setting = completed.setting;
    auto kind = predictor.recommended();
    if (!options.kind.empty())
        kind = *predict::findRegressor(options.kind);
    const predict::UsagePrediction prediction = predictor.predict(setting, kind);
    const std::string title = report::predictionTitle(setting, kind, predictor.samples().size());
    MR_CHECK(writeSketch(options, prediction, title));
    std::vector<report::Table> tables = {report::predictionTable(prediction, title)};
    if (!options.explain.empty())
        tables.push_back(report::driverTable(prediction, *predict::findMetric(options.explain),
                                             predict::driversOf(predictor, setting, kind)));
    if (environment.json) {
        nlohmann::ordered_json json = report::predictionJson(prediction);
        json["setting"] = predict::toJson(setting);
        json["taken_from_samples"] = completed.common;
        if (opened.version)
            json["version"] = opened.version.value;
        if (tables.size() > 1)
            json["drivers"] = report::toJson(tables.back());
        MR_CHECK(writeOutput("-", json.dump(2) + "\n"));
        return int(Success);
    }
    std::string text;
    for (const report::Table& table : tables)
        text += report::toText(table, {terminalWidth(), true}) + "\n";
    for (const std::string& sentence : report::settingSentences(setting, completed.common, prediction))
        text += sentence + "\n";
    MR_CHECK(writeOutput("-", text));
    return int(Success);
}

std::vector<std::string> metricIds()
{
    std::vector<std::string> ids;
    for (const predict::Metric& metric : predict::metrics)
        ids.emplace_back(metric.id);
    return ids;
}

} // namespace

CommandBody addPredictCommand(CLI::App& app)
{
    auto options = std::make_shared<PredictOptions>();
    CLI::App* command = app.add_subcommand(
        "predict", "What a training would use of GPU, memory and network, with intervals, by a trained predictor");
    command
        ->add_option(
            "PREDICTOR", options->predictor,
            "Saved by millrace-cli train --save, or a result store with a predictor (train --keep), or a graph "
            "network (.safetensors)")
        ->required();
    command->add_option("--version", options->version, "Of a result store: this version; default: the one in use")
        ->check(CLI::PositiveNumber);
    command->add_option("--measured", options->measured,
                        "Predict the measured runs of this result store or file of samples: errors, and whether they "
                        "drift");
    command->add_option("--last", options->last, "With --measured: drift of the last N new runs; default: of all");
    command->add_option("--data", options->data,
                        "Of a graph network: the data set of graphs, a file or synth:A, synth:B, synth:C");
    command->add_option("--explain", options->explain, "What drives this value: tx_burst, gpu_idle, …")
        ->check(CLI::IsMember(metricIds()));
    command->add_option("--sketch", options->sketch, "Draw the predicted rate over time into this SVG file");
    command->add_flag("--device", options->isDeviceSketch, "With --sketch: the use of GPU and GPU memory");
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
