// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/campaign_options.h"
#include "core/run/cluster_check.h"
#include "core/run/testbed.h"

namespace millrace::run {

/// An agent on each reachable node of a cluster, for checks without a run. Destruction ends the agents and removes an
/// emulated cluster.
class ClusterAgents
{
public:
    /// Creates an emulated cluster, or connects to each remote node separately, so that an unreachable one does not
    /// hide the others. Fails only if no node of any kind is available: no emulation, cancelled.
    [[nodiscard]] static Result<std::unique_ptr<ClusterAgents>> start(const cluster::Cluster& cluster,
                                                                      const std::filesystem::path& programs,
                                                                      const NodeConnector& connect,
                                                                      const JobContext& job);

    /// Returns the nodes for checkCluster(); `project` determines the requirements.
    [[nodiscard]] std::vector<NodeToCheck> nodes(const project::Project& project) const;

private:
    struct Member
    {
        std::unique_ptr<NodeSource> source;
        ReachedNode reached;
        std::unique_ptr<agent::Node> node;
        std::optional<Error> unreachable;
        cluster::Nic nic;
    };
    ClusterAgents() = default;
    Result<void> emulate(const std::filesystem::path& programs, const JobContext& job);
    void reach(const NodeConnector& connect, const JobContext& job);
    Result<void> reachOne(std::size_t position, const NodeConnector& connect, const JobContext& job);

    cluster::Cluster m_cluster;
    std::unique_ptr<Testbed> m_testbed;
    std::unique_ptr<NodeSource> m_slurm; ///< of all nodes, if Slurm allocates them
    std::vector<Member> m_members;
};

} // namespace millrace::run
