// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/grid/expansion.h"

#include <cstdint>
#include <string>
#include <vector>

namespace millrace::grid {

/// A planned run. Cell key, repetition and warmup together identify it for resuming.
struct PlannedRun
{
    std::uint64_t seed = 0;
    std::uint32_t position = 0; ///< from 1, in the order of execution; independent of filters
    std::uint32_t cell = 0; ///< index into Expansion::included()
    std::uint32_t block = 0; ///< from 1; 0 for warm-up runs
    std::uint32_t repetition = 0; ///< from 1
    bool warmup = false; ///< excluded from results
    bool conditional = false; ///< made only if the stop rule requests it, see wantsMore()

    bool operator==(const PlannedRun&) const = default;
};

struct Plan
{
    std::vector<PlannedRun> runs; ///< ascending position
    std::vector<PlannedRun> filtered; ///< removed by onlyRuns()
    std::string filter; ///< "loss=1%", for the reason

    bool operator==(const Plan&) const = default;
};

/// Returns all runs of a grid in order. Fails if there are more than 20 million.
[[nodiscard]] Result<Plan> planRuns(const Expansion& expansion);
/// Keeps the runs that match every "factor=level" of `only`; several levels of one factor are alternatives. Unknown
/// factors and levels are errors that name the nearest one.
[[nodiscard]] Result<Plan> onlyRuns(const Expansion& expansion, Plan plan, const std::vector<std::string>& only);
/// Whether a cell with these results (one per finished counted run) needs another repetition. Without a stop rule:
/// until `repetitions`. NaN values count as made but not measured.
[[nodiscard]] bool wantsMore(const GridSpec& grid, const std::vector<double>& results);

/// Line of a dry run: a run that will be made, or a run or combination that will not.
struct DryRunLine
{
    bool included = false;
    PlannedRun run; ///< position 0: a combination without planned runs
    Cell cell;
    std::string reason; ///< why it is excluded or included: "planned", "warm-up", "if the stop rule requires it"
};
struct DryRun
{
    std::uint64_t combinations = 0;
    std::uint64_t cells = 0;
    std::uint64_t excluded = 0; ///< combinations excluded by conditions and exclusions
    std::uint64_t runs = 0; ///< to be made, without warm-up and conditional ones
    std::uint64_t warmups = 0;
    std::uint64_t conditional = 0;
    std::uint64_t filtered = 0; ///< runs removed by the filter
    std::vector<DryRunLine> lines; ///< first the included ones, by position, then the excluded ones
    bool truncated = false; ///< there were more lines than requested
};
[[nodiscard]] DryRun dryRun(const Expansion& expansion, const Plan& plan, std::size_t maximumLines = 100'000);

} // namespace millrace::grid
