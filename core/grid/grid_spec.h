// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/grid/capture_settings.h"
#include "core/grid/level.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace millrace::grid {

/// One thing that is varied. A name that is not in knownFactors() needs `own`; such a factor is handed to the workload
/// and has no further effect.
struct Factor
{
    std::string name;
    std::vector<Level> levels;
    bool own = false;
    std::string unit; ///< of an own factor, for tables and plots
    /// The level that all runs had before this factor was added: left out of the cell's key, so that earlier results
    /// count.
    std::optional<Level> formerLevel;

    bool operator==(const Factor&) const = default;
};

/// Holds for every cell; see expression.h for the language.
struct Condition
{
    std::string expression;
    std::string reason; ///< shown for combinations that it leaves out; empty: the expression is

    bool operator==(const Condition&) const = default;
};

/// Leaves out the combinations that match: an expression, or an assignment of levels to some factors (all of them
/// must match, each one of its levels).
struct Exclusion
{
    std::string expression; ///< empty: the assignment counts
    std::vector<std::pair<std::string, std::vector<Level>>> assignment;
    std::string reason;

    bool operator==(const Exclusion&) const = default;
};

enum class Order
{
    RandomisedBlocks, ///< each block is one repetition of all cells, shuffled by the seed
    AsListed, ///< the last factor varies fastest; the repetitions of a cell follow each other
    Shuffled, ///< all runs in one shuffle
};

/// Repeat a cell until the 95 % confidence interval of the mean is narrow enough.
struct StopRule
{
    std::string metric; ///< name of a run's result: "samples_per_second", "step_mean", …
    double halfWidth = 0.05; ///< of the interval, relative to the mean
    int atLeast = 3;
    int atMost = 30;

    bool operator==(const StopRule&) const = default;
};

/// How far the measured conditions may lie from the requested ones before a run is marked invalid.
struct GateTolerances
{
    bool enabled = true;
    double delay = 0.05; ///< relative
    std::chrono::nanoseconds delayFloor{300'000}; ///< always allowed: what waking up threads may take on a busy machine
    double rate = 0.05; ///< relative
    double lossConfidence = 0.9999; ///< the requested loss must lie in this binomial interval; 1 of 10 000 sound
                                    ///< measurements is refused
    double traffic = 0.05; ///< relative; cross traffic that arrived against what was asked for; 1: not judged
    std::chrono::nanoseconds lateness{1'000'000}; ///< largest p99 lateness of the switch

    bool operator==(const GateTolerances&) const = default;
};

struct GridSpec
{
    std::string name;
    std::string cluster; ///< name of a cluster of the project
    std::string workload; ///< name of a workload of the project
    std::vector<Factor> factors;
    std::vector<Condition> conditions;
    std::vector<Exclusion> exclusions;
    int repetitions = 1; ///< not used when there is a stop rule
    std::uint64_t seed = 1;
    bool pairedSeeds = false; ///< the same repetition has the same seed in all cells
    Order order = Order::RandomisedBlocks;
    int warmupRuns = 0; ///< runs before the first counted one, whose results do not count
    std::optional<StopRule> stopRule;
    GateTolerances gate;
    CaptureSettings capture;

    bool operator==(const GridSpec&) const = default;
};

[[nodiscard]] const Factor* findFactor(const GridSpec& grid, std::string_view name) noexcept;
/// Of a known factor from the table, of an own one from its levels.
[[nodiscard]] Quantity quantityOf(const Factor& factor) noexcept;
/// Every problem at once, `where` relative to the grid: "factors[2].levels[1]", "conditions[0].expression".
[[nodiscard]] Issues validate(const GridSpec& grid);

} // namespace millrace::grid
