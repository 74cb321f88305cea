// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agentless/node_line.h"

namespace millrace::agentless {

/// impair.* as in app/agent/impair_handlers.h, by tc and nft; what must be undone lies on the node as a script that the
/// shell which holds the run's folder runs when it ends.
void registerImpairment(agent::AgentServer& server, const std::shared_ptr<NodeLine>& line);

} // namespace millrace::agentless
