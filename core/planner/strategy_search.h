// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/planner/search.h"

#include <string>
#include <vector>

namespace millrace::planner {

/// What the machines of a choice send in an averaging.
struct AveragingTraffic
{
    std::vector<std::vector<double>> bytes; ///< that all machines of a site (row) send to those of another (column)
    double leastSeconds = 0; ///< the longest that a pair of machines needs at the full rate of its connections
};

/// Averagings by several all-reduces, each as a simulation or something else has it.
class AllReduceModel
{
public:
    virtual ~AllReduceModel() = default;
    [[nodiscard]] virtual const std::vector<std::string>& strategies() const = 0;
    [[nodiscard]] virtual int mostMachines() const = 0; ///< of more, nothing is known
    /// `strategy`: index. `counts`: machines of each site, two or more in all.
    [[nodiscard]] virtual const AveragingTraffic& traffic(std::span<const int> counts, std::size_t strategy) = 0;
    /// InvalidInput: the choice has no such averaging.
    [[nodiscard]] virtual Result<SimulatedRound> round(const Candidate& choice, std::size_t strategy) = 0;
};

/// Choices of machines and of an all-reduce that meet budget, deadline and granularity. A choice is forecast by the
/// model, but only where what its pairs send leaves it a chance: best first, by lower bounds (Land, Doig, Econometrica
/// 28, 1960). `best` has each choice of machines once, with its best all-reduce. Cancelled, or after
/// `options.mostSimulations`: what was found, with its gap. Returns the model's errors.
[[nodiscard]] Result<SearchResult> searchStrategies(const Planner& planner, AllReduceModel& model,
                                                    const SearchOptions& options = {}, const JobContext& job = {});

} // namespace millrace::planner
