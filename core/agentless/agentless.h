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
    std::string folder; ///< below which the run's folder is made; empty: below the user's cache folder
    std::string version; ///< of this program
    bool sudo = false; ///< the network is changed, and packets are recorded, by `sudo -n`
};

/// An agent for a node on which no program of ours can run: it lives in this process, and does each thing by plain
/// commands on the node (a POSIX shell with setsid and mkfifo; tcpdump, tc, ss, ping where they are needed). What it
/// cannot do or does less precisely is in limits(). A shell on the node ends everything and puts everything back when
/// its input closes; a second one does so when that is killed or when nothing was heard from here for 20 s.
/// Unsupported when the node's shell lacks what is needed, Denied and DiskFull when the folder cannot be made.
[[nodiscard]] Result<std::unique_ptr<agent::NodeAgent>> makeAgentlessNode(std::shared_ptr<Host> host,
                                                                          const AgentlessOptions& options,
                                                                          agent::NodeAgentEvents events,
                                                                          Deadline deadline);

/// What is missing and what is less precise without an agent: one sentence each, for the log of a run.
[[nodiscard]] const std::vector<std::string>& limits();

} // namespace millrace::agentless
