// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/cluster/preflight_judge.h"
#include "core/run/testbed.h"

#include <vector>

namespace millrace::run {

/// State of a remote node just before a run.
struct Readiness
{
    cluster::NodeFacts facts;
    std::vector<cluster::Finding> findings; ///< by the requirements of this run
};

/// Queries all nodes in parallel. A node that does not meet the requirements (a red finding) is an error with the
/// finding's sentence and remedy. The check before a campaign, which also compares the nodes, is in cluster_check.h.
[[nodiscard]] Result<std::vector<Readiness>> checkReadiness(const RunPlan& plan, Testbed& testbed,
                                                            const JobContext& job);

} // namespace millrace::run
