// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/agent_server.h"

namespace millrace::node {

/// probe.responder.start {address, port} → {address, port} with the actual port
/// probe.responder.stop {address, port} → {}
/// probe.delay, probe.loss, probe.rate {a spec} → {a report}: core/probe/report.h, core/agent/probe_json.h
void registerProbeHandlers(agent::AgentServer& server);

} // namespace millrace::node
