// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/node_agent.h"
#include "core/base/host.h"
#include "core/run/network_plan.h"

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace millrace::run {

inline constexpr Nanoseconds connectTime = std::chrono::seconds(30); ///< for a login
inline constexpr Nanoseconds reachTime = std::chrono::seconds(60); ///< for a node, with our programs
inline constexpr Nanoseconds agentStartTime = std::chrono::seconds(20);

/// A node, ready for an agent to be started on it.
struct ReachedNode
{
    std::shared_ptr<Host> host;
    std::vector<std::string> agent; ///< starts the agent's program there, before "serve"; ends with its path
    std::string programs; ///< the folder of millrace-worker there
    bool sudo = false; ///< what only root may do is done by `sudo -n`
    std::string agentless = {}; ///< why the node is used without the agent; empty: with it
};

/// Starts what speaks for a reached node: the agent on it, or one without a program there. `folder`: below which it
/// may write; empty: its choice.
[[nodiscard]] Result<std::unique_ptr<agent::NodeAgent>>
startNodeAgent(const ReachedNode& node, const std::string& folder, agent::NodeAgentEvents events, Deadline deadline);

/// Where the nodes of a remote cluster come from. All functions may be called from any thread.
class NodeSource
{
public:
    virtual ~NodeSource() = default;
    /// Connects to a node, again where the connection was lost, and sees to our programs there.
    [[nodiscard]] virtual Result<ReachedNode> reach(const RunNode& node, Deadline deadline, const JobContext& job) = 0;
    /// What was found out about the network of each node.
    [[nodiscard]] virtual const FoundNetworks& networks() const = 0;
    /// Fetches a file of a node in the fastest way there is; Unsupported: none but the agent's.
    [[nodiscard]] virtual Result<void> fetch(const RunNode& node, const std::string& from,
                                             const std::filesystem::path& to, const JobContext& job) = 0;
};

} // namespace millrace::run
