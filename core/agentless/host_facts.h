// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agentless/node_line.h"

namespace millrace::agentless {

/// Implements host.*, probe.* as far as plain commands allow; the rest is unknown. The delay is measured by ping; other
/// probes are Unsupported.
void registerHostFacts(agent::AgentServer& server, const std::shared_ptr<NodeLine>& line);

} // namespace millrace::agentless
