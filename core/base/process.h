// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/command.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/base/unique_fd.h"

#include <optional>
#include <string_view>
#include <sys/types.h>

namespace millrace {

/// How a process ended: by exit (signal 0) or by a signal.
struct ExitStatus
{
    int exitCode = 0;
    int signal = 0;

    [[nodiscard]] bool succeeded() const noexcept { return exitCode == 0 && signal == 0; }
    bool operator==(const ExitStatus&) const = default;
};

/// "exit code 3" or "signal 9 (Killed)".
[[nodiscard]] std::string exitText(const ExitStatus& status);

struct StartOptions
{
    /// The child gets this signal when the *thread* that started it ends, however it ends; 0: none. Start such children
    /// from a thread that lives as long as they shall.
    int signalAtParentDeath = 0;
};

/// A started child process in a process group of its own, with pipes on its three standard streams.
/// Destroying it kills the whole group and reaps the child.
class ChildProcess
{
public:
    /// Fails with NotFound and the program's name where it cannot be executed.
    [[nodiscard]] static Result<ChildProcess> start(const Command& command, const StartOptions& options = {});

    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&& other) noexcept;
    ~ChildProcess();

    [[nodiscard]] pid_t pid() const noexcept { return m_pid; }
    /// The parent's ends; taking one with std::move is allowed.
    UniqueFd input; ///< writes to the child's standard input
    UniqueFd output; ///< reads its standard output
    UniqueFd errors; ///< reads its standard error

    /// The status when it has ended, else nothing. Never blocks.
    [[nodiscard]] std::optional<ExitStatus> poll();
    /// Waits until the deadline; nothing when it still runs.
    [[nodiscard]] std::optional<ExitStatus> wait(Deadline deadline);
    /// Sends a signal to the whole group. The ended child is kept unreaped until destruction, so its number stays its
    /// own.
    void signalGroup(int signal) const noexcept;
    /// SIGTERM to the group, after `grace` SIGKILL; returns when it has ended.
    ExitStatus stop(Nanoseconds grace);

private:
    ChildProcess() = default;

    pid_t m_pid = -1;
    std::optional<ExitStatus> m_status;
};

/// Runs a command to its end, feeding `input`, collecting both outputs (16 MiB each at most). On cancellation or at the
/// deadline the whole group is killed and Cancelled or Timeout is returned.
[[nodiscard]] Result<CommandOutput> runCommand(const Command& command, Deadline deadline, std::string_view input = {},
                                               const JobContext& job = {});

} // namespace millrace
