// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/averaging_runs.h"

#include "core/planner/candidate.h"
#include "core/run/calibration_runs.h"
#include "core/run/imported_averagings.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace millrace::run {

namespace {

constexpr std::size_t leastRows = 3;

bool isButterfly(collective::Strategy strategy)
{
    return strategy == collective::Strategy::Pairwise || strategy == collective::Strategy::Clique;
}

planner::MeasuredAveraging measuredOf(const simulate::Sample& sample)
{
    const auto& tensors = sample.operation.tensors;
    const auto bytes = static_cast<double>(std::accumulate(tensors.begin(), tensors.end(), std::size_t(0))
                                           * sample.operation.elementBytes);
    double slowest = 0;
    for (const std::size_t from : sample.operation.nodes)
        for (const std::size_t to : sample.operation.nodes)
            if (from != to)
                if (const double rate = planner::connectionRate(sample.cluster, from, to).bitsPerSecond; rate > 0)
                    slowest = std::max(slowest, 1 / rate);
    const auto peers = static_cast<double>(sample.operation.nodes.size());
    return {planner::AveragingLoad::of(bytes, peers, slowest), sample.seconds};
}

} // namespace

Result<FittedAveraging> fitAveragingRuns(store::Database& database, const launch::Frameworks& frameworks,
                                         const std::string& source, const JobContext& job)
{
    MR_TRY(samples, calibrationSamples(database, frameworks, job));
    std::vector<planner::MeasuredAveraging> rows;
    for (const simulate::Sample& sample : samples)
        if (isButterfly(sample.operation.strategy))
            if (const auto row = measuredOf(sample); row.load.slowestPair > 0)
                rows.push_back(row);
    const char* what = "cells";
    if (rows.size() < leastRows) {
        MR_TRY(imported, importedAveragings(database, job));
        if (imported.size() < leastRows)
            return fail(ErrorCode::InvalidInput,
                        fmt::format("{} has {} measured cells with the strategies PAIRWISE or CLIQUE of the built-in "
                                    "worker and known rates, and {} imported trainings with Hivemind between places "
                                    "of a network profile; three or more are needed",
                                    source, rows.size(), imported.size()));
        rows = std::move(imported);
        what = "imported trainings";
    }
    FittedAveraging fitted;
    MR_TRY(law, planner::fitAveraging(rows, fmt::format("{} {} of {}", rows.size(), what, source), job));
    fitted.law = std::move(law);
    for (const planner::MeasuredAveraging& row : rows)
        fitted.meanError += std::abs(fitted.law.seconds(row.load) / row.seconds - 1) / static_cast<double>(rows.size());
    return fitted;
}

} // namespace millrace::run
