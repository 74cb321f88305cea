// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/host.h"
#include "core/cluster/cluster.h"

#include <string>
#include <vector>

namespace millrace::run {

/// Whether privileged operations on a node use `sudo -n`: if the login is not root and sudo asks for no password,
/// unless the cluster's access excludes it. Denied if the access requires sudo, and sudo refuses this user.
[[nodiscard]] Result<bool> actsBySudo(Host& host, cluster::Rights rights, const JobContext& job);

/// Returns the arguments that start the agent at this path. Under sudo it switches back to the user of the calling
/// shell, and keeps the capabilities that networks and captures need.
[[nodiscard]] std::vector<std::string> agentStart(const std::string& path, bool sudo);

/// Fails with Unsupported if the agent at this path does not start by sudo: root may have no access to a home on a file
/// server.
[[nodiscard]] Result<void> checkStartBySudo(Host& host, const std::string& path, const JobContext& job);

} // namespace millrace::run
