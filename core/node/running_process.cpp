// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/node/running_process.h"

#include "core/agent/node_values_json.h"
#include "core/node/line_reader.h"
#include "core/node/process_search.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <future>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace millrace::node {

namespace {

/// Time for reading the outputs after all writers should be dead.
constexpr auto drainTime = std::chrono::seconds(1);
/// Time limit for ending the descendants of a process.
constexpr auto remainsTime = std::chrono::seconds(5);

Nanoseconds toTime(const timeval& value)
{
    return std::chrono::seconds(value.tv_sec) + std::chrono::microseconds(value.tv_usec);
}

/// Returns the usage of an ended, not yet reaped child. The C library's waitid does not return it.
rusage usageOf(pid_t pid)
{
    siginfo_t state{};
    rusage usage{};
    ::syscall(SYS_waitid, P_PID, pid, &state, WEXITED | WNOHANG | WNOWAIT, &usage);
    return usage;
}

} // namespace

Result<std::shared_ptr<RunningProcess>> RunningProcess::start(agent::AgentServer& server, agent::ProcessId id,
                                                              Command command, std::string mark)
{
    command.environment.emplace_back(markVariable, mark);
    std::shared_ptr<RunningProcess> process(new RunningProcess(server, id, std::move(mark)));
    const auto promise = std::make_shared<std::promise<Result<pid_t>>>();
    auto future = promise->get_future();
    // The thread that starts a process must outlive it: see StartOptions.
    process->m_thread = std::jthread([self = process.get(), command = std::move(command), promise] {
        self->run(command, [&](Result<pid_t> pid) { promise->set_value(std::move(pid)); });
    });
    MR_TRY(pid, future.get());
    process->m_pid = pid;
    return process;
}

RunningProcess::RunningProcess(agent::AgentServer& server, agent::ProcessId id, std::string mark)
    : m_server(server), m_id(id), m_mark(std::move(mark))
{
}

RunningProcess::~RunningProcess()
{
    requestStop(Nanoseconds(0));
}

bool RunningProcess::isRunning() const
{
    const std::lock_guard lock(m_mutex);
    return m_running;
}

Result<void> RunningProcess::signal(int number)
{
    const std::lock_guard lock(m_mutex);
    if (!m_running)
        return fail(ErrorCode::NotFound, "the process has ended already");
    ::kill(-m_pid, number);
    return {};
}

void RunningProcess::requestStop(Nanoseconds grace)
{
    const std::lock_guard lock(m_mutex);
    const Deadline wanted = deadlineIn(grace);
    m_killAt = m_killAt ? std::min(*m_killAt, wanted) : wanted;
    m_wake.notify();
}

Result<ExitStatus> RunningProcess::waitForEnd(Deadline deadline, const JobContext& job)
{
    std::unique_lock lock(m_mutex);
    if (m_changed.wait_until(lock, job.stop, deadline, [&] { return m_end.has_value(); }))
        return *m_end;
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "cancelled");
    return fail(ErrorCode::Timeout, "the process did not end in time");
}

void RunningProcess::run(const Command& command, const std::function<void(Result<pid_t>)>& started)
{
    // Capabilities from sudo are not for the workload: cleared for this thread and its children.
    ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    auto child = ChildProcess::start(command, {SIGKILL});
    if (!child)
        return started(child.error());
    child->input.reset();
    LineReader output(m_server, m_id, agent::OutputStream::Output, std::move(child->output));
    LineReader errors(m_server, m_id, agent::OutputStream::Errors, std::move(child->errors));
    {
        const std::lock_guard lock(m_mutex);
        m_running = true;
    }
    started(child->pid());
    watch(*child, output, errors);
    const ExitStatus status = *child->poll();
    endRemains(*child);
    const Deadline drained = deadlineIn(drainTime);
    for (LineReader* reader : {&output, &errors}) {
        while (reader->fd() >= 0 && timeLeft(drained) > Nanoseconds(0))
            if (!reader->pump() && reader->fd() >= 0)
                (void)waitReady(reader->fd(), POLLIN, std::min(drained, deadlineIn(std::chrono::milliseconds(50))));
        reader->finish();
    }
    {
        const std::lock_guard lock(m_mutex);
        m_running = false;
    }
    sendExit(*child, status);
    const std::lock_guard lock(m_mutex);
    m_end = status;
    m_changed.notify_all();
}

void RunningProcess::watch(ChildProcess& child, LineReader& output, LineReader& errors)
{
    const UniqueFd ended(static_cast<int>(::syscall(SYS_pidfd_open, child.pid(), 0)));
    bool told = false;
    while (!child.poll()) {
        std::optional<Deadline> killAt;
        {
            const std::lock_guard lock(m_mutex);
            killAt = m_killAt;
        }
        int limit = ended ? 1000 : 20;
        if (killAt && timeLeft(*killAt) == Nanoseconds(0)) {
            signalAll(child, SIGKILL);
            limit = 20;
        } else if (killAt) {
            if (!std::exchange(told, true))
                signalAll(child, SIGTERM);
            limit = std::min(limit, pollTimeout(*killAt));
        }
        const bool outputMoved = output.pump();
        const bool moved = errors.pump() || outputMoved;
        std::array<pollfd, 4> entries{
            {{output.fd(), POLLIN, 0}, {errors.fd(), POLLIN, 0}, {ended.get(), POLLIN, 0}, {m_wake.fd(), POLLIN, 0}}};
        ::poll(entries.data(), entries.size(), moved ? 0 : limit);
        m_wake.drain();
    }
}

/// Signals the group, and descendants that have left it.
void RunningProcess::signalAll(const ChildProcess& child, int number)
{
    const auto below = processesBelow(child.pid());
    const auto marked = processesMarked(m_mark);
    child.signalGroup(number);
    for (const auto* found : {&below, &marked})
        for (const FoundProcess& process : *found)
            if (::getpgid(process.pid) != child.pid())
                process.signal(number);
}

/// Called when the leader has ended. Its descendants have until the end of a requested stop's grace, and are killed
/// then.
void RunningProcess::endRemains(const ChildProcess& child)
{
    Deadline killAt = deadlineIn(Nanoseconds(0));
    {
        const std::lock_guard lock(m_mutex);
        killAt = m_killAt.value_or(killAt);
    }
    const Deadline giveUp = std::max(killAt, deadlineIn(Nanoseconds(0))) + remainsTime;
    while (timeLeft(giveUp) > Nanoseconds(0)) {
        auto marked = processesMarked(m_mark);
        std::erase_if(marked, [&](const FoundProcess& process) { return process.pid == child.pid(); });
        if (marked.empty())
            break;
        if (timeLeft(killAt) == Nanoseconds(0))
            for (const FoundProcess& process : marked)
                process.signal(SIGKILL);
        (void)waitReady(marked.front().fd.get(), POLLIN, deadlineIn(std::chrono::milliseconds(50)));
        for (const FoundProcess& process : marked)
            ::waitpid(process.pid, nullptr, WNOHANG); // our child after its parent's death
    }
    child.signalGroup(SIGKILL);
}

void RunningProcess::sendExit(const ChildProcess& child, const ExitStatus& status)
{
    const rusage usage = usageOf(child.pid());
    m_server.send(agent::toJson(agent::ProcessExit{m_id, status, toTime(usage.ru_utime) + toTime(usage.ru_stime),
                                                   static_cast<std::uint64_t>(usage.ru_maxrss) * 1024, monotonicNow(),
                                                   wallNow()}));
}

} // namespace millrace::node
