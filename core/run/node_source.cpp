// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/node_source.h"

#include "core/agentless/agentless.h"
#include "core/base/version.h"

namespace millrace::run {

Result<std::unique_ptr<agent::NodeAgent>> startNodeAgent(const ReachedNode& node, const std::string& folder,
                                                         agent::NodeAgentEvents events, Deadline deadline)
{
    const std::string version(programVersion);
    if (!node.agentless.empty())
        return agentless::makeAgentlessNode(node.host, {folder, version, node.sudo}, std::move(events), deadline);
    Command serve{node.agent, {}, {}};
    serve.argv.push_back("serve");
    return agent::NodeAgent::start(*node.host, serve, version, std::move(events), deadline);
}

} // namespace millrace::run
