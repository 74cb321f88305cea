// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/process_start.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace millrace {

namespace {

enum class Stage
{
    Folder,
    Exec,
    Parent
};

/// Sent by the child to the parent when exec fails.
struct Failure
{
    int error = 0;
    Stage stage = Stage::Exec;
};

std::vector<std::string> environmentOf(const Command& command)
{
    std::vector<std::string> all;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view name = std::string_view(*entry).substr(0, std::string_view(*entry).find('='));
        if (std::ranges::none_of(command.environment, [&](const auto& pair) { return pair.first == name; }))
            all.emplace_back(*entry);
    }
    for (const auto& [name, value] : command.environment)
        all.push_back(name + "=" + value);
    return all;
}

bool isProgram(const std::string& path)
{
    struct stat state;
    return ::stat(path.c_str(), &state) == 0 && S_ISREG(state.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

/// Looks argv[0] up in the child's PATH.
Result<std::string> findProgram(const Command& command)
{
    const std::string& name = command.argv.front();
    if (name.find('/') != std::string::npos)
        return name;
    const char* inherited = std::getenv("PATH");
    std::string path = inherited != nullptr ? inherited : "/usr/local/bin:/usr/bin:/bin";
    for (const auto& [key, value] : command.environment)
        if (key == "PATH")
            path = value;
    for (std::size_t at = 0; at <= path.size();) {
        const std::size_t end = std::min(path.find(':', at), path.size());
        const std::string candidate = path.substr(at, end - at) + "/" + name;
        if (end > at && isProgram(candidate))
            return candidate;
        at = end + 1;
    }
    return fail(ErrorCode::NotFound, "the program \"" + name + "\" is not in PATH; install it or give its full path");
}

/// Returns a pipe above descriptor 2: 0 to 2 are overwritten while the child sets up its own.
Result<PipeEnds> makeHighPipe()
{
    MR_TRY(pipe, makePipe());
    for (UniqueFd* fd : {&pipe.read, &pipe.write}) {
        if (fd->get() > 2)
            continue;
        UniqueFd high(::fcntl(fd->get(), F_DUPFD_CLOEXEC, 3));
        if (!high)
            return failErrno("making a pipe");
        *fd = std::move(high);
    }
    return pipe;
}

std::vector<char*> pointersTo(std::vector<std::string>& texts)
{
    std::vector<char*> pointers;
    for (auto& text : texts)
        pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

/// Everything that the child needs, prepared before the fork.
struct ChildPlan
{
    const char* program;
    char* const* argv;
    char* const* envp;
    const char* folder; ///< nullptr: inherited
    int fds[3];
    int failureFd;
    int signalAtParentDeath;
    pid_t parent;
};

[[noreturn]] void giveUp(const ChildPlan& plan, Stage stage)
{
    const Failure failure{errno, stage};
    [[maybe_unused]] const auto written = ::write(plan.failureFd, &failure, sizeof failure);
    ::_exit(127);
}

/// Runs in the child between fork and exec: async-signal-safe calls only.
[[noreturn]] void becomeProgram(const ChildPlan& plan)
{
    ::setpgid(0, 0);
    struct sigaction standard
    {
    };
    standard.sa_handler = SIG_DFL;
    for (int number = 1; number < NSIG; ++number)
        ::sigaction(number, &standard, nullptr);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    if (plan.signalAtParentDeath != 0) {
        ::prctl(PR_SET_PDEATHSIG, plan.signalAtParentDeath);
        if (::getppid() != plan.parent)
            giveUp(plan, Stage::Parent);
    }
    for (int i = 0; i < 3; ++i)
        ::dup2(plan.fds[i], i);
    if (plan.folder != nullptr && ::chdir(plan.folder) != 0)
        giveUp(plan, Stage::Folder);
    ::execve(plan.program, plan.argv, plan.envp);
    giveUp(plan, Stage::Exec);
}

pid_t forkInto(const ChildPlan& plan)
{
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const pid_t pid = ::fork();
    if (pid == 0)
        becomeProgram(plan);
    const int error = errno;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    errno = error;
    return pid;
}

Error startError(const Command& command, const Failure& failure)
{
    if (failure.stage == Stage::Folder)
        return failErrno("the working folder " + command.folder.string() + " of " + command.argv.front(),
                         failure.error);
    return failErrno("starting " + command.argv.front(), failure.error);
}

} // namespace

Result<StartedChild> startChild(const Command& command, const StartOptions& options)
{
    if (command.argv.empty() || command.argv.front().empty())
        return fail(ErrorCode::InvalidInput, "a command without a program cannot be started");
    MR_TRY(program, findProgram(command));
    MR_TRY(in, makeHighPipe());
    MR_TRY(out, makeHighPipe());
    MR_TRY(err, makeHighPipe());
    MR_TRY(report, makeHighPipe());
    std::vector<std::string> arguments = command.argv;
    std::vector<std::string> variables = environmentOf(command);
    const std::vector<char*> argv = pointersTo(arguments);
    const std::vector<char*> envp = pointersTo(variables);
    const std::string folder = command.folder.string();
    const ChildPlan plan{program.c_str(),
                         argv.data(),
                         envp.data(),
                         folder.empty() ? nullptr : folder.c_str(),
                         {in.read.get(), out.write.get(), err.write.get()},
                         report.write.get(),
                         options.signalAtParentDeath,
                         ::getpid()};
    const pid_t pid = forkInto(plan);
    if (pid < 0)
        return failErrno("starting " + command.argv.front());
    ::setpgid(pid, pid);
    report.write.reset();
    Failure failure;
    ssize_t got = 0;
    do
        got = ::read(report.read.get(), &failure, sizeof failure);
    while (got < 0 && errno == EINTR);
    if (got == static_cast<ssize_t>(sizeof failure)) {
        while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) { }
        return startError(command, failure);
    }
    return StartedChild{pid, std::move(in.write), std::move(out.read), std::move(err.read)};
}

} // namespace millrace
