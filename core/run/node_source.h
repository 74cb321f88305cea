// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/node.h"
#include "core/base/host.h"
#include "core/run/network_plan.h"

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace millrace::run {

inline constexpr Nanoseconds connectTime = std::chrono::seconds(30); ///< for a login
inline constexpr Nanoseconds reachTime = std::chrono::seconds(60); ///< for a node, including the installation of our
                                                                   ///< programs
inline constexpr Nanoseconds agentStartTime = std::chrono::seconds(20);

/// A node on which an agent can be started.
struct ReachedNode
{
    std::shared_ptr<Host> host;
    std::vector<std::string> agent; ///< arguments that start the agent there, before "serve"; ends with its path
    std::string programs; ///< the folder of millrace-worker there
    bool sudo = false; ///< privileged operations by `sudo -n`
    std::string agentless = {}; ///< why the node is used without the agent; empty: with it
};

/// Starts what speaks for a reached node: the agent on it, or one without a program there. `folder`: below which it
/// may write; empty: its choice.
[[nodiscard]] Result<std::unique_ptr<agent::Node>> startNode(const ReachedNode& node, const std::string& folder,
                                                             agent::NodeCallbacks events, Deadline deadline);

/// Source of the nodes of a remote cluster. All functions may be called from any thread.
class NodeSource
{
public:
    virtual ~NodeSource() = default;
    /// Connects to a node, reconnects if necessary, and installs our programs there.
    [[nodiscard]] virtual Result<ReachedNode> reach(const RunNode& node, Deadline deadline, const JobContext& job) = 0;
    /// As startNode(), which this is unless the source has nodes of another kind.
    [[nodiscard]] virtual Result<std::unique_ptr<agent::Node>> start(const ReachedNode& node, const std::string& folder,
                                                                     agent::NodeCallbacks events, Deadline deadline);
    /// What was found out about the network of each node.
    [[nodiscard]] virtual const FoundNetworks& networks() const = 0;
    /// Fetches a file of a node by the fastest way; Unsupported: only the agent's.
    [[nodiscard]] virtual Result<void> fetch(const RunNode& node, const std::string& from,
                                             const std::filesystem::path& to, const JobContext& job) = 0;
};

} // namespace millrace::run
