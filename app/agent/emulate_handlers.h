// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace millrace::agent {
class AgentServer;
}

namespace millrace {

/// emulate.start {spec, registry_folder?} → {id, backend, nodes: [{name, address, pid}]}
/// emulate.update {id, paths: [{from, to, bits_per_second?, delay_ns?, jitter_ns?, loss?, queue_bytes?}]} → {}
/// emulate.health {id, reset?} → {health, problems}
/// emulate.stop {id} → {health, problems}, taken before the end
/// Everything that still runs is stopped when the agent's input closes.
void registerEmulateHandlers(agent::AgentServer& server);

} // namespace millrace
