// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tests/core/report/made_store.h"

#include "core/planner/averaging.h"

#include <map>

/// Trainings between regions and providers as an import has them, with network profiles; averagings take what a law
/// says.
namespace millrace::tests {

/// Mbit/s of one connection, as a profile of four regions has them.
inline const std::map<std::string, double> regionRates = {{"US→US", 6900}, {"EU→EU", 6800}, {"US→EU", 210},
                                                          {"EU→US", 215},  {"US→AUS", 117}, {"AUS→US", 119},
                                                          {"EU→AUS", 69},  {"AUS→EU", 70},  {"AUS→AUS", 6840}};

inline report::Made profile(const std::map<std::string, double>& rates)
{
    report::Made run;
    run.factors = {report::textFactor("study_part", "network")};
    for (const auto& [pair, megabits] : rates)
        run.metrics.push_back({"rate", pair, 1e6 * megabits, "bit/s", ""});
    return run;
}

/// `slowest`: Mbit/s, by which its averaging takes what the law says.
inline report::Made training(const std::string& regions, const std::string& providers, int machines, double parameters,
                             double slowest, const planner::AveragingLaw& law)
{
    report::Made run;
    run.factors = {report::textFactor("study_part", "training"), report::textFactor("regions", regions),
                   report::textFactor("providers", providers),
                   report::numberFactor("gpus", std::to_string(machines), machines)};
    const double vectorBytes = 2 * parameters;
    const auto load = planner::AveragingLoad::of(vectorBytes, machines, 1 / (1e6 * slowest));
    run.metrics = {report::metric("averaging_time", law.seconds(load), "s"),
                   report::metric("expected_sent_per_round", 2 * vectorBytes * (machines - 1) / machines, "B")};
    return run;
}

inline planner::AveragingLaw madeLaw()
{
    planner::AveragingLaw law;
    law.fixed = 1.2;
    law.perMegabit = 0.5e-3;
    law.perPeer = 0.3;
    law.slowestPart = 0.9;
    return law;
}

/// Each run has a number of its own.
inline std::vector<report::Made> numbered(std::vector<report::Made> runs)
{
    int number = 0;
    for (report::Made& run : runs)
        run.repetition = ++number;
    return runs;
}

inline std::vector<report::Made> madeRuns()
{
    const planner::AveragingLaw law = madeLaw();
    std::vector<report::Made> runs = {
        profile({{"US→US", 6000}, {"EU→EU", 6000}, {"US→EU", 210}, {"EU→US", 215}}), profile(regionRates),
        profile({{"GC→GC", 6352}, {"AWS→AWS", 4780}, {"GC→AWS", 1520}, {"AWS→GC", 1808}})};
    for (const double parameters : {60e6, 198e6, 560e6}) {
        for (const int machines : {2, 4, 8})
            runs.push_back(training("EU", "GC", machines, parameters, 6000, law));
        runs.push_back(training("US+EU", "GC", 4, parameters, 210, law));
        runs.push_back(training("US+EU+AUS", "GC", 6, parameters, 69, law));
        runs.push_back(training("US", "GC+AWS", 4, parameters, 1520, law));
    }
    return numbered(std::move(runs));
}

} // namespace millrace::tests
