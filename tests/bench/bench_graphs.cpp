// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/graphs/residual_model.h"
#include "core/base/statistics.h"
#include "core/predict/driple_synth.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <iostream>

// Errors of the corrected network on the generated data sets, by seed: mean squared errors of labels in fractions of
// the largest label of the training part, with the weights of the smallest validation error. One line per training,
// then the mean over the seeds with its 95 % interval (Student).

namespace {

using namespace millrace;
using namespace millrace::graphs;

struct Options
{
    std::string sets = "ABC";
    int seeds = 5;
    bool together = false;
    ResidualShape shape;
    ResidualPlan plan;
};

std::vector<double> settingOf(const predict::SynthSetting& setting)
{
    return {setting.gpuSpeed, setting.gigabitsPerSecond, setting.parameterServers, setting.workers};
}

/// Error of one set's test part in the units of the report.
double testError(const ResidualModel& model, const predict::DataSet& set, const std::vector<double>& setting)
{
    const auto maxima = predict::labelMaxima(set);
    double sum = 0;
    double count = 0;
    for (const auto& batch : set.of(predict::Part::Test)) {
        const auto predicted = model.predict(batch, setting);
        for (std::size_t graph = 0; predicted && graph < batch.graphs; ++graph)
            for (std::size_t m = 0; m < maxima.size(); ++m, ++count) {
                const double error = ((*predicted)[graph].values[m] - batch.labelsOf(graph)[m]) / maxima[m];
                sum += error * error;
            }
    }
    return sum / count;
}

void print(std::string_view name, const std::vector<double>& tests)
{
    const auto interval = meanInterval(tests);
    fmt::print("{}: test {:.5f} [{:.5f}, {:.5f}] over {} seeds\n", name, mean(tests), interval.low, interval.high,
               tests.size());
}

Result<void> measure(const Options& options, const std::vector<SettingData>& sets, const std::string& name)
{
    std::vector<std::vector<double>> tests(sets.size());
    for (int seed = 1; seed <= options.seeds; ++seed) {
        MR_TRY(model, ResidualModel::create(options.shape, static_cast<std::uint64_t>(seed)));
        const double begin = processorSeconds();
        MR_TRY(report, model.fit(sets, options.plan, Transfer::None));
        const double used = processorSeconds() - begin;
        for (std::size_t i = 0; i < sets.size(); ++i)
            tests[i].push_back(testError(model, *sets[i].set, sets[i].setting));
        fmt::print("{} seed {}: train {:.5f} validation {:.5f} test {:.5f}, best epoch {}, {:.1f} CPU s\n", name, seed,
                   report.after[0], report.after[1], report.after[2], report.bestEpoch, used);
        std::fflush(stdout);
    }
    for (std::size_t i = 0; i < sets.size(); ++i)
        print(sets[i].set->name, tests[i]);
    return {};
}

Result<void> run(const Options& options)
{
    std::vector<predict::DataSet> sets;
    std::vector<SettingData> together;
    sets.reserve(options.sets.size());
    for (const char name : options.sets) {
        const auto setting = predict::findSynthSetting(name);
        if (!setting)
            return fail(ErrorCode::InvalidInput, fmt::format("there is no setting {}; use A, B and C", name));
        sets.push_back(predict::makeDripleSynth(*setting));
        together.push_back({&sets.back(), options.together ? settingOf(*setting) : std::vector<double>()});
    }
    if (options.together)
        return measure(options, together, options.sets);
    for (const auto& one : together)
        MR_CHECK(measure(options, {one}, one.set->name));
    return {};
}

} // namespace

int main(int argc, char** argv)
{
    Options options;
    CLI::App app("Errors of the corrected graph network on the generated data sets");
    int pooling = 0;
    app.add_option("--sets", options.sets);
    app.add_option("--seeds", options.seeds);
    app.add_flag("--together", options.together, "one model for all sets, with the setting as input");
    app.add_option("--layers", options.shape.layers);
    app.add_option("--hidden", options.shape.hidden);
    app.add_option("--width", options.shape.readOutWidth);
    app.add_option("--members", options.shape.members);
    app.add_option("--pooling", pooling, "0 statistics, 1 sum, 2 Set2Set")->check(CLI::Range(0, 2));
    app.add_option("--statistics", options.shape.statistics);
    app.add_option("--dropout", options.shape.dropout);
    app.add_option("--epochs", options.plan.fit.epochs);
    app.add_option("--rate", options.plan.fit.learningRate);
    app.add_option("--decay", options.plan.fit.weightDecay);
    app.add_option("--batch", options.plan.batch);
    app.add_option("--log-weight", options.plan.logWeight);
    CLI11_PARSE(app, argc, argv);
    options.shape.pooling = static_cast<Pooling>(pooling);
    options.shape.settings = options.together ? 4 : 0;
    if (const auto done = run(options); !done) {
        std::cerr << done.error().text() << '\n';
        return 1;
    }
    return 0;
}
