// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/node/enter_command.h"

#include "core/base/text.h"
#include "core/base/unique_fd.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <limits>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace millrace::node {

namespace {

constexpr int usageExit = 2;
constexpr int failureExit = 126;
constexpr int notFoundExit = 127;
constexpr std::array passedSignals{SIGTERM, SIGINT, SIGHUP};

int complain(const std::string& sentence, int exitCode)
{
    fmt::print(stderr, "millrace-agent enter: {}\n", sentence);
    return exitCode;
}

bool isOwnUserNamespace(pid_t target)
{
    struct stat own
    {
    };
    struct stat other
    {
    };
    const std::string path = fmt::format("/proc/{}/ns/user", target);
    return ::stat("/proc/self/ns/user", &own) == 0 && ::stat(path.c_str(), &other) == 0 && own.st_dev == other.st_dev
        && own.st_ino == other.st_ino;
}

/// Enters all at once, so that none is entered if one is refused. The pid namespace applies to children only.
Result<void> enterNamespaces(pid_t target)
{
    const UniqueFd process(static_cast<int>(::syscall(SYS_pidfd_open, target, 0)));
    if (!process)
        return errno == ESRCH ? fail(ErrorCode::NotFound, fmt::format("there is no process {}", target))
                              : failErrno(fmt::format("looking at process {}", target));
    // Joining a mount namespace leads to its root, which differs from that of a process in a chroot.
    const std::string rootPath = fmt::format("/proc/{}/root", target);
    const UniqueFd root(::open(rootPath.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    int spaces = CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWNET | CLONE_NEWPID;
    if (!isOwnUserNamespace(target))
        spaces |= CLONE_NEWUSER;
    if (::setns(process.get(), spaces) != 0)
        return failErrno(
            fmt::format("entering the namespaces of process {} (is it a node of a cluster of this user?)", target));
    if (root && (::fchdir(root.get()) != 0 || ::chroot(".") != 0))
        return failErrno(fmt::format("entering the root folder of process {}", target));
    return {};
}

[[noreturn]] void becomeProgram(const std::vector<std::string>& arguments, std::size_t first, int goAhead,
                                const sigset_t& signals)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    // The read returns nothing if the parent died before the line above.
    char byte = 0;
    if (::read(goAhead, &byte, 1) != 1)
        ::_exit(failureExit);
    ::sigprocmask(SIG_SETMASK, &signals, nullptr);
    std::vector<char*> argv;
    for (std::size_t i = first; i < arguments.size(); ++i)
        argv.push_back(const_cast<char*>(arguments[i].c_str()));
    argv.push_back(nullptr);
    ::execvp(argv[0], argv.data());
    const int error = errno;
    ::_exit(complain(fmt::format("{} cannot be executed: {}", arguments[first], std::strerror(error)),
                     error == ENOENT ? notFoundExit : failureExit));
}

/// Waits for the child and for signals to forward; both arrive as blocked signals.
int relay(pid_t child, const sigset_t& watched)
{
    for (;;) {
        int status = 0;
        if (::waitpid(child, &status, WNOHANG) == child)
            return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
        siginfo_t signal{};
        const timespec longest{1, 0};
        if (::sigtimedwait(&watched, &signal, &longest) > 0 && signal.si_signo != SIGCHLD)
            ::kill(child, signal.si_signo);
    }
}

int runInside(const std::vector<std::string>& arguments, std::size_t first)
{
    sigset_t watched;
    sigset_t before;
    ::sigemptyset(&watched);
    ::sigaddset(&watched, SIGCHLD);
    for (const int signal : passedSignals)
        ::sigaddset(&watched, signal);
    ::sigprocmask(SIG_BLOCK, &watched, &before);
    auto goAhead = makePipe();
    if (!goAhead)
        return complain(goAhead.error().text(), failureExit);
    const pid_t child = ::fork();
    if (child < 0)
        return complain(failErrno("starting a process").text(), failureExit);
    if (child == 0) {
        goAhead->write.reset();
        becomeProgram(arguments, first, goAhead->read.get(), before);
    }
    [[maybe_unused]] const auto written = ::write(goAhead->write.get(), "g", 1);
    return relay(child, watched);
}

} // namespace

int enterCommand(const std::vector<std::string>& arguments)
{
    const auto target = arguments.empty() ? parseInteger("") : parseInteger(arguments.front());
    if (arguments.size() < 3 || arguments[1] != "--" || !target || *target < 1
        || *target > std::numeric_limits<pid_t>::max())
        return complain("usage: millrace-agent enter PID -- PROGRAM ARGUMENTS…", usageExit);
    // Entering the mount namespace changes the working directory to its root.
    std::array<char, 4096> folder{};
    const bool known = ::getcwd(folder.data(), folder.size()) != nullptr;
    if (auto entered = enterNamespaces(static_cast<pid_t>(*target)); !entered)
        return complain(entered.error().text(), failureExit);
    if (known && ::chdir(folder.data()) != 0 && ::chdir("/") != 0)
        return complain(failErrno("going to /").text(), failureExit);
    return runInside(arguments, 2);
}

} // namespace millrace::node
