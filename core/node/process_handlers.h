// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/node/process_table.h"
#include "core/node/work_folder.h"

namespace millrace::node {

/// process.start {argv, environment?: [[name, value]], folder?} → {process, pid}; a relative folder is in the work
///   folder
/// process.signal {process, signal} → {}
/// process.stop {process, grace_ns} → {exit_code, signal}, after its process.exit event
/// Events process.line and process.exit: core/agent/node_values_json.h. Running processes are stopped when the agent's
/// input closes: SIGTERM, after 2 s SIGKILL.
void registerProcessHandlers(agent::AgentServer& server, const std::shared_ptr<ProcessTable>& table,
                             const std::shared_ptr<WorkFolder>& work);

} // namespace millrace::node
