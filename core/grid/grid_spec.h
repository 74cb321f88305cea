// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/field.h"
#include "core/base/text_marks.h"
#include "core/grid/capture_settings.h"
#include "core/grid/level.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace millrace::grid {

/// Varied setting. A name that is not in knownFactors() needs `own`; such a factor is passed to the workload and has no
/// further effect.
struct Factor
{
    std::string name;
    std::vector<Level> levels;
    bool own = false;
    std::string unit; ///< of a user-defined factor, for tables and plots
    /// Level of all runs before this factor was added: left out of the cell's key, so that earlier results count.
    std::optional<Level> formerLevel;

    bool operator==(const Factor&) const = default;
};

/// Rule that every cell must satisfy; see expression.h for the language.
struct Condition
{
    std::string expression;
    std::string reason; ///< shown for excluded combinations; empty: the expression is

    bool operator==(const Condition&) const = default;
};

/// Excludes the matching combinations: an expression, or an assignment of levels to some factors (all of them must
/// match, each one of its levels).
struct Exclusion
{
    std::string expression; ///< empty: the assignment is used
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

/// Repeats a cell until the 95 % confidence interval of the mean is narrow enough.
struct StopRule
{
    std::string metric; ///< name of a metric: "samples_per_second", "step_mean", …
    double halfWidth = 0.05; ///< of the interval, relative to the mean
    int atLeast = 3;
    int atMost = 30;

    bool operator==(const StopRule&) const = default;
};

/// Tolerances of the measured conditions before a run is marked invalid.
struct GateTolerances
{
    bool enabled = true;
    double delay = 0.05; ///< relative
    std::chrono::nanoseconds delayFloor{300'000}; ///< always allowed: thread wake-up latency on a busy machine
    double rate = 0.05; ///< relative
    double lossConfidence = 0.9999; ///< the requested loss must be in this binomial interval; 1 of 10 000 correct
                                    ///< measurements is refused
    double traffic = 0.05; ///< relative; received compared with requested cross traffic; 1: not judged
    std::chrono::nanoseconds lateness{1'000'000}; ///< largest p99 lateness of the switch
    bool allPairs = false; ///< probe every pair of nodes, not only those that differ: a network matrix

    bool operator==(const GateTolerances&) const = default;
};

inline constexpr std::array stopRuleFields = {
    field("metric", &StopRule::metric, MR_TEXT("millrace::ui::GridForm", "Result"), {.always = true}),
    field("half_width", &StopRule::halfWidth, Quantity::Fraction, {0, 1, true, true},
          MR_TEXT("millrace::ui::GridForm", "Half-width of the 95 % interval"), {.always = true}),
    field("at_least", &StopRule::atLeast, Quantity::Count, {2, 1e5},
          MR_TEXT("millrace::ui::GridForm", "At least so many runs"), {.always = true}),
    field("at_most", &StopRule::atMost, Quantity::Count, {2, 1e5},
          MR_TEXT("millrace::ui::GridForm", "At most so many runs"), {.always = true}),
};

inline constexpr std::array gateFields = {
    field("enabled", &GateTolerances::enabled,
          MR_TEXT("millrace::ui::GateForm", "A run that misses its conditions is invali&d")),
    field("delay", &GateTolerances::delay, Quantity::Fraction, {0, 1},
          MR_TEXT("millrace::ui::GateForm", "Round trip, relative")),
    field("delay_floor", &GateTolerances::delayFloor, Quantity::Duration, {0, 3.6e12},
          MR_TEXT("millrace::ui::GateForm", "Round trip, always allowed")),
    field("rate", &GateTolerances::rate, Quantity::Fraction, {0, 1},
          MR_TEXT("millrace::ui::GateForm", "Rate, relative")),
    field("loss_confidence", &GateTolerances::lossConfidence, Quantity::Fraction, {0, 1, true, true},
          MR_TEXT("millrace::ui::GateForm", "Loss, confidence of the interval")),
    field("traffic", &GateTolerances::traffic, Quantity::Fraction, {0, 1},
          MR_TEXT("millrace::ui::GateForm", "Cross traffic, relative")),
    field("lateness", &GateTolerances::lateness, Quantity::Duration, {0, 3.6e12},
          MR_TEXT("millrace::ui::GateForm", "Switch, 99th percentile of lateness")),
    field("all_pairs", &GateTolerances::allPairs, MR_TEXT("millrace::ui::GateForm", "&Probe every pair of nodes")),
};

struct GridSpec
{
    std::string name;
    std::string cluster; ///< name of a cluster of the project
    std::string workload; ///< name of a workload of the project
    std::vector<Factor> factors;
    std::vector<Condition> conditions;
    std::vector<Exclusion> exclusions;
    int repetitions = 1; ///< ignored with a stop rule
    std::uint64_t seed = 1;
    bool pairedSeeds = false; ///< the same repetition has the same seed in all cells
    Order order = Order::RandomisedBlocks;
    int warmupRuns = 0; ///< runs before the first counted one, excluded from results
    std::optional<StopRule> stopRule;
    std::optional<double> budget = {}; ///< $ for all runs, by the prices of the project
    std::optional<std::chrono::nanoseconds> deadline = {}; ///< for all runs
    GateTolerances gate;
    CaptureSettings capture;

