// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/command.h"
#include "app/headless/common.h"
#include "app/headless/exit_code.h"
#include "app/headless/graph_networks.h"
#include "app/headless/opened_predictor.h"
#include "app/headless/shown_tables.h"
#include "core/predict/data_source.h"
#include "core/predict/driple_synth.h"
#include "core/predict/model_graph.h"
#include "core/predict/safetensors.h"
#include "core/report/prediction_report.h"
#include "core/report/usage_report.h"
#include "core/run/usage_sources.h"
#include "core/store/store_file.h"

#include <fmt/format.h>
#include <memory>

namespace millrace::headless {

namespace {

struct TrainOptions
{
    std::vector<std::filesystem::path> files;
    std::filesystem::path saved;
    std::filesystem::path learnInto;
    std::filesystem::path kept; ///< a result store
    std::filesystem::path versions; ///< a result store
    std::int64_t use = 0;
    predict::NetworkTraining network;
    std::string networkKind; ///< empty: predictors of pooled features and settings
    std::filesystem::path safetensors;
    std::filesystem::path samples;
    std::vector<std::filesystem::path> graphs;
    std::string synth;
    std::string kind;
    std::uint64_t seed = 42;
    double coverage = 0.9;
};

Result<int> rateDataSet(const predict::DataSet& set, const TrainOptions& options, const Environment& environment)
{
    if (!options.saved.empty() || !options.learnInto.empty() || !options.kept.empty())
        return fail(
            ErrorCode::InvalidInput,
            "predictors of graphs are rated, not saved; --save, --keep and --learn-into are for samples of runs");
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
    MR_CHECK(showTables({report::dataSetTable(rated, title), report::dataSetMetricTable(rated)}, std::move(json),
                        fmt::format("Recommended: {}, which has the least error on the validation part.\n", best),
                        environment));
    return int(Success);
}

/// Samples of all files; what was left out of them on standard error.
Result<std::vector<predict::Sample>> readAll(const std::vector<std::filesystem::path>& files,
                                             const Environment& environment)
{
    MR_TRY(read, run::readSampleSources(files, environment.frameworks, environment.job()));
    if (!environment.quiet)
        for (const std::string& remark : read.remarks)
            fmt::print(stderr, "millrace-cli: {}\n", remark);
    return std::move(read.samples);
}

std::string filesText(const std::vector<std::filesystem::path>& files)
{
    std::vector<std::string> names;
    for (const std::filesystem::path& file : files)
        names.push_back(file.filename().string());
    return fmt::format("{}", fmt::join(names, ", "));
}

Result<int> learnInto(const TrainOptions& options, const Environment& environment)
{
    MR_TRY(samples, readAll(options.files, environment));
    MR_TRY(opened, openPredictor(options.learnInto));
    MR_TRY(learnt, run::learnSamples(opened.predictor, samples, environment.job()));
    for (const std::string& sentence : learnt.refused)
        fmt::print(stderr, "millrace-cli: not learnt: {}\n", sentence);
    nlohmann::ordered_json json{{"learnt", learnt.learnt}, {"samples", learnt.predictor.samples().size()}};
    std::string saved = "nothing to save";
    if (!options.saved.empty() || !opened.version) {
        const auto target = options.saved.empty() ? options.learnInto : options.saved;
        MR_CHECK(learnt.predictor.save(target));
        json["saved"] = target.string();
        saved = "saved in " + target.string();
    } else if (learnt.learnt > 0) {
        MR_TRY(database, store::Database::open(options.learnInto));
        MR_TRY(version, run::keepPredictor(database, learnt.predictor, filesText(options.files), opened.version));
        json["version"] = version.value;
        saved = fmt::format("version {} of {}", version.value, options.learnInto.string());
    }
    if (environment.json)
        printLine(json);
    else
        fmt::print("Learnt {} samples, {} in all; {}\n", learnt.learnt, learnt.predictor.samples().size(), saved);
    return int(Success);
}

Result<int> trainOnSamples(const TrainOptions& options, const Environment& environment)
{
    if (!options.kept.empty())
        MR_CHECK(store::Database::open(options.kept)); // fails now, not after the training
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
    if (!options.kept.empty()) {
        MR_TRY(database, store::Database::open(options.kept));
        MR_TRY(version, run::keepPredictor(database, predictor, filesText(options.files)));
        json["version"] = version.value;
        sentence += fmt::format("Version {} of {}, in use\n", version.value, options.kept.string());
    }
    MR_CHECK(showTables(tables, std::move(json), sentence, environment));
    return int(Success);
}

Result<int> trainNetwork(const TrainOptions& options, const Environment& environment)
{
    if (!options.learnInto.empty() || !options.kept.empty() || !options.kind.empty())
        return fail(ErrorCode::InvalidInput,
                    "--learn-into, --keep and --kind are for predictors of settings, not for graph networks");
    predict::NetworkTraining training = options.network;
    if (!options.networkKind.empty())
        training.network = options.networkKind;
    for (const std::filesystem::path& file : options.files)
        training.data.push_back(file.string());
    if (!options.synth.empty())
        training.data.push_back("synth:" + options.synth);
    training.save = options.saved;
    training.seed = options.seed;
    return trainGraphNetwork(training, environment);
}

/// Lists the versions of a store, after taking one into use where that is asked for.
Result<int> showVersions(const TrainOptions& options, const Environment& environment)
{
    if (options.use > 0) {
        MR_TRY(writing, store::Database::open(options.versions));
        MR_CHECK(run::usePredictor(writing, store::PredictorId{options.use}));
    }
    MR_TRY(database, store::Database::openReadOnly(options.versions));
    MR_TRY(versions, store::PredictorRepository(database).versions());
    const std::string none =
        fmt::format("{} has no predictor; train one with millrace-cli train {} --keep {}\n", options.versions.string(),
                    options.versions.string(), options.versions.string());
    MR_CHECK(showTables({report::versionTable(versions)}, nlohmann::ordered_json::object(),
                        versions.empty() ? none : "", environment));
    return int(Success);
}

Result<int> execute(const TrainOptions& options, const Environment& environment)
{
    if (!options.versions.empty())
        return showVersions(options, environment);
    if (options.use > 0)
        return fail(ErrorCode::InvalidInput, "--use needs --versions STORE");
    if (!options.networkKind.empty() || !options.network.start.empty())
        return trainNetwork(options, environment);
    if (!options.synth.empty()) {
        if (!options.files.empty())
            return fail(ErrorCode::InvalidInput, "give files or --synth, not both");
        return rateDataSet(predict::makeDripleSynth(*predict::findSynthSetting(options.synth.front())), options,
                           environment);
    }
    if (options.files.empty())
        return fail(ErrorCode::InvalidInput, "give one or more result stores or files of samples, or a data set");
    if (options.files.size() == 1 && !store::isSqliteFile(options.files.front())) {
        MR_TRY(set, predict::openDataSet(options.files.front()));
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
                        "A saved predictor, or a result store with one: add the samples that it does not know to it "
                        "instead of training a new one");
    command->add_option("--keep", options->kept,
                        "Keep the predictor in this result store as a new version, in use from then on");
    command->add_option("--versions", options->versions, "List the predictors of this result store");
    command->add_option("--use", options->use, "With --versions: take this version into use again")
        ->check(CLI::PositiveNumber);
    command->add_option("--kind", options->kind, "Only this predictor; default: all, and the best is recommended")
        ->check(CLI::IsMember({"mean", "ridge", "boosted-trees"}));
    command->add_option("--synth", options->synth, "A generated data set instead of files")
        ->check(CLI::IsMember({"A", "B", "C"}));
    command
        ->add_option("--network", options->networkKind,
                     "Train a graph network on the data set: corrected, or published; needs millrace-graphs")
        ->check(CLI::IsMember({"corrected", "published"}));
    command->add_option("--start", options->network.start, "Train this graph network further");
    command->add_option("--transfer", options->network.transfer, "With --start: the part that is trained")
        ->check(CLI::IsMember({"readout", "last-layers", "everything"}));
    command->add_option("--epochs", options->network.epochs, "Of a graph network, at most")
        ->check(CLI::Range(1, 1'000'000));
    command->add_option("--members", options->network.members, "Networks of the ensemble")->check(CLI::Range(1, 64));
    command->add_option("--layers", options->network.layers, "Of a graph network")->check(CLI::Range(0, 16));
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
