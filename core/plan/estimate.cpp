// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/estimate.h"

#include "core/plan/history_index.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace millrace::plan {

namespace {

std::vector<double> durations(const std::vector<const PastRun*>& runs)
{
    std::vector<double> values;
    for (const PastRun* run : runs)
        values.push_back(run->seconds);
    return values;
}

double meanWire(const std::vector<const PastRun*>& runs)
{
    std::vector<double> values;
    for (const PastRun* run : runs)
        if (!std::isnan(run->wireBytes))
            values.push_back(run->wireBytes);
    return mean(values);
}

/// Scales the duration of the run to another number of steps; NaN if not possible.
double scaledSeconds(const PastRun& run, double steps)
{
    if (run.steps == steps)
        return run.seconds;
    return std::max(0.0, run.seconds + (steps - run.steps) * run.stepSeconds);
}

std::vector<std::string> differences(const Settings& wanted, const Settings& had)
{
    std::set<std::pair<std::string, std::string>> all(wanted.begin(), wanted.end());
    std::set<std::string> names;
    for (const auto& setting : had)
        if (all.erase(setting) == 0)
            names.insert(setting.first);
    for (const auto& setting : all)
        names.insert(setting.first);
    return {names.begin(), names.end()};
}

class Estimator
{
public:
    explicit Estimator(const History& history) : m_groups(history)
    {
        std::vector<double> overheads;
        for (const PastRun& run : history.runs)
            if (const double rest = run.seconds - run.steps * run.stepSeconds; rest >= 0)
                overheads.push_back(rest);
        if (!overheads.empty())
            m_overhead = mean(overheads);
        m_overheadRuns = overheads.size();
    }

    [[nodiscard]] double overhead() const noexcept { return m_overhead; }
    [[nodiscard]] std::size_t overheadRuns() const noexcept { return m_overheadRuns; }

    [[nodiscard]] CellEstimate of(const PlannedCell& cell) const
    {
        CellEstimate estimate;
        if (!fromSame(cell, estimate) && !fromNearest(cell, estimate))
            fromFormula(cell, estimate);
        if (std::isnan(estimate.wireBytes) && !std::isnan(cell.payloadBytes)) {
            estimate.wireBytes = cell.payloadBytes;
            estimate.wireIsForecast = true;
        }
        return estimate;
    }

private:
    bool fromSame(const PlannedCell& cell, CellEstimate& estimate) const
    {
        const HistoryGroup* group = m_groups.same(cell.settings);
        if (group == nullptr)
            return false;
        const auto values = durations(group->runs);
        estimate.basis = Basis::SameCell;
        estimate.seconds = mean(values);
        estimate.interval = meanInterval(values);
        estimate.interval.low = std::isnan(estimate.interval.low) ? unknown : std::max(0.0, estimate.interval.low);
        estimate.fromRuns = values.size();
        estimate.wireBytes = meanWire(group->runs);
        return true;
    }

    bool fromNearest(const PlannedCell& cell, CellEstimate& estimate) const
    {
        std::vector<double> values;
        const PastRun* example = nullptr;
        std::vector<const PastRun*> runs;
        for (const HistoryGroup* group : m_groups.nearest(cell.settings))
            for (const PastRun* run : group->runs)
                if (const double seconds = scaledSeconds(*run, cell.steps); !std::isnan(seconds)) {
                    values.push_back(seconds);
                    example = run;
                    runs.push_back(run);
                }
        if (values.empty())
            return false;
        estimate.basis = Basis::NearestCells;
        estimate.seconds = mean(values);
        estimate.fromRuns = values.size();
        if (values.size() > 1)
            estimate.interval = {*std::ranges::min_element(values), *std::ranges::max_element(values)};
        estimate.differing = differences(cell.settings, example->settings);
        if (std::isnan(cell.payloadBytes) && example->steps == cell.steps)
            estimate.wireBytes = meanWire(runs);
        return true;
    }

