// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/grid/expansion.h"

#include <cstdint>
#include <string>
#include <vector>

namespace millrace::grid {

/// One run to be made. Cell key, repetition and warmup together name it for resuming.
struct PlannedRun
{
    std::uint64_t seed = 0;
    std::uint32_t position = 0; ///< from 1, in the order of execution; unchanged by filters
    std::uint32_t cell = 0; ///< position in Expansion::included()
    std::uint32_t block = 0; ///< from 1; 0 for warm-up runs
    std::uint32_t repetition = 0; ///< from 1
    bool warmup = false; ///< its results do not count
    bool conditional = false; ///< made only if the stop rule still asks for it, see wantsMore()

    bool operator==(const PlannedRun&) const = default;
};

struct Plan
{
    std::vector<PlannedRun> runs; ///< ascending position
    std::vector<PlannedRun> filtered; ///< left out by onlyRuns()
    std::string filter; ///< "loss=1%", for the reason

    bool operator==(const Plan&) const = default;
};

/// All runs of a grid in their order. Fails when there are more than 20 million.
[[nodiscard]] Result<Plan> planRuns(const Expansion& expansion);
/// The seed of a run: from the grid's seed, the cell's key (not when paired) and the repetition.
[[nodiscard]] std::uint64_t runSeed(const GridSpec& grid, std::string_view cellKey, std::uint32_t repetition,
                                    bool warmup);
/// Keeps the runs that match every "factor=level" of `only`; several levels of one factor are alternatives. Unknown
/// factors and levels are errors that name the nearest one.
[[nodiscard]] Result<Plan> onlyRuns(const Expansion& expansion, Plan plan, const std::vector<std::string>& only);
/// Whether a cell with these results (one per finished counted run) needs another repetition. Without a stop rule:
/// until `repetitions`. NaN values count as made but as not measured.
[[nodiscard]] bool wantsMore(const GridSpec& grid, const std::vector<double>& results);

/// One line of a dry run: a run that will be made, or a run or combination that will not.
struct DryRunLine
{
    bool included = false;
    PlannedRun run; ///< position 0: a combination that no run is planned for
    Cell cell;
    std::string reason; ///< why it is out, or why it is in: "planned", "warm-up", "if the stop rule asks for it"
};
struct DryRun
{
    std::uint64_t combinations = 0;
    std::uint64_t cells = 0;
    std::uint64_t excluded = 0; ///< combinations left out by conditions and exclusions
    std::uint64_t runs = 0; ///< that will be made, without warm-up and conditional ones
    std::uint64_t warmups = 0;
    std::uint64_t conditional = 0;
    std::uint64_t filtered = 0; ///< runs left out by the filter
    std::vector<DryRunLine> lines; ///< first what is in, by position, then what is out
    bool truncated = false; ///< there were more lines than asked for
};
[[nodiscard]] DryRun dryRun(const Expansion& expansion, const Plan& plan, std::size_t maximumLines = 100'000);

} // namespace millrace::grid
