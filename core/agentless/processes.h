// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agentless/node_line.h"

namespace millrace::agentless {

/// process.start, process.signal, process.stop as in app/agent/process_handlers.h. Lines carry the time of their
/// arrival here, moved to the node's clock; a line above 8 KiB may be torn; NUL bytes are lost; an exit code above 128
/// counts as a signal; peak memory is not known.
void registerProcesses(agent::AgentServer& server, const std::shared_ptr<NodeLine>& line);

} // namespace millrace::agentless
