// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/unique_fd.h"

#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace millrace {

/// The environment variable by which the processes of an agent, and all that come from them, are known for sure, even
/// when they have left their process group or their parent has died. Its value is "<agent's token>:<process number>".
inline constexpr std::string_view markVariable = "MILLRACE_PROCESS";

/// Another process, held so that its number cannot come to mean a third one.
struct FoundProcess
{
    pid_t pid = 0;
    UniqueFd fd; ///< from pidfd_open(2)

    void signal(int number) const noexcept;
    [[nodiscard]] bool hasEnded() const noexcept;
};

/// Living processes whose mark begins with this text, without the caller. Empty where /proc shows another pid
/// namespace.
[[nodiscard]] std::vector<FoundProcess> processesMarked(std::string_view beginning);
/// The descendants of a process, without itself.
[[nodiscard]] std::vector<FoundProcess> processesBelow(pid_t root);
/// Children that this process got because their parents died (PR_SET_CHILD_SUBREAPER) and that have made a session of
/// their own, except those whose pid or process group is in `known`.
[[nodiscard]] std::vector<FoundProcess> adoptedProcesses(const std::vector<pid_t>& known);

} // namespace millrace
