// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/estimate.h"

#include "core/plan/history_index.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>
#include <string_view>

namespace millrace::plan {

namespace {

std::vector<double> durations(const std::vector<const PastRun*>& runs)
{
    std::vector<double> values;
    for (const PastRun* run : runs)
        values.push_back(run->seconds);
    return values;
}

/// The values of `of` that are known.
template <typename Value>
std::vector<double> known(const std::vector<const PastRun*>& runs, Value of)
{
    std::vector<double> values;
    for (const PastRun* run : runs)
        if (const double value = of(*run); std::isfinite(value))
            values.push_back(value);
    return values;
}

double meanWire(const std::vector<const PastRun*>& runs)
{
    return mean(known(runs, [](const PastRun& run) { return run.wireBytes; }));
}

/// Bytes on the wire for each byte of payload.
double wireOfPayload(const PastRun& run)
{
    return run.wireBytes / run.payloadBytes;
}

/// How much longer a step was than simulated.
double stepOfSimulated(const PastRun& run)
{
    return run.stepSeconds / run.simulatedStepSeconds;
}

/// Time of a run that its steps do not explain; NaN: not known.
double overheadOf(const PastRun& run)
{
    const double rest = run.seconds - run.steps * run.stepSeconds;
    return rest >= 0 ? rest : unknown;
}

/// Scales the duration of the run to another number of steps and, where both were simulated, by the simulated step;
/// NaN if not possible.
double scaledSeconds(const PastRun& run, const PlannedCell& cell)
{
    const double ratio = cell.simulatedStepSeconds / run.simulatedStepSeconds;
    const double factor = std::isfinite(ratio) ? ratio : 1;
    if (run.steps == cell.steps && factor == 1)
        return run.seconds;
    const double seconds = run.seconds + (cell.steps * factor - run.steps) * run.stepSeconds;
    return std::isnan(seconds) ? unknown : std::max(0.0, seconds);
}

const std::string* settingOf(const Settings& settings, std::string_view name)
{
    const auto found = std::ranges::lower_bound(settings, name, {}, &Settings::value_type::first);
    return found != settings.end() && found->first == name ? &found->second : nullptr;
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
    explicit Estimator(const History& history) : m_groups(history), m_simulationError(history.simulationError)
    {
        for (const PastRun& run : history.runs) {
            m_runs.push_back(&run);
            m_byWorkers[workersOf(run.settings)].push_back(&run);
        }
        const auto overheads = known(m_runs, overheadOf);
        if (!overheads.empty())
            m_overhead = mean(overheads);
        m_overheadRuns = overheads.size();
        m_wireOfPayload = median(known(m_runs, wireOfPayload));
        const auto errors = known(m_runs, stepOfSimulated);
        if (!errors.empty())
            m_stepOfSimulated = median(errors);
        m_learntFrom = errors.size();
    }

    [[nodiscard]] double overhead() const noexcept { return m_overhead; }
    [[nodiscard]] std::size_t overheadRuns() const noexcept { return m_overheadRuns; }

    [[nodiscard]] std::size_t learntFrom() const noexcept { return m_learntFrom; }

    [[nodiscard]] CellEstimate of(const PlannedCell& cell) const
    {
        CellEstimate estimate;
        if (!fromSame(cell, estimate) && !fromNearest(cell, estimate) && !fromSimulation(cell, estimate)
            && !fromCalculation(cell, estimate))
            fromFormula(cell, estimate);
        if (std::isnan(estimate.wireBytes) && !std::isnan(cell.payloadBytes)) {
            estimate.wireIsForecast = std::isnan(m_wireOfPayload);
            estimate.wireBytes = cell.payloadBytes * (estimate.wireIsForecast ? 1 : m_wireOfPayload);
        }
        return estimate;
    }

private:
    /// Runs that are set up alike.
    static std::string workersOf(const Settings& settings)
    {
        std::string key;
        for (const char* name : {"cluster kind", "workers"})
            if (const std::string* value = settingOf(settings, name))
                key += *value + '\n';
        return key;
    }

    /// Of runs with as many workers, else of all.
    [[nodiscard]] double overheadFor(const PlannedCell& cell) const
    {
        const auto alike = m_byWorkers.find(workersOf(cell.settings));
        const auto overheads = alike == m_byWorkers.end() ? std::vector<double>() : known(alike->second, overheadOf);
        return overheads.empty() ? m_overhead : mean(overheads);
    }

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
                if (const double seconds = scaledSeconds(*run, cell); !std::isnan(seconds)) {
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
        if (const double ratio = median(known(runs, wireOfPayload)); !std::isnan(ratio * cell.payloadBytes))
            estimate.wireBytes = ratio * cell.payloadBytes;
        return true;
    }

    bool fromSimulation(const PlannedCell& cell, CellEstimate& estimate) const
    {
        if (std::isnan(cell.simulatedStepSeconds))
            return false;
        const double overhead = overheadFor(cell);
        const double steps = cell.steps * cell.simulatedStepSeconds * m_stepOfSimulated;
        estimate.basis = Basis::Simulation;
        estimate.seconds = overhead + steps;
        estimate.fromRuns = m_learntFrom;
        if (!std::isnan(m_simulationError))
            estimate.interval = {overhead + steps * std::max(0.0, 1 - m_simulationError),
                                 overhead + steps * (1 + m_simulationError)};
        return true;
    }

    static bool fromCalculation(const PlannedCell& cell, CellEstimate& estimate)
    {
        if (std::isnan(cell.calculationSeconds))
            return false;
        estimate.basis = Basis::Calculation;
        estimate.seconds = simulatedOverhead + cell.calculationSeconds;
        return true;
    }

    void fromFormula(const PlannedCell& cell, CellEstimate& estimate) const
    {
        const double seconds = overheadFor(cell) + cell.steps * (cell.computeSeconds + cell.communicationSeconds);
        if (std::isnan(seconds))
            return;
        estimate.basis = Basis::Formula;
        estimate.seconds = seconds;
    }

    HistoryIndex m_groups;
    std::vector<const PastRun*> m_runs;
    std::map<std::string, std::vector<const PastRun*>> m_byWorkers;
    double m_simulationError = unknown;
    double m_overhead = defaultOverhead;
    std::size_t m_overheadRuns = 0;
    double m_wireOfPayload = unknown;
    double m_stepOfSimulated = 1;
    std::size_t m_learntFrom = 0;
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
    static constexpr std::array<const char*, basisCount> names = {"same cell",   "nearest cells", "simulation",
                                                                  "calculation", "formula",       "unknown"};
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
    total.simulationLearntFrom = estimator.learntFrom();
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
    part(Basis::Simulation,
         estimate.simulationLearntFrom > 0
             ? fmt::format("by the simulation, corrected by what {} runs took", estimate.simulationLearntFrom)
             : fmt::format("by the simulation, without any run to correct it: up to {:.0f} % off",
                           100 * uncorrectedSimulation));
    part(Basis::Calculation, "by calculating the first steps of some of them now");
    part(Basis::Formula,
         fmt::format("by the formula, at least: {:.3g} s for each run ({}) and its steps at the links' rates",
                     estimate.overheadSeconds, overhead));
    part(Basis::Unknown, "unknown: no data to estimate from");
    return parts.empty() ? std::string("no runs") : fmt::format("{}", fmt::join(parts, "; "));
}

} // namespace millrace::plan
