// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/agent_server.h"
#include "core/node/work_folder.h"

#include <memory>

namespace millrace::node {

/// work.open {folder} → {folder}: creates the work folder below the given one; empty: the option `serve --folder`,
///   else the user's cache folder. A second call returns the same folder
/// file.write {path, offset, data: base64, mode, last, sha256} → {bytes}: offset 0 restarts; the last block, with
///   the hash of the file, completes it
/// file.read {path, offset, bytes} → {offset, file_bytes, data, sha256}: core/agent/capture_json.h
/// file.list {} → {files: [{path, bytes, modified_ns}]}: 10 000 at most
/// Paths are relative to the work folder, which is created on demand and deleted when the agent's input closes.
void registerWorkHandlers(agent::AgentServer& server, const std::shared_ptr<WorkFolder>& work);

} // namespace millrace::node
