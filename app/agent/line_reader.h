// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/agent_server.h"
#include "core/agent/node_values.h"
#include "core/base/text.h"
#include "core/base/unique_fd.h"

namespace millrace {

/// Reads one output of a process and sends its lines as events, with the time at which their last bytes were read.
/// Lines are cut at 1 MiB. While the controller takes nothing, it blocks, and so in the end does the process.
class LineReader
{
public:
    LineReader(agent::AgentServer& server, agent::ProcessId process, agent::OutputStream stream, UniqueFd fd);

    /// -1 when the output is closed.
    [[nodiscard]] int fd() const noexcept { return m_fd.get(); }
    /// Reads what is there, up to 64 KiB; false when that was nothing.
    bool pump();
    /// Sends what is left of a last line without an end, and closes.
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

} // namespace millrace
