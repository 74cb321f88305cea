// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/node/process_table.h"

#include "core/node/process_search.h"

#include <algorithm>
#include <csignal>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>

namespace millrace::node {

namespace {

constexpr std::size_t mostAtOnce = 256;
/// Ended processes whose exit status is kept.
constexpr std::size_t remembered = 256;

} // namespace

ProcessTable::ProcessTable(agent::AgentServer& server, std::string token, std::function<std::vector<pid_t>()> helpers)
    : m_server(server), m_token(std::move(token)), m_helpers(std::move(helpers))
{
}

Result<agent::StartedProcess> ProcessTable::start(Command command)
{
    if (running().size() >= mostAtOnce)
        return fail(ErrorCode::InvalidInput, fmt::format("an agent runs {} processes at most", mostAtOnce));
    agent::ProcessId id;
    {
        const std::lock_guard lock(m_mutex);
        id = {m_nextId++};
    }
    MR_TRY(process, RunningProcess::start(m_server, id, std::move(command), fmt::format("{}:{};", m_token, id.value)));
    const std::int64_t pid = process->pid();
    const std::lock_guard lock(m_mutex);
    // If the agent is closing, `process` dies here with its descendants.
    if (m_closed)
        return fail(ErrorCode::Cancelled, "the agent is about to end");
    forgetOld();
    m_processes.emplace(id, std::move(process));
    return agent::StartedProcess{id, pid};
}

Result<std::shared_ptr<RunningProcess>> ProcessTable::find(agent::ProcessId id) const
{
    const std::lock_guard lock(m_mutex);
    if (const auto it = m_processes.find(id); it != m_processes.end())
        return it->second;
    return fail(ErrorCode::NotFound, fmt::format("this agent has no process {}", id.value));
}

std::vector<std::pair<agent::ProcessId, pid_t>> ProcessTable::running() const
{
    const std::lock_guard lock(m_mutex);
    std::vector<std::pair<agent::ProcessId, pid_t>> all;
    for (const auto& [id, process] : m_processes)
        if (process->isRunning())
            all.emplace_back(id, process->pid());
    return all;
}

void ProcessTable::forgetOld()
{
    for (auto it = m_processes.begin(); it != m_processes.end() && m_processes.size() >= remembered + mostAtOnce;)
        it = it->second->isRunning() ? std::next(it) : m_processes.erase(it);
}

void ProcessTable::stopAll(Nanoseconds grace)
{
    std::vector<std::shared_ptr<RunningProcess>> all;
    {
        const std::lock_guard lock(m_mutex);
        m_closed = true;
        for (const auto& [id, process] : m_processes)
            all.push_back(process);
    }
    for (const auto& process : all)
        process->requestStop(grace);
    for (const auto& process : all)
        (void)process->waitForEnd(deadlineIn(grace + std::chrono::seconds(10)), {});
    sweep();
}

void ProcessTable::sweep() const
{
    for (int round = 0; round < 100; ++round) {
        std::vector<pid_t> known = m_helpers();
        for (const auto& [id, pid] : running())
            known.push_back(pid);
        auto strays = processesMarked(m_token + ":");
        for (FoundProcess& process : adoptedProcesses(known))
            strays.push_back(std::move(process));
        std::erase_if(strays, [](const FoundProcess& process) {
            return process.hasEnded() && ::waitpid(process.pid, nullptr, WNOHANG) != 0;
        });
        if (strays.empty())
            return;
        for (const FoundProcess& process : strays)
            process.signal(SIGKILL);
        for (const FoundProcess& process : strays)
            (void)waitReady(process.fd.get(), POLLIN, deadlineIn(std::chrono::milliseconds(20)));
    }
}

} // namespace millrace::node
