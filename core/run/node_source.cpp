// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/node_source.h"

#include "core/agent/node_agent.h"
#include "core/agentless/agentless.h"
#include "core/base/version.h"

namespace millrace::run {

Result<std::unique_ptr<agent::Node>> startNode(const ReachedNode& node, const std::string& folder,
                                               agent::NodeCallbacks events, Deadline deadline)
{
    const std::string version(programVersion);
    if (!node.agentless.empty()) {
        MR_TRY(started,
               agentless::makeAgentlessNode(node.host, {folder, version, node.sudo}, std::move(events), deadline));
        return std::unique_ptr<agent::Node>(std::move(started));
    }
    Command serve{node.agent, {}, {}};
    serve.argv.push_back("serve");
    MR_TRY(started, agent::NodeAgent::start(*node.host, serve, version, std::move(events), deadline));
    return std::unique_ptr<agent::Node>(std::move(started));
}

Result<std::unique_ptr<agent::Node>> NodeSource::start(const ReachedNode& node, const std::string& folder,
                                                       agent::NodeCallbacks events, Deadline deadline)
{
    return startNode(node, folder, std::move(events), deadline);
}

} // namespace millrace::run
