// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/node/running_process.h"

#include <functional>
#include <map>
#include <memory>

namespace millrace::node {

/// Processes started by this agent. From any thread.
class ProcessTable
{
public:
    /// `token` begins the marks of all of them; `helpers` returns the agent's other children.
    ProcessTable(agent::AgentServer& server, std::string token, std::function<std::vector<pid_t>()> helpers);

    [[nodiscard]] Result<agent::StartedProcess> start(Command command);
    [[nodiscard]] Result<std::shared_ptr<RunningProcess>> find(agent::ProcessId id) const;
    /// Returns those that have not ended.
    [[nodiscard]] std::vector<std::pair<agent::ProcessId, pid_t>> running() const;
    /// Sends SIGTERM to all, after `grace` SIGKILL; then kills and reaps escaped processes. Nothing can be started any
    /// more.
    void stopAll(Nanoseconds grace);

private:
    void forgetOld();
    void sweep() const;

    agent::AgentServer& m_server;
    const std::string m_token;
    const std::function<std::vector<pid_t>()> m_helpers;
    mutable std::mutex m_mutex;
    std::int64_t m_nextId = 1;
    bool m_closed = false;
    std::map<agent::ProcessId, std::shared_ptr<RunningProcess>> m_processes;
};

} // namespace millrace::node
