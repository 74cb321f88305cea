// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/planner/candidate.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace millrace::planner {

enum class Objective
{
    Dollars, ///< for the samples of the plan
    Time,
};

struct SearchOptions
{
    Objective objective = Objective::Dollars;
    std::size_t best = 20; ///< so many candidates are returned
    std::uint64_t mostForecasts = 5'000'000; ///< with more choices than this: branch and bound, until so many were made
    std::uint64_t mostSimulations = 2'000; ///< of searchStrategies
};

/// Choices of machines, and of an all-reduce if it was searched for, that meet budget, deadline and granularity.
struct SearchResult
{
    /// By the objective, the best first; of equal times the cheaper, of equal costs the faster.
    std::vector<Candidate> best;
    /// None of them is both cheaper and faster than another; ascending dollars. Empty without prices.
    std::vector<Candidate> front;
    double choices = 0; ///< of machines, there are
    std::size_t strategies = 0; ///< all-reduces that were searched; 0: by the law
    std::uint64_t forecasts = 0; ///< were made; with all-reduces: simulations
    bool isComplete = true; ///< no choice that was not forecast can be on the front, which is the exact one
    /// How much better than the best one a choice that was not forecast may be, relative; 0: none is.
    double gap = 0;
    std::uint64_t refused = 0; ///< by budget, deadline or granularity
    /// Of the refused choices that were forecast; the cheapest needs known prices.
    std::optional<Candidate> refusedCheapest, refusedFastest;
};

/// All choices where their number allows, else by branch and bound (Land, Doig, Econometrica 28, 1960) over the sites:
/// a branch is left when even its lower bound is worse than the best found. Cancelled: what was found, with its gap.
[[nodiscard]] SearchResult search(const Planner& planner, const SearchOptions& options = {},
                                  const JobContext& job = {});

} // namespace millrace::planner
