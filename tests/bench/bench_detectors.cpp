// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Detection of slow-downs in 17 kinds of noise: the default detector against others whose limits are tuned, on
// development seeds, to its false alarm rate in clean jobs: one limit for all kinds of noise, or one for each, which no
// user could know. Prints F1 and delays.
//   bench_detectors                  the table of the manual
//   bench_detectors --each           one limit for each kind of noise
//   bench_detectors --development    on the seeds that everything was chosen by
//   bench_detectors --variants       kinds of noise with other numbers

#include "tests/bench/rival_detectors.h"

#include "core/base/random.h"
#include "core/base/statistics.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

using namespace millrace;
using namespace millrace::monitor;

namespace {

constexpr double leastAllowed = 0.05; // false alarms in a clean job; lower rates cannot be resolved

struct Options
{
    int repetitions = 3;
    int controls = 40; ///< clean jobs that limits are tuned on
    bool onDevelopment = false;
    bool variants = false;
    bool alone = false; ///< without rivals
    bool each = false; ///< limits for each kind of noise
};

struct Mean
{
    double sum = 0;
    int count = 0;
    int better = 0; ///< kinds of noise where it is better than the default
};

std::string row(const std::string& name, const std::vector<double>& values)
{
    std::string text = fmt::format("| {:<24} |", name);
    for (const double value : values)
        text += fmt::format(" {:>4.2f} |", value);
    return text;
}

/// Limits of all rivals for these kinds of noise.
std::vector<double> limitsFor(std::span<const NoiseFamily> families, const Options& options)
{
    const double ours = cleanAlarms(judgeOf(defaultDetector), families, options.controls);
    const double allowed = std::max(leastAllowed, ours);
    std::vector<double> limits;
    for (const Rival& rival : rivals())
        limits.push_back(tunedLimit(rival, families, allowed, options.controls));
    return limits;
}

std::vector<double> rivalScores(const Trial& trial, const std::vector<double>& limits)
{
    std::vector<double> scores;
    const auto all = rivals();
    for (std::size_t i = 0; i < limits.size(); ++i)
        scores.push_back(tryDetector(trial, all[i].at(limits[i])).score.f1);
    return scores;
}

void compare(const Options& options)
{
    const auto families = options.variants ? noiseVariants() : noiseFamilies();
    fmt::print("| noise | clean | delay | {} |", defaultDetector);
    for (const Rival& rival : rivals())
        fmt::print(" {} |", rival.name);
    std::vector<double> limits;
    if (!options.alone && !options.each)
        limits = limitsFor(families, options);
    fmt::print("\nlimits: {:.3g}\n", fmt::join(limits, ", "));
    std::map<std::size_t, Mean> means;
    for (const NoiseFamily& family : families) {
        const Trial trial{&family, options.onDevelopment ? SeedSet::Development : SeedSet::Test, options.repetitions};
        const TrialResult ours = tryDetector(trial, judgeOf(defaultDetector));
        std::vector<double> values{ours.cleanAlarms, ours.score.delayMedian, ours.score.f1};
        if (options.each)
            limits = limitsFor({&family, 1}, options);
        for (const double f1 : rivalScores(trial, limits))
            values.push_back(f1);
        for (std::size_t i = 2; i < values.size(); ++i) {
            Mean& mean = means[i];
            mean.sum += values[i];
            ++mean.count;
            mean.better += values[i] > ours.score.f1 ? 1 : 0;
        }
        fmt::print("{}\n", row(family.name, values));
        std::fflush(stdout);
    }
    for (const auto& [column, mean] : means)
        fmt::print("mean F1 {:.3f}, better than the default in {}\n", mean.sum / mean.count, mean.better);
}

void delays(const Options& options)
{
    fmt::print("\n| noise | slow-down | ramp | delay, median | p90 | not noticed within 30, of 200 |\n");
    const std::uint64_t seed = options.onDevelopment ? 4711 : 880088;
    struct Case
    {
        double similarity, deviation, level;
        std::int64_t ramp;
    };
    for (const Case& of :
         {Case{0, 0.013, 0.4, 1}, Case{0, 0.013, 0.4, 8}, Case{0.6, 0.013, 0.4, 1}, Case{0.6, 0.013, 0.4, 8},
          Case{0.8, 0.013, 0.4, 1}, Case{0.8, 0.013, 0.4, 8}, Case{0.6, 0.03, 0.2, 1}, Case{0.8, 0.03, 0.2, 1},
          Case{0.8, 0.03, 0.2, 8}, Case{0.8, 0.03, 0.4, 1}}) {
        const NoiseFamily family{.name = "delay", .jitter = 0, .correlated = of.deviation, .similarity = of.similarity};
        std::vector<double> found;
        for (std::uint64_t i = 0; i < 200; ++i) {
            const ScoredJob job = noisyJob(family, {of.level, 200, of.ramp}, mixSeed(mixSeed(seed) + i));
            const JobVerdict verdict = judge(job, judgeOf(defaultDetector)(job));
            if (verdict.delay <= 30)
                found.push_back(verdict.delay);
        }
        fmt::print("| φ {}, {:.1f} % | {:.0f} % | {} | {:.0f} | {:.0f} | {} |\n", of.similarity, 100 * of.deviation,
                   100 * of.level, of.ramp, median(found), quantile(found, 0.9), 200 - found.size());
    }
}

} // namespace

int main(int argc, char** argv)
{
    CLI::App app{"How well slow-downs are noticed in 17 kinds of noise"};
    Options options;
    app.add_option("--repetitions", options.repetitions, "Jobs of each level and length");
    app.add_option("--controls", options.controls, "Clean jobs that limits are tuned on");
    app.add_flag("--development", options.onDevelopment, "The seeds that everything was chosen by");
    app.add_flag("--variants", options.variants, "Kinds of noise with other numbers");
    app.add_flag("--alone", options.alone, "Only the default detector");
    app.add_flag("--each", options.each, "Limits of the others for each kind of noise");
    CLI11_PARSE(app, argc, argv);
    compare(options);
    delays(options);
    return 0;
}
