// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/host.h"
#include "core/cluster/cluster.h"

#include <string>
#include <vector>

namespace millrace::run {

/// Whether what only root may do is done by `sudo -n` on a node: where the login is not root and sudo asks for no
/// password, unless the cluster's access wants none of it. Denied where it wants sudo, and sudo does not let this user.
[[nodiscard]] Result<bool> actsBySudo(Host& host, cluster::Rights rights, const JobContext& job);

/// The words that start the agent at this path. By sudo it becomes the user of the shell that called it again, and
/// keeps the rights that networks and captures need.
[[nodiscard]] std::vector<std::string> agentStart(const std::string& path, bool sudo);

} // namespace millrace::run
