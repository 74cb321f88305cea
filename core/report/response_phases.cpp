// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/statistics.h"
#include "core/base/time_distance.h"
#include "core/report/phase_times.h"
#include "core/report/response_runs.h"
#include "core/store/series_kinds.h"
#include "core/store/series_repository.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace millrace::report {

namespace {

constexpr std::int64_t never = PhaseTimes::never;

struct Step
{
    std::int64_t begin = never;
    std::int64_t end = 0;
    double duration = 0;
};

/// The n-th step of all ranks together.
void addRank(std::vector<Step>& steps, const analysis::Series& series, bool first)
{
    if (first)
        steps.resize(series.values.size());
    steps.resize(std::min(steps.size(), series.values.size()));
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const double duration = series.values[i];
        if (!(duration >= 0) || duration > 1e6) {
            steps[i].duration = unknown;
            continue;
        }
        steps[i].begin = std::min(steps[i].begin, series.times[i] - static_cast<std::int64_t>(duration * 1e9));
        steps[i].end = std::max(steps[i].end, series.times[i]);
        steps[i].duration = std::isnan(steps[i].duration) ? unknown : std::max(steps[i].duration, duration);
    }
}

void divide(PhaseValues& values, const std::vector<Step>& steps, const PhaseTimes& phases)
{
    for (const Step& step : steps) {
        if (std::isnan(step.duration))
            continue;
        if (!phases.known())
            values.baseline.push_back(step.duration);
        else if (step.begin >= phases.baseline && step.end <= phases.loaded)
            values.baseline.push_back(step.duration);
        else if (step.begin >= phases.loaded && step.end <= phases.drained)
            values.loaded.push_back(step.duration);
    }
}

void addRates(PhaseValues& values, const analysis::Series& series, const PhaseTimes& phases, bool first)
{
    std::vector<double> gaps;
    for (std::size_t i = 1; i < series.times.size(); ++i) {
        const bool within = series.times[i - 1] >= phases.loaded && series.times[i] <= phases.drained;
        const double weight = secondsBetween(series.times[i - 1], series.times[i]);
        if (!within || !(weight > 0) || std::isnan(series.values[i]))
            continue;
        values.rates.push_back(series.values[i]);
        values.weights.push_back(weight);
        if (first) {
            values.first.push_back(series.values[i]);
            gaps.push_back(weight);
        }
    }
    if (first && !gaps.empty())
        values.spacing = median(gaps);
}

} // namespace

Result<PhaseValues> readPhases(store::Database& database, const store::RunRecord& run, Issues& issues)
{
    MR_TRY(phases, phaseTimesOf(database, run));
    store::SeriesRepository repository(database);
    MR_TRY(records, repository.list(run.id));
    PhaseValues values;
    std::vector<Step> steps;
    bool firstRank = true;
    bool firstNode = true;
    for (const store::SeriesRecord& record : records) {
        if (record.name != store::series::stepTime.name && record.name != store::series::crossReceived.name)
            continue;
        MR_TRY(series, repository.read(record.id, issues));
        if (record.name == store::series::stepTime.name) {
            addRank(steps, series, firstRank);
            firstRank = false;
        } else if (phases.known()) {
            addRates(values, series, phases, firstNode);
            firstNode = false;
        }
    }
    divide(values, steps, phases);
    return values;
}

} // namespace millrace::report
