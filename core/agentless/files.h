// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/capture_json.h"
#include "core/agentless/node_line.h"

namespace millrace::agentless {

/// Implements work.open and file.* as in core/node/work_handlers.h.
void registerFiles(agent::AgentServer& server, const std::shared_ptr<NodeLine>& line);

/// Reads a block of a file, 8 MiB at most.
[[nodiscard]] Result<agent::FileBlock> readNodeFile(NodeLine& line, const std::string& file, std::uint64_t offset,
                                                    std::uint64_t bytes);

} // namespace millrace::agentless