    void fromFormula(const PlannedCell& cell, CellEstimate& estimate) const
    {
        const double seconds = m_overhead + cell.steps * (cell.computeSeconds + cell.communicationSeconds);
        if (std::isnan(seconds))
            return;
        estimate.basis = Basis::Formula;
        estimate.seconds = seconds;
    }

    HistoryIndex m_groups;
    double m_overhead = defaultOverhead;
    std::size_t m_overheadRuns = 0;
};

void addTo(double& sum, double value)
{
    sum = std::isnan(sum) ? value : sum + value;
}

/// Adds one cell, which represents `scale` cells, to the totals.
void addCell(Estimate& total, const PlannedCell& planned, const CellEstimate& cell, double scale)
{
    const double runs = planned.runs * scale;
    total.runs += runs;
    total.runsBy[static_cast<std::size_t>(cell.basis)] += runs;
    if (!std::isnan(cell.wireBytes)) {
        addTo(total.wireBytes, cell.wireBytes * runs);
        total.runsWithWire += runs;
    }
    if (cell.basis == Basis::Unknown)
        return;
    addTo(total.seconds, cell.seconds * runs);
    total.conditionalSeconds += cell.seconds * planned.conditionalRuns * scale;
}

Interval sumOfIntervals(const std::vector<PlannedCell>& planned, const std::vector<CellEstimate>& cells, double scale)
{
    Interval sum;
    bool any = false;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (cells[i].basis == Basis::Unknown || planned[i].runs <= 0)
            continue;
        if (!cells[i].hasInterval())
            return {unknown, unknown};
        any = true;
        sum.low += cells[i].interval.low * planned[i].runs * scale;
        sum.high += cells[i].interval.high * planned[i].runs * scale;
    }
    return any ? sum : Interval{unknown, unknown};
}

} // namespace

const char* basisName(Basis basis) noexcept
{
    static constexpr std::array<const char*, basisCount> names = {"same cell", "nearest cells", "formula", "unknown"};
    return names[static_cast<std::size_t>(basis)];
}

bool mustAgree(const std::string& setting)
{
    static const std::set<std::string, std::less<>> names = {"framework",    "model",        "batch",       "workers",
                                                             "compute_time", "device_flops", "cluster kind"};
    return names.contains(setting) || setting.starts_with("command");
}

Estimate estimateGrid(const std::vector<PlannedCell>& cells, const History& history, double scale,
                      const std::stop_token& stop)
{
    const Estimator estimator(history);
    Estimate total;
    total.pastRuns = history.runs.size();
    total.storeRuns = history.storeRuns;
    total.overheadSeconds = estimator.overhead();
    total.overheadFromRuns = estimator.overheadRuns();
    total.cells.reserve(cells.size());
    for (const PlannedCell& cell : cells) {
        total.cells.push_back(stop.stop_requested() ? CellEstimate() : estimator.of(cell));
        addCell(total, cell, total.cells.back(), scale);
    }
    total.interval = sumOfIntervals(cells, total.cells, scale);
    total.storeBytes = total.runs * history.storeBytesPerRun;
    return total;
}

std::string howText(const Estimate& estimate)
{
    std::vector<std::string> parts;
    const auto part = [&](Basis basis, std::string_view from) {
        if (const double runs = estimate.runsOf(basis); runs > 0)
            parts.push_back(fmt::format("{:.0f} of {:.0f} runs {}", runs, estimate.runs, from));
    };
    part(Basis::SameCell, "from runs of the same cell");
    part(Basis::NearestCells, "from runs of the nearest cells");
    const std::string overhead = estimate.overheadFromRuns > 0
        ? fmt::format("measured on {} runs", estimate.overheadFromRuns)
        : std::string("an assumption: no run was measured yet");
    part(Basis::Formula,
         fmt::format("by the formula, at least: {:.3g} s for each run ({}) and its steps at the links' rates",
                     estimate.overheadSeconds, overhead));
    part(Basis::Unknown, "unknown: no data to estimate from");
    return parts.empty() ? std::string("no runs") : fmt::format("{}", fmt::join(parts, "; "));
}

} // namespace millrace::plan
