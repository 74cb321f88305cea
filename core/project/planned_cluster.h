// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/planner/candidate.h"
#include "core/project/project.h"

#include <string>

namespace millrace::project {

/// The machines of a candidate with the links between them, as an emulated cluster. The rate of a link is that of all
/// connections of the plan together. InvalidInput: the plan's cluster is not in the project.
[[nodiscard]] Result<cluster::Cluster> plannedNodes(const Project& project, const planner::Planner& planner,
                                                    const planner::Candidate& candidate);
/// Connections between two of its workers: those of the plan, as many as the built-in worker can have.
[[nodiscard]] int plannedStreams(const planner::PlanSpec& plan) noexcept;

/// How a choice of machines is checked.
struct PlannedRun
{
    cluster::ClusterKind kind = cluster::ClusterKind::Emulated; ///< or Simulated
    std::string strategy = "PAIRWISE"; ///< the all-reduce; this is that of the plan's law
};

/// Adds the machines of a candidate to a project as a cluster with their links, a workload that computes and averages
/// as the plan says (PAIRWISE: each worker owns an equal part; streams), and a grid, all of one name, which is
/// returned. For an emulated cluster, sizes and computing times are divided by the same number, so that a round takes
/// some seconds, and there are three repetitions; rates and delays stay. A round is one step; with overlap it is 20, of
/// which 19 go on while their workers average. InvalidInput: the plan's cluster is not in the project, or there is one
/// machine only.
[[nodiscard]] Result<std::string> addPlannedCluster(Project& project, const planner::Planner& planner,
                                                    const planner::Candidate& candidate, const PlannedRun& run = {});

} // namespace millrace::project
