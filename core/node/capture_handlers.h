// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/agent_server.h"
#include "core/node/work_folder.h"

namespace millrace::node {

/// capture.start {spec} → {capture, status}; an empty interface is the experiment's: the first that is up, not a
///   loopback, and has an IPv4 address. An empty file is one in the agent's work folder, removed with the agent
/// capture.status {capture} → {status}
/// capture.stop {capture} → {status}; repeatable with the same status
/// capture.analyse {capture} → {file}: analyses a stopped capture; the result
///   (core/analysis/summary_codec.h) is another file to read
/// capture.read {capture, file, offset, bytes} → {offset, file_bytes, data, sha256}: a block of the file-th file of a
///   stopped capture, 8 MiB at most, empty at the end
/// capture.remove {capture} → {}: stops it and deletes its files
/// Specs, statuses and blocks: core/agent/capture_json.h. Active captures are stopped when the agent's input closes;
/// their files are complete.
void registerCaptureHandlers(agent::AgentServer& server, const std::shared_ptr<WorkFolder>& work);

} // namespace millrace::node
