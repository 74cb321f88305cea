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
    /// Prompts the user for passwords and unknown host keys; must outlive the connection. Absent: such nodes are
    /// refused.
    std::shared_ptr<remote::Prompts> prompts;
};

/// Connects to all nodes of a remote cluster in parallel (those of Slurm: see slurm_nodes.h), installs our programs
/// there and queries their networks. The error is that of the first unreachable node, with the number of others.
[[nodiscard]] Result<std::unique_ptr<NodeSource>> connectRemote(const cluster::Cluster& cluster, RemoteOptions options,
                                                                const JobContext& job);

/// Returns the nodes as hosts for plain commands, in order, without installing anything. Unsupported for emulated
/// clusters and Slurm.
[[nodiscard]] Result<std::vector<Result<std::shared_ptr<Host>>>>
reachHosts(const cluster::Cluster& cluster, RemoteOptions options, const JobContext& job);

} // namespace millrace::run
