// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/remote_nodes.h"

namespace millrace::run {

/// Requests the nodes of a cluster from Slurm (cluster::Access::slurm) and holds the allocation as long as the source
/// lives. The nodes of the cluster get those of Slurm in order; one whose host is among the allocated names gets that
/// one. Our programs are installed on the login node, in a folder that all nodes must see; commands are started by
/// srun. Waits in the queue for up to a day; progress reports the reason.
[[nodiscard]] Result<std::unique_ptr<NodeSource>> connectSlurm(const cluster::Cluster& cluster, RemoteOptions options,
                                                               const JobContext& job);

} // namespace millrace::run
