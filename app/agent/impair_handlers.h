// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/agent/work_folder.h"
#include "core/agent/agent_server.h"

#include <memory>

namespace millrace {

/// impair.ability {} → what tools and kernel can do
/// impair.apply {spec} → report; what this agent has imposed before is put back first
/// impair.status {} → status; without an interface when nothing is imposed
/// impair.restore {} → {changed, warnings}
/// Values: core/agent/impair_json.h. The connection by which this agent was started over ssh is protected by itself.
/// Before each change the record of what must be undone is in the work folder and on the disk. When the agent's input
/// closes everything is put back; `failed` is called when that does not succeed.
void registerImpairHandlers(agent::AgentServer& server, const std::shared_ptr<WorkFolder>& work,
                            const std::string& token, std::function<void()> failed);

} // namespace millrace
