// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/node/process_table.h"

namespace millrace::node {

/// sampling.start {a SamplingSpec} → {sampling}
/// sampling.stop {sampling} → {taken, missed, cpu_ns}, after its last event
/// agent.health {} → {cpu_ns, resident_bytes, processes, samplings, waiting_bytes}: of the agent itself
/// Events sample: core/agent/node_values_json.h.
void registerSamplingHandlers(agent::AgentServer& server, const std::shared_ptr<ProcessTable>& processes);

} // namespace millrace::node
