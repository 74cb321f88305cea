// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/node_agent.h"
#include "core/base/json_fields.h"
#include "core/cluster/preflight_judge.h"
#include "core/project/project.h"

#include <memory>
#include <span>

namespace millrace::run {

/// A node that is to be looked at before it is used.
struct NodeToCheck
{
    std::string name;
    std::string host; ///< what ssh is given; empty: an emulated node
    agent::NodeAgent* agent = nullptr; ///< absent: the node is not reached
    std::optional<Error> unreachable; ///< why
    cluster::Nic nic; ///< as wished; name and address may be empty
    cluster::NodeNeeds needs;
};

/// Why a node is not reached, and what to try; `host` is what ssh was given.
[[nodiscard]] cluster::Finding unreachedFinding(const Error& error, const std::string& host);

/// What is asked of all nodes alike.
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
    std::optional<Error> unreachable; ///< then there are no facts
    cluster::NodeFacts facts;
    cluster::Nic nic; ///< with the name and address that were found
    std::vector<cluster::Finding> findings;
};

/// The answer of pre-flight: all nodes, and what only comparing them shows.
struct ClusterCheck
{
    std::vector<CheckedNode> nodes;
    std::vector<cluster::Finding> across;

    [[nodiscard]] bool allReached() const noexcept;
    [[nodiscard]] cluster::Light light() const noexcept; ///< the worst of all
};

/// Asks all nodes at once, finds their NICs, lets them ping each other, and judges. Takes about 5 s; more where pings
/// get lost.
[[nodiscard]] ClusterCheck checkCluster(std::span<const NodeToCheck> nodes, const ClusterCheckOptions& options,
                                        const JobContext& job);

/// What the grids of a project need of the nodes of one of its clusters.
[[nodiscard]] cluster::NodeNeeds needsOf(const project::Project& project, const cluster::Cluster& cluster,
                                         const cluster::Node& node);

/// {"nodes": [{"name", "unreachable", "light", "facts", "findings"}], "across": […], "light"}
[[nodiscard]] Json toJson(const ClusterCheck& check);

} // namespace millrace::run
