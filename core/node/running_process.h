// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/agent_server.h"
#include "core/agent/node_values.h"
#include "core/base/process.h"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace millrace::node {

class LineReader;

/// One process started for the controller, with all its descendants. A separate thread starts it, sends its lines and
/// finally its exit as events, and ends its remaining descendants.
class RunningProcess
{
public:
    /// `mark` is the value of its mark variable.
    [[nodiscard]] static Result<std::shared_ptr<RunningProcess>> start(agent::AgentServer& server, agent::ProcessId id,
                                                                       Command command, std::string mark);
    /// Kills it.
    ~RunningProcess();
    RunningProcess(const RunningProcess&) = delete;
    RunningProcess& operator=(const RunningProcess&) = delete;

    [[nodiscard]] pid_t pid() const noexcept { return m_pid; }
    /// Returns false from before its exit is sent.
    [[nodiscard]] bool isRunning() const;
    /// Signals its group. NotFound if it has ended.
    [[nodiscard]] Result<void> signal(int number);
    /// Sends SIGTERM to all its processes, after `grace` SIGKILL. Does not wait.
    void requestStop(Nanoseconds grace);
    /// Waits until its exit has been sent; Timeout at the deadline.
    [[nodiscard]] Result<ExitStatus> waitForEnd(Deadline deadline, const JobContext& job);

private:
    RunningProcess(agent::AgentServer& server, agent::ProcessId id, std::string mark);

    void run(const Command& command, const std::function<void(Result<pid_t>)>& started);
    void watch(ChildProcess& child, LineReader& output, LineReader& errors);
    void signalAll(const ChildProcess& child, int number);
    void endRemains(const ChildProcess& child);
    void sendExit(const ChildProcess& child, const ExitStatus& status);

    agent::AgentServer& m_server;
    const agent::ProcessId m_id;
    const std::string m_mark;
    pid_t m_pid = -1;
    WakeUp m_wake;

    mutable std::mutex m_mutex; ///< for the following members
    std::condition_variable_any m_changed;
    bool m_running = false;
    std::optional<Deadline> m_killAt; ///< a stop was requested
    std::optional<ExitStatus> m_end; ///< once its exit has been sent

    std::jthread m_thread;
};

} // namespace millrace::node
