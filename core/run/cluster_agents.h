// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/campaign_options.h"
#include "core/run/cluster_check.h"
#include "core/run/testbed.h"

namespace millrace::run {

/// An agent on each node of a cluster that can be reached, for looking at the nodes without a run. When it is destroyed
/// the agents end, and an emulated cluster goes.
class ClusterAgents
{
public:
    /// Makes an emulated cluster, or connects to each remote node on its own, so that one that is not reached does not
    /// hide the others. Fails only when no node of any kind can be had: no emulation, cancelled.
    [[nodiscard]] static Result<std::unique_ptr<ClusterAgents>> start(const cluster::Cluster& cluster,
                                                                      const std::filesystem::path& programs,
                                                                      const NodeConnector& connect,
                                                                      const JobContext& job);

    /// For checkCluster(); `project` says what is needed.
    [[nodiscard]] std::vector<NodeToCheck> nodes(const project::Project& project) const;

private:
    struct Member
    {
        std::unique_ptr<NodeSource> source;
        ReachedNode reached;
        std::unique_ptr<agent::NodeAgent> agent;
        std::optional<Error> unreachable;
        cluster::Nic nic;
    };
    ClusterAgents() = default;
    Result<void> emulate(const std::filesystem::path& programs, const JobContext& job);
    void reach(const NodeConnector& connect, const JobContext& job);
    Result<void> reachOne(std::size_t position, const NodeConnector& connect, const JobContext& job);

    cluster::Cluster m_cluster;
    std::unique_ptr<Testbed> m_testbed;
    std::unique_ptr<NodeSource> m_slurm; ///< of all nodes, where Slurm gives them
    std::vector<Member> m_members;
};

} // namespace millrace::run
