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

/// Exit status of a process: by exit (signal 0) or by a signal.
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
    /// Signal for the child when the *thread* that started it ends; 0: none. Start such children from a thread that
    /// outlives them.
    int signalAtParentDeath = 0;
};

/// Child process in its own process group, with pipes on its three standard streams.
/// Destruction kills the whole group and reaps the child.
class ChildProcess
{
public:
    /// Fails with NotFound and the program's name if it cannot be executed.
    [[nodiscard]] static Result<ChildProcess> start(const Command& command, const StartOptions& options = {});

    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&& other) noexcept;
    ~ChildProcess();

    [[nodiscard]] pid_t pid() const noexcept { return m_pid; }
    /// The parent's ends; taking one with std::move is allowed.
    UniqueFd input; ///< writes to the child's stdin
    UniqueFd output; ///< reads its stdout
    UniqueFd errors; ///< reads its stderr

    /// Returns the status once it has ended, else nothing. Never blocks.
    [[nodiscard]] std::optional<ExitStatus> poll();
    /// Waits until the deadline; returns nothing if it still runs.
    [[nodiscard]] std::optional<ExitStatus> wait(Deadline deadline);
    /// Sends a signal to the whole group. The ended child is not reaped before destruction, so its PID is not reused.
    void signalGroup(int signal) const noexcept;
    /// Sends SIGTERM to the group, after `grace` SIGKILL; returns when it has ended.
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
