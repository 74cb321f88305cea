// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/node/line_reader.h"

#include "core/agent/node_values_json.h"

#include <array>
#include <cerrno>
#include <unistd.h>

namespace millrace::node {

LineReader::LineReader(agent::AgentServer& server, agent::ProcessId process, agent::OutputStream stream, UniqueFd fd)
    : m_server(server), m_process(process), m_stream(stream), m_fd(std::move(fd))
{
    (void)setNonBlocking(m_fd.get());
}

bool LineReader::pump()
{
    std::array<char, 65536> buffer;
    if (!m_fd)
        return false;
    const ssize_t got = ::read(m_fd.get(), buffer.data(), buffer.size());
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return false;
    if (got <= 0) {
        finish();
        return false;
    }
    m_splitter.feed({buffer.data(), static_cast<std::size_t>(got)}, m_lines);
    sendLines();
    return true;
}

void LineReader::finish()
{
    m_splitter.finish(m_lines);
    sendLines();
    m_fd.reset();
}

void LineReader::sendLines()
{
    agent::ProcessLine line{m_process, m_stream, {}, monotonicNow(), wallNow()};
    for (std::string& text : m_lines) {
        line.text = std::move(text);
        m_server.send(agent::toJson(line));
    }
    m_lines.clear();
}

} // namespace millrace::node
