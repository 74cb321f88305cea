// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/command.h"
#include "core/base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace millrace::remote {

/// What sshd hands to the user's login shell for a command. The text first prints a line with the process number, so
/// that the process, which leads a group of its own, can be killed by another command; sbin folders are added to PATH;
/// folder and environment are set; then the command takes the place of the shell.
/// `plainShell`: the login shell is known to be a POSIX shell; else /bin/sh is put in between, for users of fish and
/// csh. InvalidInput for a variable whose name no shell would take.
[[nodiscard]] Result<std::string> remoteText(const Command& command, bool plainShell);

/// The text that ends a process group and its session: at once, or by SIGTERM first.
[[nodiscard]] std::string killText(pid_t process, bool atOnce);

/// The first line of every command.
struct StartMark
{
    pid_t process = 0;
    std::string shell; ///< the login shell, "/bin/bash"

    bool operator==(const StartMark&) const = default;
};

/// Looks for the mark in what came so far; what stands before it (a talkative .bashrc) is dropped. When found, `text`
/// is left with what follows the mark.
[[nodiscard]] std::optional<StartMark> takeStartMark(std::string& text);

[[nodiscard]] bool isPlainShell(std::string_view shell);

} // namespace millrace::remote
