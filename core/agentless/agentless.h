// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/node_agent.h"

#include <memory>
#include <string>
#include <vector>

namespace millrace::agentless {

struct AgentlessOptions
{
    std::string folder; ///< parent of the run's folder; empty: the user's cache folder
    std::string version; ///< of this program
    bool sudo = false; ///< network changes and captures use `sudo -n`
};

/// Creates an agent for a node on which Millrace's programs cannot run: it runs in this process, and executes plain
/// commands on the node (a POSIX shell with setsid and mkfifo; tcpdump, tc, ss, ping if needed). limits() lists what is
/// unsupported or less precise. A shell on the node ends and restores everything when its input closes; a second one
/// does so when that is killed or after 20 s of silence. Unsupported if the node's shell lacks a required command,
/// Denied and DiskFull if the folder cannot be created.
[[nodiscard]] Result<std::unique_ptr<agent::NodeAgent>> makeAgentlessNode(std::shared_ptr<Host> host,
                                                                          const AgentlessOptions& options,
                                                                          agent::NodeCallbacks events,
                                                                          Deadline deadline);

/// Returns what is unsupported or less precise without an agent: one sentence each, for the log of a run.
[[nodiscard]] const std::vector<std::string>& limits();

} // namespace millrace::agentless
