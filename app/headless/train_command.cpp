// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/chosen_runs.h"
#include "app/headless/command.h"
#include "app/headless/common.h"
#include "app/headless/exit_code.h"
#include "core/base/file_io.h"
#include "core/predict/driple_synth.h"
#include "core/predict/model_graph.h"
#include "core/predict/safetensors.h"
#include "core/predict/tensor_pickle.h"
#include "core/report/prediction_report.h"
#include "core/report/table_writers.h"
#include "core/run/usage_samples.h"

#include <fmt/format.h>
#include <fstream>
#include <memory>

namespace millrace::headless {

namespace {

struct TrainOptions
{
    std::vector<std::filesystem::path> files;
    std::filesystem::path saved;
    std::filesystem::path learnInto;
    std::filesystem::path safetensors;
    std::filesystem::path samples;
    std::vector<std::filesystem::path> graphs;
    std::string synth;
    std::string kind;
    std::uint64_t seed = 42;
    double coverage = 0.9;
};

Result<void> show(const std::vector<report::Table>& tables, nlohmann::ordered_json json, const std::string& sentence,
                  const Environment& environment)
{
    std::string text;
    json["tables"] = nlohmann::ordered_json::array();
    for (const report::Table& table : tables) {
        json["tables"].push_back(report::toJson(table));
        text += report::toText(table, {terminalWidth(), true}) + "\n";
    }
    return writeOutput("-", environment.json ? json.dump(2) + "\n" : text + sentence);
}

/// A data set of graphs by its content; nothing for a file of samples.
Result<std::optional<predict::DataSet>> openDataSet(const std::filesystem::path& file)
{
    MR_TRY(bytes, readFile(file, predict::mostTensorFileBytes));
    const auto named = [&file](Result<predict::DataSet> set) -> Result<std::optional<predict::DataSet>> {
        if (!set)
            return within(file.string(), std::move(set).error());
        return std::optional(*std::move(set));
    };
    if (bytes.starts_with("PK\x03\x04") || bytes.starts_with("\x80"))
        return named(predict::parseDataSetPickle(bytes, file.filename().string()));
    if (file.extension() == ".safetensors") {
        auto content = predict::parseSafeTensors(bytes);
        return named(content ? predict::fromExchange(*content) : std::move(content).error());
    }
    return std::optional<predict::DataSet>();
}

Result<int> rateDataSet(const predict::DataSet& set, const TrainOptions& options, const Environment& environment)
{
    if (!options.saved.empty() || !options.learnInto.empty())
        return fail(ErrorCode::InvalidInput,
                    "predictors of graphs are rated, not saved; --save and --learn-into are for samples of runs");
    if (!options.safetensors.empty()) {
        MR_TRY(content, predict::toExchange(set));
        MR_CHECK(predict::writeSafeTensors(options.safetensors, content));
    }
    MR_TRY(rated, predict::ratePredictors(set, options.seed, environment.job()));
    const std::string best(predict::regressorName(rated.front().kind));
    nlohmann::ordered_json json{{"data_set", set.name}, {"recommended", best}, {"recommended_by", "validation"}};
    const std::string title = fmt::format(
        "{}: {} graphs to train, {} to validate, {} to test", set.name, set.graphCount(predict::Part::Train),
        set.graphCount(predict::Part::Validation), set.graphCount(predict::Part::Test));
    MR_CHECK(show({report::dataSetTable(rated, title), report::dataSetMetricTable(rated)}, std::move(json),
                  fmt::format("Recommended: {}, which has the least error on the validation part.\n", best),
                  environment));
    return int(Success);
}

bool isStore(const std::filesystem::path& file)
{
    constexpr std::string_view mark = "SQLite format 3";
    std::string begin(mark.size(), '\0');
    std::ifstream stream(file, std::ios::binary);
    return stream.read(begin.data(), static_cast<std::streamsize>(begin.size())) && begin == mark;
}

/// The samples of a store, and the counts of its runs on standard error.
Result<std::vector<predict::Sample>> readStore(const std::filesystem::path& file, const Environment& environment)
{
    MR_TRY(database, store::Database::openReadOnly(file));
    MR_TRY(found, run::readUsageSamples(database, environment.frameworks, environment.job()));
    if (!environment.quiet)
        fmt::print(
            stderr,
            "millrace-cli: {}: {} samples of {} measured runs; {} have no series of sent or received bytes, {} no "
            "whole burst, {} cross traffic, {} settings that cannot be read, {} values that their settings do not "
            "allow\n",
            file.string(), found.samples.size(), found.runs, found.withoutSeries, found.withoutBursts,
            found.withCrossTraffic, found.unreadable, found.contradicting);
    return std::move(found.samples);
}

Result<std::vector<predict::Sample>> readAll(const std::vector<std::filesystem::path>& files,
                                             const Environment& environment)
{
    std::vector<predict::Sample> samples;
    for (const std::filesystem::path& file : files) {
        if (isStore(file)) {
            MR_TRY(stored, readStore(file, environment));
            samples.insert(samples.end(), std::make_move_iterator(stored.begin()),
                           std::make_move_iterator(stored.end()));
            continue;
        }
        MR_TRY(read, predict::readSamples(file));
        for (const Issue& issue : read.issues)
            fmt::print(stderr, "millrace-cli: {}: {}\n", file.string(), issueText(issue));
        samples.insert(samples.end(), std::make_move_iterator(read.samples.begin()),
                       std::make_move_iterator(read.samples.end()));
    }
    return samples;
}

Result<int> learnInto(const TrainOptions& options, const Environment& environment)
{
    MR_TRY(samples, readAll(options.files, environment));
    MR_TRY(predictor, predict::UsagePredictor::open(options.learnInto));
    for (const predict::Sample& sample : samples) {
        MR_TRY(next, predictor.learn(sample, environment.job()));
        predictor = std::move(next);
    }
    const auto target = options.saved.empty() ? options.learnInto : options.saved;
    MR_CHECK(predictor.save(target));
    if (environment.json)
        printLine({{"learnt", samples.size()}, {"samples", predictor.samples().size()}, {"saved", target.string()}});
    else
        fmt::print("Learnt {} samples, {} in all; saved in {}\n", samples.size(), predictor.samples().size(),
                   target.string());
    return int(Success);
}

Result<int> trainOnSamples(const TrainOptions& options, const Environment& environment)
{
    MR_TRY(samples, readAll(options.files, environment));
    for (const std::filesystem::path& file : options.graphs) {
        MR_TRY(graph, predict::readModelGraph(file));
        for (predict::Sample& sample : samples)
            if (sample.setting.model == file.stem().string())
                predict::addGraph(graph, sample.setting);
    }
    if (!options.samples.empty())
        MR_CHECK(predict::writeSamples(options.samples, samples));
    predict::TrainingOptions training;
    training.seed = options.seed;
    training.coverage = options.coverage;
    if (!options.kind.empty()) {
        const auto kind = predict::findRegressor(options.kind);
        if (kind == predict::RegressorKind::BoostedTrees && !predict::BoostedTrees::isAvailable())
            return fail(ErrorCode::Unsupported, "boosted trees are not in this build; choose ridge");
        training.kinds = {*kind};
    }
    const std::size_t count = samples.size();
    MR_TRY(predictor, predict::UsagePredictor::train(std::move(samples), training, environment.job()));
    if (!options.saved.empty())
        MR_CHECK(predictor.save(options.saved));
    const std::string best(predict::regressorName(predictor.recommended()));
    const std::string_view by = predict::holdOutName(predictor.recommendedBy());
    nlohmann::ordered_json json{{"samples", count}, {"recommended", best}, {"recommended_by", by}};
    std::string sentence =
        fmt::format("{} samples, {} {}. Recommended: {}, which has the least error for held-out {}.\n", count,
                    predictor.inputs().models().size(), predictor.inputs().models().size() == 1 ? "model" : "models",
                    best, predictor.recommendedBy() == predict::HoldOut::Model ? "models" : "samples");
    if (!predict::BoostedTrees::isAvailable())
        sentence += "Boosted trees are not in this build.\n";
    if (!options.saved.empty()) {
        json["saved"] = options.saved.string();
        sentence += fmt::format("Saved in {}\n", options.saved.string());
    }
    std::vector<report::Table> tables = {report::ratingTable(predictor)};
    MR_TRY(few, predict::rateFewSamples(predictor, environment.job()));
    if (!few.empty())
        tables.push_back(report::fewSamplesTable(few));
    MR_CHECK(show(tables, std::move(json), sentence, environment));
    return int(Success);
}

Result<int> execute(const TrainOptions& options, const Environment& environment)
{
    if (!options.synth.empty()) {
        if (!options.files.empty())
            return fail(ErrorCode::InvalidInput, "give files or --synth, not both");
        return rateDataSet(predict::makeDripleSynth(*predict::findSynthSetting(options.synth.front())), options,
                           environment);
    }
    if (options.files.empty())
        return fail(ErrorCode::InvalidInput, "give one or more result stores or files of samples, or a data set");
    if (options.files.size() == 1 && !isStore(options.files.front())) {
        MR_TRY(set, openDataSet(options.files.front()));
        if (set)
            return rateDataSet(*set, options, environment);
    }
    if (!options.safetensors.empty())
        return fail(ErrorCode::InvalidInput, "--safetensors is for data sets of graphs");
    return options.learnInto.empty() ? trainOnSamples(options, environment) : learnInto(options, environment);
}

} // namespace

CommandBody addTrainCommand(CLI::App& app)
{
    auto options = std::make_shared<TrainOptions>();
    CLI::App* command = app.add_subcommand(
        "train", "Learn from measured runs what a training uses of GPU, memory and network; rate it on held-out ones");
    command->add_option("FILES", options->files,
                        "Result stores and samples of runs (JSON), or one data set of graphs (a published pickle, "
                        "safetensors)");
    command->add_option("--samples", options->samples, "Write the samples of all files as JSON, before the training");
    command->add_option("--graphs", options->graphs,
                        "Graphs of models, each in a file with the model's name: ONNX, or of export_graph.py");
    command->add_option("--save", options->saved, "Save the predictor in this file, for millrace-cli predict");
    command->add_option("--learn-into", options->learnInto,
                        "A saved predictor: add the samples to it instead of training a new one");
    command->add_option("--kind", options->kind, "Only this predictor; default: all, and the best is recommended")
        ->check(CLI::IsMember({"mean", "ridge", "boosted-trees"}));
    command->add_option("--synth", options->synth, "A generated data set instead of files")
        ->check(CLI::IsMember({"A", "B", "C"}));
    command->add_option("--safetensors", options->safetensors, "Write the data set in this format");
    command->add_option("--coverage", options->coverage, "Share of measured values that intervals shall contain")
        ->capture_default_str()
        ->check(CLI::Range(0.5, 0.999));
    command->add_option("--seed", options->seed, "The same seed gives the same predictor")->capture_default_str();
    return [options](const Environment& environment) {
        const auto code = execute(*options, environment);
        return code ? *code : complain(code.error());
    };
}

} // namespace millrace::headless
