// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agentless/node_line.h"

namespace millrace::agentless {

/// Implements capture.* as in core/node/capture_handlers.h, by tcpdump with its default time stamps. Counts are
/// available at its end; a limit of bytes becomes a number of packets; rings and analysis on the node are Unsupported.
void registerCaptures(agent::AgentServer& server, const std::shared_ptr<NodeLine>& line);

} // namespace millrace::agentless
