// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/unique_fd.h"

#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace millrace::node {

/// Environment variable that identifies the processes of an agent and all their descendants, even after they have left
/// their process group or their parent has died. Its value is "<agent's token>:<process number>".
inline constexpr std::string_view markVariable = "MILLRACE_PROCESS";

/// Another process with its pidfd, so that a reused PID is detected.
struct FoundProcess
{
    pid_t pid = 0;
    UniqueFd fd; ///< from pidfd_open(2)

    void signal(int number) const noexcept;
    [[nodiscard]] bool hasEnded() const noexcept;
};

/// Returns the living processes whose mark begins with this text, without the caller. Empty if /proc is of another pid
/// namespace.
[[nodiscard]] std::vector<FoundProcess> processesMarked(std::string_view beginning);
/// Returns the descendants of a process, without itself.
[[nodiscard]] std::vector<FoundProcess> processesBelow(pid_t root);
/// Returns children adopted after the death of their parents (PR_SET_CHILD_SUBREAPER) that have started a session,
/// except those whose PID or process group is in `known`.
[[nodiscard]] std::vector<FoundProcess> adoptedProcesses(const std::vector<pid_t>& known);

} // namespace millrace::node
