// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/agent_server.h"
#include "core/node/work_folder.h"

#include <memory>

namespace millrace::node {

/// Implements impair.* (core/agent/impair_methods.h). The agent's own ssh connection is always protected. Before each
/// change its undo record is in the work folder and on the disk. When the agent's input closes everything is restored;
/// calls `failed` if that does not succeed.
void registerImpairHandlers(agent::AgentServer& server, const std::shared_ptr<WorkFolder>& work,
                            const std::string& token, std::function<void()> failed);

} // namespace millrace::node
