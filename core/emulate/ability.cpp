// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/emulate/ability.h"

#include "core/base/file_io.h"
#include "core/base/process.h"
#include "core/base/text.h"
#include "core/emulate/batch.h"

#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

namespace millrace::emulate {

namespace {

constexpr const char* tunDevice = "/dev/net/tun";
constexpr Nanoseconds trialTime = std::chrono::seconds(10);

std::string missingProgram()
{
    for (const auto& [program, package] :
         {std::pair{"ip", "iproute2"}, {"nsenter", "util-linux"}, {"unshare", "util-linux"}}) {
        if (findSystemProgram(program).empty())
            return fmt::format("the program '{}' is missing; install the package {}", program, package);
    }
    return {};
}

std::string tunProblem()
{
    if (::access(tunDevice, F_OK) != 0)
        return "/dev/net/tun does not exist; load the kernel module tun, or add the device to this container";
    const int fd = ::open(tunDevice, O_RDWR | O_CLOEXEC);
    if (fd >= 0) {
        ::close(fd);
        return {};
    }
    if (errno == EACCES || errno == EPERM)
        return "this user may not open /dev/net/tun; run as root, or run as root once: chmod 0666 /dev/net/tun";
    return failErrno("/dev/net/tun cannot be opened; load the kernel module tun").text();
}

bool isZero(const char* file)
{
    const auto text = readFile(file);
    return text && trim(*text) == "0";
}

bool isOne(const char* file)
{
    const auto text = readFile(file);
    return text && trim(*text) == "1";
}

std::string userNamespaceRemedy()
{
    if (isZero("/proc/sys/user/max_user_namespaces"))
        return "user namespaces are switched off here; run as root, or set the sysctl user.max_user_namespaces";
    if (isZero("/proc/sys/kernel/unprivileged_userns_clone"))
        return "user namespaces are switched off here; run as root, or set the sysctl kernel.unprivileged_userns_clone "
               "to 1";
    if (isOne("/proc/sys/kernel/apparmor_restrict_unprivileged_userns"))
        return "AppArmor keeps ordinary users from using user namespaces here; run as root, or set the sysctl "
               "kernel.apparmor_restrict_unprivileged_userns to 0";
    return "an ordinary user may not make namespaces here; run as root";
}

/// Runs a program in a fresh set of namespaces; returns its error output, empty on success.
std::string tryInNamespaces(bool asUser, const std::vector<std::string>& program)
{
    Command command;
    command.argv = {findSystemProgram("unshare")};
    if (asUser)
        command.argv.insert(command.argv.end(), {"--user", "--map-root-user"});
    command.argv.insert(command.argv.end(), {"--net", "--mount", "--uts", "--ipc", "--pid", "--fork"});
    command.argv.insert(command.argv.end(), program.begin(), program.end());
    command.environment = {{"LC_ALL", "C"}};
    const auto output = runCommand(command, deadlineIn(trialTime));
    if (!output)
        return output.error().text();
    if (output->succeeded())
        return {};
    const std::string_view words = trim(split(output->err, '\n').front());
    return words.empty() ? "it failed without a word" : std::string(words);
}

EmulationAbility cannot(std::string reason)
{
    return {AbilityKind::None, "an emulated cluster is not possible: " + std::move(reason)};
}

Result<void> writeOwn(const char* file, const std::string& text)
{
    const UniqueFd fd(::open(file, O_WRONLY | O_CLOEXEC));
    if (!fd || ::write(fd.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()))
        return failErrno(fmt::format("writing {}", file));
    return {};
}

} // namespace

EmulationAbility emulationAbility()
{
    if (std::string missing = missingProgram(); !missing.empty())
        return cannot(std::move(missing));
    const bool asUser = ::geteuid() != 0;
    if (const std::string words = tryInNamespaces(asUser, {"true"}); !words.empty()) {
        const std::string remedy = asUser
            ? userNamespaceRemedy()
            : "root may not make namespaces here, probably for lack of CAP_SYS_ADMIN in a "
              "container; start the container privileged";
        return cannot(fmt::format("{} ({})", remedy, words));
    }
    if (std::string problem = tunProblem(); !problem.empty())
        return cannot(std::move(problem));
    const std::string words =
        tryInNamespaces(asUser, {findSystemProgram("ip"), "tuntap", "add", "dev", "eth0", "mode", "tap"});
    if (!words.empty())
        return cannot(fmt::format("a TAP interface could not be made in a new namespace ({})", words));
    return {asUser ? AbilityKind::UserNamespace : AbilityKind::Root, {}};
}

Result<void> enterUserNamespace()
{
    const std::string user = std::to_string(::geteuid());
    const std::string group = std::to_string(::getegid());
    if (::unshare(CLONE_NEWUSER) != 0) {
        if (errno == EINVAL)
            return fail(ErrorCode::Internal, "a process with several threads cannot enter a user namespace");
        return within("entering a user namespace", fail(ErrorCode::Denied, userNamespaceRemedy()));
    }
    MR_CHECK(writeOwn("/proc/self/setgroups", "deny"));
    MR_CHECK(writeOwn("/proc/self/uid_map", "0 " + user + " 1\n"));
    MR_CHECK(writeOwn("/proc/self/gid_map", "0 " + group + " 1\n"));
    return {};
}

} // namespace millrace::emulate
