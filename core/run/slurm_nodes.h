// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/remote_nodes.h"

namespace millrace::run {

/// Asks Slurm for the nodes of a cluster (cluster::Access::slurm) and holds them as long as the source lives. The nodes
/// of the cluster get those of Slurm in order; one whose host is among the names that Slurm gave gets that. Our
/// programs are put on the login node, into a folder that all nodes must see; commands are started by srun. Waits in
/// the queue for up to a day; progress tells why.
[[nodiscard]] Result<std::unique_ptr<NodeSource>> connectSlurm(const cluster::Cluster& cluster, RemoteOptions options,
                                                               const JobContext& job);

} // namespace millrace::run
