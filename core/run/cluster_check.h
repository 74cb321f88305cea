// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/node.h"
#include "core/base/json_fields.h"
#include "core/cluster/preflight_judge.h"
#include "core/project/project.h"

#include <memory>
#include <span>

namespace millrace::run {

/// A node to check before its use.
struct NodeToCheck
{
    std::string name;
    std::string host; ///< what ssh is given; empty: an emulated node
    agent::Node* agent = nullptr; ///< absent: the node is not reached
    std::optional<Error> unreachable; ///< why
    cluster::Nic nic; ///< as requested; name and address may be empty
    cluster::NodeNeeds needs;
};

/// Returns why a node is unreachable, and what to try; `host` is the ssh destination.
[[nodiscard]] cluster::Finding unreachedFinding(const Error& error, const std::string& host);

/// Questions to all nodes.
struct ClusterCheckOptions
{
    std::string folder; ///< see cluster::Access
    std::string python = "python3";
    int firstPort = 0; ///< see cluster::PreflightQuestion
    int lastPort = 0;
};

struct CheckedNode
{
    std::string name;
    std::optional<Error> unreachable; ///< without facts then
    cluster::NodeFacts facts;
    cluster::Nic nic; ///< with the name and address found
    std::vector<cluster::Finding> findings;
};

/// Result of the pre-flight check: all nodes, and findings from comparing them.
struct ClusterCheck
{
    std::vector<CheckedNode> nodes;
    std::vector<cluster::Finding> across;

    [[nodiscard]] bool allReached() const noexcept;
    [[nodiscard]] cluster::Light light() const noexcept; ///< the worst of all
};

/// Queries all nodes in parallel, finds their NICs, lets them ping each other, and judges. Takes about 5 s; more if
/// pings get lost.
[[nodiscard]] ClusterCheck checkCluster(std::span<const NodeToCheck> nodes, const ClusterCheckOptions& options,
                                        const JobContext& job);

/// Returns the requirements of a project's grids on the nodes of one of its clusters.
[[nodiscard]] cluster::NodeNeeds needsOf(const project::Project& project, const cluster::Cluster& cluster,
                                         const cluster::Node& node);

/// {"nodes": [{"name", "unreachable", "light", "facts", "findings"}], "across": […], "light"}
[[nodiscard]] Json toJson(const ClusterCheck& check);

} // namespace millrace::run
