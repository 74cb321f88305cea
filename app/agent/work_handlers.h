// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/agent/work_folder.h"
#include "core/agent/agent_server.h"

#include <memory>

namespace millrace {

/// work.open {folder} → {folder}: makes the work folder below the given one; empty: as `serve --folder` says, else
/// below
///   the user's cache folder. Again: the same folder
/// file.write {path, offset, data: base64, mode, last, sha256} → {bytes}: offset 0 begins anew; the last piece, with
/// the
///   hash of the whole, gives it its name
/// file.read {path, offset, bytes} → {offset, file_bytes, data, sha256}: core/agent/capture_json.h
/// file.list {} → {files: [{path, bytes, modified_ns}]}: 10 000 at most
/// Paths are relative to the work folder, which is opened where needed and deleted when the agent's input closes.
void registerWorkHandlers(agent::AgentServer& server, const std::shared_ptr<WorkFolder>& work);

} // namespace millrace
