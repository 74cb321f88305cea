// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/node/login_user.h"

#include "core/base/file_io.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <grp.h>
#include <linux/capability.h>
#include <map>
#include <optional>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

namespace millrace::node {

namespace {

bool forUser = false;

/// For networks, packets, temporary network namespaces, the priority of a probe, locked memory.
constexpr std::array keptCapabilities{CAP_NET_ADMIN, CAP_NET_RAW,      CAP_NET_BIND_SERVICE, CAP_SYS_ADMIN,
                                      CAP_SYS_NICE,  CAP_SYS_RESOURCE, CAP_IPC_LOCK};

constexpr std::size_t largestText = 4 << 20;

struct LoginUser
{
    uid_t user = 0;
    gid_t group = 0;
    std::vector<gid_t> groups;
    std::string environment; ///< "A=1\0B=2\0"
    std::filesystem::path folder;
};

/// Returns the numbers after "key:" of /proc/PID/status.
std::vector<unsigned> numbersBehind(const std::string& status, std::string_view key)
{
    std::vector<unsigned> numbers;
    for (const std::string_view line : split(status, '\n')) {
        if (!line.starts_with(key))
            continue;
        std::string words(line.substr(key.size()));
        std::ranges::replace(words, '\t', ' ');
        for (const std::string_view word : split(words, ' '))
            if (const auto number = parseInteger(word))
                numbers.push_back(static_cast<unsigned>(*number));
    }
    return numbers;
}

Result<LoginUser> userOf(pid_t process)
{
    const std::string folder = fmt::format("/proc/{}/", process);
    MR_TRY(status, readFile(folder + "status", largestText));
    MR_TRY(environment, readFile(folder + "environ", largestText));
    LoginUser login;
    const auto users = numbersBehind(status, "Uid:");
    const auto groups = numbersBehind(status, "Gid:");
    // Compares with SUDO_UID: the PID may have been reused.
    const auto named = parseInteger(std::getenv("SUDO_UID") == nullptr ? "" : std::getenv("SUDO_UID"));
    if (users.empty() || groups.empty() || !named || *named != users.front() || users.front() == 0)
        return fail(ErrorCode::Denied, fmt::format("the process {} is not one of the user who called sudo", process));
    login.user = users.front();
    login.group = groups.front();
    for (const unsigned group : numbersBehind(status, "Groups:"))
        login.groups.push_back(group);
    login.environment = std::move(environment);
    std::error_code error;
    login.folder = std::filesystem::read_symlink(folder + "cwd", error);
    return login;
}

void takeEnvironment(const std::string& text)
{
    ::clearenv();
    for (const std::string_view entry : split(text, '\0'))
        if (const auto equals = entry.find('='); equals != std::string_view::npos && equals > 0)
            ::setenv(std::string(entry.substr(0, equals)).c_str(), std::string(entry.substr(equals + 1)).c_str(), 1);
}

std::size_t wordOf(int capability)
{
    return static_cast<std::size_t>(capability) / 32;
}

Result<void> keepCapabilities()
{
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    std::array<__user_cap_data_struct, 2> had{};
    std::array<__user_cap_data_struct, 2> sets{};
    if (::syscall(SYS_capget, &header, had.data()) != 0)
        return failErrno("reading the rights granted by sudo");
    for (const int number : keptCapabilities)
        sets[wordOf(number)].permitted |= 1U << (number % 32);
    for (std::size_t i = 0; i < sets.size(); ++i) {
        sets[i].permitted &= had[i].permitted; // root of a container may lack some
        sets[i].effective = sets[i].inheritable = sets[i].permitted;
    }
    if (::syscall(SYS_capset, &header, sets.data()) != 0)
        return failErrno("keeping the rights to change the network");
    // Inherited by programs that change the network; cleared for the workload's (running_process.cpp).
    for (const int number : keptCapabilities)
        if ((sets[wordOf(number)].permitted >> (number % 32) & 1U) != 0
            && ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, number, 0, 0) != 0)
            return failErrno("keeping the rights to change the network");
    return {};
}

} // namespace

Result<void> becomeUserOf(pid_t process)
{
    if (::geteuid() != 0)
        return fail(ErrorCode::Denied, "only root can act for a user; this is what sudo is for");
    MR_TRY(login, userOf(process));
    if (::prctl(PR_SET_KEEPCAPS, 1UL) != 0 || ::setgroups(login.groups.size(), login.groups.data()) != 0
        || ::setresgid(login.group, login.group, login.group) != 0
        || ::setresuid(login.user, login.user, login.user) != 0)
        return failErrno("becoming the user who called sudo");
    MR_CHECK(keepCapabilities());
    ::prctl(PR_SET_DUMPABLE, 1UL); // makes its own files in /proc accessible again
    takeEnvironment(login.environment);
    if (login.folder.empty() || ::chdir(login.folder.c_str()) != 0)
        (void)!::chdir("/");
    forUser = true;
    return {};
}

bool actsForUser() noexcept
{
    return forUser;
}

} // namespace millrace::node
