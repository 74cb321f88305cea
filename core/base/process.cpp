// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/process.h"

#include "core/base/pipe_signal.h"
#include "core/base/process_start.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace millrace {

namespace {

constexpr std::size_t outputLimit = std::size_t(16) << 20;

UniqueFd openPidFd(pid_t pid)
{
    return UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
}

/// Moves the content of a pipe to `into`; closes it here when its other end is closed.
Result<void> drain(UniqueFd& fd, std::string& into)
{
    std::array<char, 65536> buffer;
    while (fd) {
        const ssize_t got = ::read(fd.get(), buffer.data(), buffer.size());
        if (got > 0) {
            into.append(buffer.data(), static_cast<std::size_t>(got));
            if (into.size() > outputLimit)
                return fail(ErrorCode::Io, "it wrote more than 16 MiB");
        } else if (got < 0 && errno == EINTR) {
            continue;
        } else if (got < 0 && errno == EAGAIN) {
            return {};
        } else {
            fd.reset();
        }
    }
    return {};
}

void feed(UniqueFd& fd, std::string_view& rest)
{
    while (fd && !rest.empty()) {
        const ssize_t put = ::write(fd.get(), rest.data(), rest.size());
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0 && errno == EAGAIN)
            return;
        rest.remove_prefix(put < 0 ? rest.size() : static_cast<std::size_t>(put));
    }
    fd.reset();
}

Result<CommandOutput> collect(ChildProcess& child, Deadline deadline, std::string_view input, const JobContext& job)
{
    const WakeUp cancelled;
    const std::stop_callback onStop(job.stop, [&] { cancelled.notify(); });
    const UniqueFd ended = openPidFd(child.pid());
    CommandOutput result;
    for (;;) {
        const auto status = child.poll();
        feed(child.input, input);
        MR_CHECK(drain(child.output, result.out));
        MR_CHECK(drain(child.errors, result.err));
        if (status) {
            result.exitCode = status->exitCode;
            result.signal = status->signal;
            return result;
        }
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "cancelled");
        if (timeLeft(deadline) == Nanoseconds(0))
            return fail(ErrorCode::Timeout, "it did not end in time and was killed");
        std::array<pollfd, 5> entries{{{child.input.get(), POLLOUT, 0},
                                       {child.output.get(), POLLIN, 0},
                                       {child.errors.get(), POLLIN, 0},
                                       {ended.get(), POLLIN, 0},
                                       {cancelled.fd(), POLLIN, 0}}};
        const int limit = ended ? pollTimeout(deadline) : std::min(pollTimeout(deadline), 10);
        ::poll(entries.data(), entries.size(), limit);
    }
}

} // namespace

std::string exitText(const ExitStatus& status)
{
    if (status.signal != 0)
        return fmt::format("signal {} ({})", status.signal, ::strsignal(status.signal));
    return fmt::format("exit code {}", status.exitCode);
}

Result<ChildProcess> ChildProcess::start(const Command& command, const StartOptions& options)
{
    MR_TRY(started, startChild(command, options));
    ChildProcess child;
    child.m_pid = started.pid;
    child.input = std::move(started.input);
    child.output = std::move(started.output);
    child.errors = std::move(started.errors);
    return child;
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : input(std::move(other.input)), output(std::move(other.output)), errors(std::move(other.errors)),
      m_pid(std::exchange(other.m_pid, -1)), m_status(other.m_status)
{
}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept
{
    if (this != &other) {
        ChildProcess old(std::move(*this));
        input = std::move(other.input);
        output = std::move(other.output);
        errors = std::move(other.errors);
        m_pid = std::exchange(other.m_pid, -1);
        m_status = other.m_status;
    }
    return *this;
}

ChildProcess::~ChildProcess()
{
    if (m_pid <= 0)
        return;
    signalGroup(SIGKILL);
    while (::waitpid(m_pid, nullptr, 0) < 0 && errno == EINTR) { }
}

std::optional<ExitStatus> ChildProcess::poll()
{
    if (m_status || m_pid <= 0)
        return m_status;
    siginfo_t state{};
    const int result = ::waitid(P_PID, static_cast<id_t>(m_pid), &state, WEXITED | WNOHANG | WNOWAIT);
    if (result == 0 && state.si_pid == 0)
        return {};
    if (result < 0 && errno == EINTR)
        return {};
    if (result < 0)
        m_status = ExitStatus{0, SIGKILL}; // reaped elsewhere: the exit status is not known
    else if (state.si_code == CLD_EXITED)
        m_status = ExitStatus{state.si_status, 0};
    else
        m_status = ExitStatus{0, state.si_status};
    return m_status;
}

std::optional<ExitStatus> ChildProcess::wait(Deadline deadline)
{
    const UniqueFd ended = openPidFd(m_pid);
    for (;;) {
        if (auto status = poll(); status || timeLeft(deadline) == Nanoseconds(0))
            return status;
        if (ended)
            (void)waitReady(ended.get(), POLLIN, deadline);
        else
            std::this_thread::sleep_for(std::min(timeLeft(deadline), Nanoseconds(5'000'000)));
    }
}

void ChildProcess::signalGroup(int signal) const noexcept
{
    if (m_pid > 1)
        ::kill(-m_pid, signal);
}

ExitStatus ChildProcess::stop(Nanoseconds grace)
{
    if (!poll()) {
        signalGroup(SIGTERM);
        (void)wait(deadlineIn(grace));
    }
    signalGroup(SIGKILL);
    while (!wait(deadlineIn(std::chrono::seconds(1)))) { }
    return *m_status;
}

Result<CommandOutput> runCommand(const Command& command, Deadline deadline, std::string_view input,
                                 const JobContext& job)
{
    const PipeSignalBlocked blocked;
    MR_TRY(child, ChildProcess::start(command));
    for (const UniqueFd* fd : {&child.input, &child.output, &child.errors})
        MR_CHECK(setNonBlocking(fd->get()));
    auto result = collect(child, deadline, input, job);
    if (!result)
        return within("running " + commandText(command), std::move(result).error());
    return result;
}

} // namespace millrace
