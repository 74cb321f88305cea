// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/remote/prompts.h"
#include "core/run/node_source.h"

#include <filesystem>
#include <memory>

namespace millrace::run {

struct RemoteOptions
{
    std::filesystem::path programs; ///< the folder of millrace-agent and millrace-worker here
    std::filesystem::path sshConfiguration; ///< empty: the user's own
    /// Asked where only a person can decide; must outlive the connection. Absent: such nodes are refused.
    std::shared_ptr<remote::Prompts> prompts;
};

/// Connects to all nodes of a remote cluster at once (those of Slurm: see slurm_nodes.h), puts our programs there and
/// asks for their networks. The error is
/// that of the first node that is not reached, with the number of others.
[[nodiscard]] Result<std::unique_ptr<NodeSource>> connectRemote(const cluster::Cluster& cluster, RemoteOptions options,
                                                                const JobContext& job);

/// The nodes as hosts for plain commands, in order, with nothing put there. Unsupported for clusters that are emulated
/// or given by Slurm.
[[nodiscard]] Result<std::vector<Result<std::shared_ptr<Host>>>>
reachHosts(const cluster::Cluster& cluster, RemoteOptions options, const JobContext& job);

} // namespace millrace::run
