// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/agent_server.h"

namespace millrace::node {

/// host.preflight {PreflightQuestion} → {NodeFacts} without clock comparison and peers; takes up to 5 s
/// host.clock {} → {wall_ns}
/// host.reach {address, mtu, peers: ["10.0.0.2", …]} → {peers: [PeerReach, …]}, at most 500
void registerPreflightHandlers(agent::AgentServer& server);

} // namespace millrace::node
