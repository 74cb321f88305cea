// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agentless/node_line.h"

namespace millrace::agentless {

/// Implements impair.* (core/agent/impair_methods.h) by tc and nft; the undo actions are a script on the node, run
/// at the end by the shell that holds the run's folder.
void registerImpairment(agent::AgentServer& server, const std::shared_ptr<NodeLine>& line);

} // namespace millrace::agentless
