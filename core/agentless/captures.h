// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agentless/node_line.h"

namespace millrace::agentless {

/// capture.* as in app/agent/capture_handlers.h, by tcpdump with time stamps as it gives them. The counts come when it
/// ends; a limit of bytes is kept as a number of packets, rings are Unsupported, and so is analysing on the node.
void registerCaptures(agent::AgentServer& server, const std::shared_ptr<NodeLine>& line);

} // namespace millrace::agentless
