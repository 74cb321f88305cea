// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace millrace::agent {
class AgentServer;
}

namespace millrace::node {

/// emulate.start {spec, registry_folder?} → {id, nodes: [{name, address, pid}], stale: [sentences]}; removes
///   the state of killed emulations first
/// emulate.update {id, paths: [{from, to, bits_per_second?, delay_ns?, jitter_ns?, loss?, queue_bytes?}]} → {}
/// emulate.health {id, reset?} → {health, problems}
/// emulate.stop {id} → {health, problems}, taken before the end
/// The folder of this program stays visible inside the nodes. Active emulations are stopped when the agent's input
/// closes.
void registerEmulateHandlers(agent::AgentServer& server);

} // namespace millrace::node