    bool operator==(const GridSpec&) const = default;
};

inline constexpr std::array<std::string_view, 3> orderNames = {"randomised-blocks", "as-listed", "shuffled"};

/// The objects and lists of a grid in JSON; see grid_json.cpp.
struct GridParts
{
    static void readFactors(JsonFields& fields, std::string_view key, GridSpec& grid);
    static void writeFactors(const GridSpec& grid, std::string_view key, Json& json);
    static void readConditions(JsonFields& fields, std::string_view key, GridSpec& grid);
    static void writeConditions(const GridSpec& grid, std::string_view key, Json& json);
    static void readExclusions(JsonFields& fields, std::string_view key, GridSpec& grid);
    static void writeExclusions(const GridSpec& grid, std::string_view key, Json& json);
    static void readStopRule(JsonFields& fields, std::string_view key, GridSpec& grid);
    static void writeStopRule(const GridSpec& grid, std::string_view key, Json& json);
    static void readGate(JsonFields& fields, std::string_view key, GridSpec& grid);
    static void writeGate(const GridSpec& grid, std::string_view key, Json& json);
    static void readCapture(JsonFields& fields, std::string_view key, GridSpec& grid);
    static void writeCapture(const GridSpec& grid, std::string_view key, Json& json);
};

/// All fields of a grid. A new one is a member above and its line here.
inline constexpr std::array gridFields = {
    field("name", &GridSpec::name, MR_TEXT("millrace::ui::GridForm", "&Name"), {.always = true}),
    field("cluster", &GridSpec::cluster, MR_TEXT("millrace::ui::GridForm", "&Cluster"), {.always = true}),
    field("workload", &GridSpec::workload, MR_TEXT("millrace::ui::GridForm", "&Workload"), {.always = true}),
    field("factors", FieldPart<GridSpec>{GridParts::readFactors, GridParts::writeFactors}),
    field("conditions", FieldPart<GridSpec>{GridParts::readConditions, GridParts::writeConditions}),
    field("exclusions", FieldPart<GridSpec>{GridParts::readExclusions, GridParts::writeExclusions}),
    field("repetitions", &GridSpec::repetitions, Quantity::Count, {1, 1e5},
          MR_TEXT("millrace::ui::GridForm", "&Repetitions")),
    field("seed", &GridSpec::seed, Quantity::Count, {}, MR_TEXT("millrace::ui::GridForm", "&Seed")),
    field("paired_seeds", &GridSpec::pairedSeeds,
          MR_TEXT("millrace::ui::GridForm", "&Paired: the same repetition has the same seed in all cells")),
    field("order", fieldChoice<&GridSpec::order>(orderNames), MR_TEXT("millrace::ui::GridForm", "&Order")),
    field("warmup_runs", &GridSpec::warmupRuns, Quantity::Count, {0, 1e4},
          MR_TEXT("millrace::ui::GridForm", "W&arm-up runs")),
    field("stop_rule", FieldPart<GridSpec>{GridParts::readStopRule, GridParts::writeStopRule}),
    field("budget", &GridSpec::budget, Quantity::Number, {0, 1e12, true},
          MR_TEXT("millrace::ui::GridForm", "Bu&dget, $"), {.unset = MR_TEXT("millrace::ui::GridForm", "none")}),
    field("deadline", &GridSpec::deadline, Quantity::Duration, {1e9, 9e18},
          MR_TEXT("millrace::ui::GridForm", "Dead&line of all runs"),
          {.unset = MR_TEXT("millrace::ui::GridForm", "none")}),
    field("gate", FieldPart<GridSpec>{GridParts::readGate, GridParts::writeGate}),
    field("capture", FieldPart<GridSpec>{GridParts::readCapture, GridParts::writeCapture}),
};

[[nodiscard]] const Factor* findFactor(const GridSpec& grid, std::string_view name) noexcept;
/// Returns the quantity of a known factor from the table, of a user-defined one from its levels.
[[nodiscard]] Quantity quantityOf(const Factor& factor) noexcept;
/// Returns all problems, `where` relative to the grid: "factors[2].levels[1]", "conditions[0].expression".
[[nodiscard]] Issues validate(const GridSpec& grid);

} // namespace millrace::grid
