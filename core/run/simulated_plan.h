// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/collective/strategy.h"
#include "core/planner/search.h"
#include "core/project/project.h"
#include "core/simulate/calibration.h"

#include <array>
#include <optional>
#include <vector>

namespace millrace::run {

/// An all-reduce of the built-in worker over the machines of a candidate, with the bytes, connections and
/// computing times of the plan, in a round that follows others. InvalidInput: the plan's cluster is not in the project.
[[nodiscard]] Result<planner::SimulatedRound>
simulateRound(const project::Project& project, const planner::Planner& planner, const planner::Candidate& candidate,
              const std::optional<simulate::Calibration>& calibration,
              collective::Strategy strategy = collective::Strategy::Pairwise);

/// The all-reduces that are compared for a plan.
inline constexpr std::array plannedStrategies = {collective::Strategy::Pairwise, collective::Strategy::RingAllReduce,
                                                 collective::Strategy::HalvingDoubling,
                                                 collective::Strategy::BinaryTree, collective::Strategy::Star};
/// A choice of machines with each of them, as it is simulated; what the machines send to each other is by the graphs of
/// the strategy, over the machines in the order of the sites. None for a single machine and for more than
/// mostSimulatedMachines. InvalidInput: the plan's cluster is not in the project; Cancelled.
[[nodiscard]] Result<std::vector<planner::Candidate>>
compareStrategies(const project::Project& project, const planner::Planner& planner, const planner::Candidate& candidate,
                  const std::optional<simulate::Calibration>& calibration, const JobContext& job = {});

/// What was found for a plan, by the law and by the simulation.
struct SearchedPlan
{
    planner::Planner planner;
    planner::SearchResult found;
    std::vector<planner::SimulatedRound>
        simulated; ///< of found.best; those of more than mostSimulatedMachines are not known
    std::string stamp; ///< see simulate::stampOf
};
inline constexpr int mostSimulatedMachines = 64;

struct PlanSearch : planner::SearchOptions
{
    bool strategies = false; ///< over plannedStrategies, too, as they are simulated, instead of by the plan's law
};

/// Searches the machines of a plan of the project, and simulates the best ones. InvalidInput: an invalid plan, or one
/// of a cluster that is not in the project; Cancelled.
[[nodiscard]] Result<SearchedPlan> searchPlan(const project::Project& project, const planner::PlanSpec& plan,
                                              const PlanSearch& options,
                                              const std::optional<simulate::Calibration>& calibration,
                                              const JobContext& job = {});

} // namespace millrace::run
