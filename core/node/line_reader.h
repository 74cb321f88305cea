// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/agent_server.h"
#include "core/agent/node_values.h"
#include "core/base/text.h"
#include "core/base/unique_fd.h"

namespace millrace::node {

/// Reads one output of a process and sends its lines as events, with the time at which their last bytes were read.
/// Lines are cut at 1 MiB. Blocks while the controller does not read, which finally blocks the process.
class LineReader
{
public:
    LineReader(agent::AgentServer& server, agent::ProcessId process, agent::OutputStream stream, UniqueFd fd);

    /// Returns -1 when the output is closed.
    [[nodiscard]] int fd() const noexcept { return m_fd.get(); }
    /// Reads up to 64 KiB; false if there was nothing.
    bool pump();
    /// Sends an unterminated last line, and closes.
    void finish();

private:
    void sendLines();

    agent::AgentServer& m_server;
    const agent::ProcessId m_process;
    const agent::OutputStream m_stream;
    UniqueFd m_fd;
    LineSplitter m_splitter;
    std::vector<std::string> m_lines;
};

} // namespace millrace::node
