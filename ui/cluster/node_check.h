// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/cluster/network_matrix.h"
#include "core/cluster/preflight_judge.h"
#include "core/project/project.h"

#include <functional>
#include <vector>

namespace millrace::ui {

/// What looking at one node gave.
struct NodeCheckResult
{
    std::size_t node = 0; ///< its position in the cluster
    Result<cluster::NodeFacts> facts;
    std::vector<cluster::Finding> findings;
};

/// Asks all nodes of a cluster of the project at once; `tell` is called for each as soon as it is settled, from any
/// thread. What is found by comparing the nodes is returned.
using NodeChecker = std::function<Result<std::vector<cluster::Finding>>(
    const project::Project& project, std::size_t cluster, const std::function<void(NodeCheckResult)>& tell,
    const JobContext& job)>;

/// Measures the rates between all nodes of a cluster of the project with so many TCP connections.
using MatrixMeasurer = std::function<Result<cluster::MeasuredPairs>(
    const project::Project& project, std::size_t cluster, int streams, const JobContext& job)>;

} // namespace millrace::ui
