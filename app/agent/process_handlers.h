// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/agent/process_table.h"
#include "app/agent/work_folder.h"

namespace millrace {

/// process.start {argv, environment?: [[name, value]], folder?} → {process, pid}; a relative folder is one in the work
/// folder process.signal {process, signal} → {} process.stop {process, grace_ns} → {exit_code, signal}, after its
/// process.exit event Events process.line and process.exit: core/agent/node_values_json.h. What still runs is stopped
/// when the agent's input closes: SIGTERM, after 2 s SIGKILL.
void registerProcessHandlers(agent::AgentServer& server, const std::shared_ptr<ProcessTable>& table,
                             const std::shared_ptr<WorkFolder>& work);

} // namespace millrace
