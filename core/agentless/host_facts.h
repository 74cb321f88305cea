// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agentless/node_line.h"

namespace millrace::agentless {

/// host.*, probe.*: what plain commands can tell, the rest unknown. The delay is measured by ping; other probes are
/// Unsupported.
void registerHostFacts(agent::AgentServer& server, const std::shared_ptr<NodeLine>& line);

} // namespace millrace::agentless
