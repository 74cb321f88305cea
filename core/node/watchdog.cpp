// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/node/watchdog.h"

#include "core/node/process_search.h"
#include "core/node/watchdog_command.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace millrace::node {

namespace {

constexpr int beatsPerLease = 8;
constexpr auto farewellTime = std::chrono::seconds(2);
constexpr auto replacementPause = std::chrono::milliseconds(100);

/// Returns the environment without the mark: clean-up by another agent must not kill the watchdogs.
std::vector<char*> ownEnvironment()
{
    const std::string mark = std::string(markVariable) + "=";
    std::vector<char*> variables;
    for (char** variable = environ; *variable != nullptr; ++variable)
        if (!std::string_view(*variable).starts_with(mark))
            variables.push_back(*variable);
    variables.push_back(nullptr);
    return variables;
}

/// Between fork and exec in a program with threads: system calls only.
[[noreturn]] void become(int life, int nothing, char* const* argv, char* const* environment)
{
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::setsid();
    ::dup2(nothing, 1);
    ::dup2(nothing, 2);
    ::dup2(life, 0);
    ::syscall(SYS_close_range, 3U, ~0U, 0U);
    if (::chdir("/") == 0)
        ::execve("/proc/self/exe", argv, environment);
    ::_exit(127);
}

} // namespace

Result<std::unique_ptr<Watchdogs>> Watchdogs::start(const std::string& token, Nanoseconds lease)
{
    std::unique_ptr<Watchdogs> watchdogs(new Watchdogs(token, lease));
    for (Watchdog& watchdog : watchdogs->m_watchdogs)
        MR_CHECK(watchdogs->launch(watchdog));
    return watchdogs;
}

Result<void> Watchdogs::launch(Watchdog& watchdog) const
{
    MR_TRY(pipe, makePipe());
    const UniqueFd nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
    // Neither name contains the product's: killing by that name hits only the agent.
    std::string name(&watchdog == m_watchdogs.data() ? watchdogName : guardName);
    std::string command(watchdogArgument);
    const std::array<char*, 3> argv{name.data(), command.data(), nullptr};
    const auto environment = ownEnvironment();
    const pid_t pid = ::fork();
    if (pid < 0)
        return failErrno("starting the process that cleans up after this agent");
    if (pid == 0)
        become(pipe.read.get(), nothing.get(), argv.data(), environment.data());
    watchdog.pid = pid;
    watchdog.ended = UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    watchdog.life = std::move(pipe.write);
    MR_CHECK(setNonBlocking(watchdog.life.get()));
    tell(watchdog, fmt::format("token {}\nagent {}\nlease {}\n", m_token, ::getpid(), m_lease.count()));
    if (!m_folder.empty())
        tell(watchdog, "folder " + m_folder.string() + "\n");
    return {};
}

void Watchdogs::tell(const Watchdog& watchdog, const std::string& line) const
{
    [[maybe_unused]] const auto written = ::write(watchdog.life.get(), line.data(), line.size());
}

void Watchdogs::watch()
{
    m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

void Watchdogs::run(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        std::array<pollfd, 3> entries{{{m_wake.fd(), POLLIN, 0}, {-1, POLLIN, 0}, {-1, POLLIN, 0}}};
        {
            const std::lock_guard lock(m_mutex);
            const bool alive = !m_silentFrom || timeLeft(*m_silentFrom).count() > 0;
            for (std::size_t i = 0; i < m_watchdogs.size(); ++i) {
                if (alive)
                    tell(m_watchdogs[i], "beat\n");
                entries[i + 1].fd = m_watchdogs[i].ended.get();
            }
        }
        const int pause = static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(m_lease).count());
        if (::poll(entries.data(), entries.size(), std::max(1, pause / beatsPerLease)) > 0) {
            replaceEnded();
            // Limits the rate of restarts if watchdogs cannot live.
            (void)waitReady(m_wake.fd(), POLLIN, deadlineIn(replacementPause));
        }
        m_wake.drain();
    }
}

void Watchdogs::replaceEnded()
{
    const std::lock_guard lock(m_mutex);
    for (Watchdog& watchdog : m_watchdogs) {
        if (watchdog.pid < 0 || ::waitpid(watchdog.pid, nullptr, WNOHANG) != watchdog.pid)
            continue;
        watchdog = Watchdog{};
        (void)launch(watchdog);
    }
}

void Watchdogs::tellFolder(const std::filesystem::path& folder)
{
    const std::lock_guard lock(m_mutex);
    m_folder = folder;
    for (const Watchdog& watchdog : m_watchdogs)
        tell(watchdog, "folder " + folder.string() + "\n");
}

void Watchdogs::expectEndWithin(Nanoseconds limit)
{
    const std::lock_guard lock(m_mutex);
    m_silentFrom = deadlineIn(limit);
}

void Watchdogs::leaveToThem()
{
    const std::lock_guard lock(m_mutex);
    m_leave = true;
}

std::vector<pid_t> Watchdogs::pids() const
{
    const std::lock_guard lock(m_mutex);
    std::vector<pid_t> all;
    for (const Watchdog& watchdog : m_watchdogs)
        all.push_back(watchdog.pid);
    return all;
}

Watchdogs::~Watchdogs()
{
    m_thread.request_stop();
    m_wake.notify();
    if (m_thread.joinable())
        m_thread.join();
    for (Watchdog& watchdog : m_watchdogs) {
        if (!m_leave)
            tell(watchdog, "end\n");
        watchdog.life.reset();
    }
    for (const Watchdog& watchdog : m_watchdogs) {
        if (watchdog.pid < 0 || m_leave)
            continue;
        // A frozen one has nothing to do any more.
        if (!waitReady(watchdog.ended.get(), POLLIN, deadlineIn(farewellTime)).value_or(false))
            ::kill(watchdog.pid, SIGKILL);
        while (::waitpid(watchdog.pid, nullptr, 0) < 0 && errno == EINTR) { }
    }
}

} // namespace millrace::node
