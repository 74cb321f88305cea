// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/node/keeper.h"

#include "core/node/keep_command.h"
#include "core/node/process_search.h"

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

/// Returns the environment without the mark: clean-up by another agent must not kill the keepers.
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

Result<std::unique_ptr<Keepers>> Keepers::start(const std::string& token, Nanoseconds lease)
{
    std::unique_ptr<Keepers> keepers(new Keepers(token, lease));
    for (Keeper& keeper : keepers->m_keepers)
        MR_CHECK(keepers->launch(keeper));
    return keepers;
}

Result<void> Keepers::launch(Keeper& keeper) const
{
    MR_TRY(pipe, makePipe());
    const UniqueFd nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
    // Neither name contains the product's: killing by that name hits only the agent.
    std::string name(&keeper == m_keepers.data() ? keeperName : guardName);
    std::string command(keepWord);
    const std::array<char*, 3> argv{name.data(), command.data(), nullptr};
    const auto environment = ownEnvironment();
    const pid_t pid = ::fork();
    if (pid < 0)
        return failErrno("starting the process that cleans up after this agent");
    if (pid == 0)
        become(pipe.read.get(), nothing.get(), argv.data(), environment.data());
    keeper.pid = pid;
    keeper.ended = UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    keeper.life = std::move(pipe.write);
    MR_CHECK(setNonBlocking(keeper.life.get()));
    tell(keeper, fmt::format("token {}\nagent {}\nlease {}\n", m_token, ::getpid(), m_lease.count()));
    if (!m_folder.empty())
        tell(keeper, "folder " + m_folder.string() + "\n");
    return {};
}

void Keepers::tell(const Keeper& keeper, const std::string& line) const
{
    [[maybe_unused]] const auto written = ::write(keeper.life.get(), line.data(), line.size());
}

void Keepers::watch()
{
    m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

void Keepers::run(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        std::array<pollfd, 3> entries{{{m_wake.fd(), POLLIN, 0}, {-1, POLLIN, 0}, {-1, POLLIN, 0}}};
        {
            const std::lock_guard lock(m_mutex);
            const bool alive = !m_silentFrom || timeLeft(*m_silentFrom).count() > 0;
            for (std::size_t i = 0; i < m_keepers.size(); ++i) {
                if (alive)
                    tell(m_keepers[i], "beat\n");
                entries[i + 1].fd = m_keepers[i].ended.get();
            }
        }
        const int pause = static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(m_lease).count());
        if (::poll(entries.data(), entries.size(), std::max(1, pause / beatsPerLease)) > 0) {
            replaceEnded();
            // Limits the rate of restarts if keepers cannot live.
            (void)waitReady(m_wake.fd(), POLLIN, deadlineIn(replacementPause));
        }
        m_wake.drain();
    }
}

void Keepers::replaceEnded()
{
    const std::lock_guard lock(m_mutex);
    for (Keeper& keeper : m_keepers) {
        if (keeper.pid < 0 || ::waitpid(keeper.pid, nullptr, WNOHANG) != keeper.pid)
            continue;
        keeper = Keeper{};
        (void)launch(keeper);
    }
}

void Keepers::tellFolder(const std::filesystem::path& folder)
{
    const std::lock_guard lock(m_mutex);
    m_folder = folder;
    for (const Keeper& keeper : m_keepers)
        tell(keeper, "folder " + folder.string() + "\n");
}

void Keepers::expectEndWithin(Nanoseconds limit)
{
    const std::lock_guard lock(m_mutex);
    m_silentFrom = deadlineIn(limit);
}

void Keepers::leaveToThem()
{
    const std::lock_guard lock(m_mutex);
    m_leave = true;
}

std::vector<pid_t> Keepers::pids() const
{
    const std::lock_guard lock(m_mutex);
    std::vector<pid_t> all;
    for (const Keeper& keeper : m_keepers)
        all.push_back(keeper.pid);
    return all;
}

Keepers::~Keepers()
{
    m_thread.request_stop();
    m_wake.notify();
    if (m_thread.joinable())
        m_thread.join();
    for (Keeper& keeper : m_keepers) {
        if (!m_leave)
            tell(keeper, "end\n");
        keeper.life.reset();
    }
    for (const Keeper& keeper : m_keepers) {
        if (keeper.pid < 0 || m_leave)
            continue;
        // A frozen one has nothing to do any more.
        if (!waitReady(keeper.ended.get(), POLLIN, deadlineIn(farewellTime)).value_or(false))
            ::kill(keeper.pid, SIGKILL);
        while (::waitpid(keeper.pid, nullptr, 0) < 0 && errno == EINTR) { }
    }
}

} // namespace millrace::node
