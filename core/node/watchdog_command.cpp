// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/node/watchdog_command.h"

#include "core/base/text.h"
#include "core/base/unique_fd.h"
#include "core/node/stale_state.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <poll.h>
#include <string>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

namespace millrace::node {

namespace {

/// Grace for a late heartbeat after a stall of the whole machine.
constexpr auto secondChance = std::chrono::seconds(1);
constexpr auto markedKillTime = std::chrono::seconds(10);

class Keep
{
public:
    int run()
    {
        LineSplitter splitter(1 << 16);
        while (!m_ended) {
            const auto ready = waitReady(0, POLLIN, deadlineIn(m_lease));
            if (ready && !*ready && !waitReady(0, POLLIN, deadlineIn(secondChance)).value_or(true))
                return cleanUp();
            std::array<char, 4096> buffer{};
            const ssize_t got = ::read(0, buffer.data(), buffer.size());
            if (got < 0 && errno == EINTR)
                continue;
            if (got <= 0)
                return cleanUp();
            std::vector<std::string> lines;
            splitter.feed({buffer.data(), static_cast<std::size_t>(got)}, lines);
            for (const std::string& line : lines)
                take(line);
        }
        return 0;
    }

private:
    void take(const std::string& line)
    {
        const auto space = line.find(' ');
        const std::string key = line.substr(0, space);
        const std::string value = space == std::string::npos ? std::string() : line.substr(space + 1);
        if (key == "token")
            m_token = value;
        else if (key == "agent")
            holdAgent(value);
        else if (key == "lease")
            m_lease = Nanoseconds(parseInteger(value).value_or(m_lease.count()));
        else if (key == "folder")
            m_folder = value;
        else if (key == "end")
            m_ended = true;
    }

    /// While it is our parent, its PID cannot be reused.
    void holdAgent(const std::string& text)
    {
        const auto pid = static_cast<pid_t>(parseInteger(text).value_or(0));
        UniqueFd fd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
        if (pid > 0 && ::getppid() == pid)
            m_agent = std::move(fd);
    }

    int cleanUp()
    {
        if (m_agent)
            ::syscall(SYS_pidfd_send_signal, m_agent.get(), SIGKILL, nullptr, 0);
        if (!m_token.empty())
            killMarked(m_token, markedKillTime);
        return m_folder.empty() || cleanUpFolder(m_folder) ? 0 : 1;
    }

    Nanoseconds m_lease = std::chrono::minutes(1);
    std::string m_token;
    std::string m_folder;
    UniqueFd m_agent;
    bool m_ended = false;
};

} // namespace

int watchdogCommand(const char* name)
{
    ::prctl(PR_SET_NAME, name);
    for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGPIPE})
        ::signal(number, SIG_IGN);
    return Keep().run();
}

} // namespace millrace::node
