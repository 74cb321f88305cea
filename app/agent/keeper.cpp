// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/agent/keeper.h"

#include "app/agent/process_search.h"
#include "core/base/clock.h"

#include <cerrno>
#include <csignal>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace millrace {

namespace {

constexpr char farewell = 'x';

void killAll(const std::string& token)
{
    // Looks again after longer and longer pauses: a process has no environment for a moment while it becomes another
    // program, and what forks during a look is seen by the next.
    const Deadline end = deadlineIn(std::chrono::seconds(10));
    for (auto pause = std::chrono::milliseconds(10); pause < std::chrono::seconds(1) && timeLeft(end).count() > 0;) {
        const auto found = processesMarked(token);
        for (const FoundProcess& process : found)
            process.signal(SIGKILL);
        pause = found.empty() ? 2 * pause : std::chrono::milliseconds(10);
        std::this_thread::sleep_for(pause);
    }
}

[[noreturn]] void keep(int life, const std::string& token)
{
    ::setsid();
    ::prctl(PR_SET_NAME, "millrace-keeper");
    for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGPIPE})
        ::signal(number, SIG_IGN);
    // Whatever it holds open would keep others from seeing that the agent has ended.
    ::dup2(life, 0);
    ::syscall(SYS_close_range, 1U, ~0U, 0U);
    char byte = 0;
    ssize_t got = 0;
    do
        got = ::read(0, &byte, 1);
    while (got < 0 && errno == EINTR);
    if (got != 1 || byte != farewell)
        killAll(token);
    ::_exit(0);
}

} // namespace

Result<Keeper> Keeper::start(const std::string& token)
{
    MR_TRY(pipe, makePipe());
    Keeper keeper;
    keeper.m_pid = ::fork();
    if (keeper.m_pid < 0)
        return failErrno("starting the process that cleans up after this agent");
    if (keeper.m_pid == 0)
        keep(pipe.read.get(), token);
    keeper.m_life = std::move(pipe.write);
    return keeper;
}

Keeper::~Keeper()
{
    if (!m_life)
        return;
    [[maybe_unused]] const auto written = ::write(m_life.get(), &farewell, 1);
    m_life.reset();
    while (::waitpid(m_pid, nullptr, 0) < 0 && errno == EINTR) { }
}

} // namespace millrace
