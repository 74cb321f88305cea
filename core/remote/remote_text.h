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

/// Returns the text that sshd passes to the user's login shell for a command. It first prints a line with the PID, so
/// that the process, which leads its own group, can be killed by another command; adds sbin folders to PATH; sets
/// folder and environment; then replaces the shell by the command.
/// `plainShell`: the login shell is known to be a POSIX shell; else /bin/sh is started first, for users of fish and
/// csh. InvalidInput for an invalid variable name.
[[nodiscard]] Result<std::string> remoteText(const Command& command, bool plainShell);

/// Returns the text that ends a process group and its session: at once, or by SIGTERM first.
[[nodiscard]] std::string killText(pid_t process, bool atOnce);

/// First line of every command.
struct StartMark
{
    pid_t process = 0;
    std::string shell; ///< the login shell, "/bin/bash"

    bool operator==(const StartMark&) const = default;
};

/// Looks for the mark in the output so far; text before it (of a .bashrc) is dropped. If found, `text` is left with the
/// output after the mark.
[[nodiscard]] std::optional<StartMark> takeStartMark(std::string& text);

[[nodiscard]] bool isPlainShell(std::string_view shell);

} // namespace millrace::remote
