// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agentless/node_line.h"

namespace millrace::agentless {

/// Implements process.start, process.signal, process.stop as in core/node/process_handlers.h. Lines have the time of
/// their arrival here, converted to the node's clock; a line above 8 KiB may be split; NUL bytes are lost; an exit code
/// above 128 counts as a signal; peak memory is not known.
void registerProcesses(agent::AgentServer& server, const std::shared_ptr<NodeLine>& line);

} // namespace millrace::agentless
