// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/statistics.h"
#include "core/base/unknown.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace millrace::plan {

/// Assumed seconds for setting up and collecting a run while no run was measured; 0.3 to 0.8 s were measured with four
/// nodes on two cores.
inline constexpr double defaultOverhead = 0.5;

/// Seconds for storing a run of a simulated cluster; 9 ms were measured with four nodes.
inline constexpr double simulatedOverhead = 0.01;

/// Relative error to expect of the duration of a grid that the simulation says while no run was measured.
inline constexpr double uncorrectedSimulation = 0.35;

/// All settings that determine a run, by name ("model", "links/0/loss"), ascending. Values are canonical.
using Settings = std::vector<std::pair<std::string, std::string>>;

/// Measurements of one finished run.
struct PastRun
{
    Settings settings;
    double steps = 0; ///< warm-up included
    double seconds = 0; ///< from claim to verdict
    double stepSeconds = unknown; ///< mean of a measured step
    double wireBytes = unknown; ///< sent by all nodes, headers included
    double simulatedStepSeconds = unknown; ///< what the simulation in use says of stepSeconds
    double payloadBytes = unknown; ///< what the strategy says, by all steps; wireBytes is more by headers
};

/// Finished runs of a store.
struct History
{
    std::vector<PastRun> runs;
    std::size_t storeRuns = 0; ///< base of storeBytesPerRun; more than `runs` in old or large stores
    double storeBytesPerRun = unknown;
    /// Relative error of the simulation's steps that 90 % of the cells which were held out at its calibration are
    /// below; unknown: it is not calibrated.
    double simulationError = unknown;
};

/// Cell to run. What cannot be computed is `unknown`.
struct PlannedCell
{
    Settings settings;
    double steps = 0; ///< warm-up included
    double runs = 1; ///< certain runs
    double conditionalRuns = 0; ///< additional runs that a stop rule may request
    double computeSeconds = unknown; ///< per step
    double communicationSeconds = unknown; ///< per step, lower bound
    double simulatedStepSeconds = unknown; ///< per step, by the simulation
    double calculationSeconds =
        unknown; ///< of one run on a simulated cluster: steps take no time, calculating them does
    double payloadBytes = unknown; ///< between nodes, by all steps of one run
};

enum class Basis
{
    SameCell,
    NearestCells,
    Simulation,
    Calculation,
    Formula,
    Unknown
};
inline constexpr std::size_t basisCount = 6;
inline constexpr std::array allBases = {Basis::SameCell,    Basis::NearestCells, Basis::Simulation,
                                        Basis::Calculation, Basis::Formula,      Basis::Unknown};
/// "same cell", "nearest cells", "simulation", "calculation", "formula", "unknown".
[[nodiscard]] const char* basisName(Basis basis) noexcept;

/// Estimate of one run of a cell.
struct CellEstimate
{
    Basis basis = Basis::Unknown;
    double seconds = unknown;
    /// Same cell: 95 % of the mean; nearest cells: the shortest and longest; NaN with fewer than two runs. Simulation:
    /// by simulationError; NaN without it.
    Interval interval{unknown, unknown};
    std::size_t fromRuns = 0; ///< simulation: those that its error was learnt from
    std::vector<std::string> differing; ///< settings in which the nearest cells differ
    double wireBytes = unknown;
    bool wireIsForecast = false; ///< payload only, computed from the strategy: no run says how much headers add

    [[nodiscard]] bool hasInterval() const noexcept { return interval.low <= interval.high; }
};

struct Estimate
{
    std::vector<CellEstimate> cells; ///< in the order of the planned cells
    std::array<double, basisCount> runsBy{}; ///< certain runs, by the basis of their cell
    double runs = 0; ///< certain ones
    double seconds = unknown; ///< of all certain runs with a known cell; unknown if none is
    /// All cells at the low end, all at the high end; NaN unless every known cell has an interval.
    Interval interval{unknown, unknown};
    double conditionalSeconds = 0; ///< in addition, if a stop rule requests all its runs
    double wireBytes = unknown; ///< of the runs where it is known
    double runsWithWire = 0;
    double storeBytes = unknown;
    double overheadSeconds = defaultOverhead;
    std::size_t overheadFromRuns = 0; ///< 0: defaultOverhead is an assumption
    std::size_t simulationLearntFrom = 0; ///< runs that correct the simulation; 0: none does
    std::size_t pastRuns = 0;
    std::size_t storeRuns = 0; ///< base of storeBytes

    [[nodiscard]] double runsOf(Basis basis) const { return runsBy[static_cast<std::size_t>(basis)]; }
    [[nodiscard]] double unknownRuns() const { return runsOf(Basis::Unknown); }
    [[nodiscard]] bool hasInterval() const noexcept { return interval.low <= interval.high; }
};

/// Whether a past run must share the setting to count as near: otherwise it is not comparable.
[[nodiscard]] bool mustAgree(const std::string& setting);

/// Estimates every cell and their sum; see README.md for the formula. When `stop` is requested the rest stays unknown.
/// `scale`: number of cells that each cell represents, if only a part of a large grid is given.
[[nodiscard]] Estimate estimateGrid(const std::vector<PlannedCell>& cells, const History& history, double scale = 1,
                                    const std::stop_token& stop = {});

/// Returns one sentence about the source of the numbers.
[[nodiscard]] std::string howText(const Estimate& estimate);

} // namespace millrace::plan
