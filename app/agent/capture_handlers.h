// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/agent/work_folder.h"
#include "core/agent/agent_server.h"

namespace millrace {

/// capture.start {spec} → {capture, status}; an empty interface is that of the experiment: the first that is up, is no
///   loopback and has an IPv4 address. An empty file is one in the agent's work folder, which goes with the agent
/// capture.status {capture} → {status}
/// capture.stop {capture} → {status}; again: the same status
/// capture.analyse {capture} → {file}: analyses a stopped capture; the result (core/analysis/summary_codec.h) is one
/// more
///   file to read
/// capture.read {capture, file, offset, bytes} → {offset, file_bytes, data, sha256}: a piece of the file-th file of a
///   stopped capture, 8 MiB at most, without data at the end
/// capture.remove {capture} → {}: stopped and forgotten, its files are deleted
/// Specs, statuses and blocks: core/agent/capture_json.h. What still runs is stopped when the agent's input closes; its
/// files are whole.
void registerCaptureHandlers(agent::AgentServer& server, const std::shared_ptr<WorkFolder>& work);

} // namespace millrace
