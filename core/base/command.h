// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace millrace {

/// Program to start with its arguments; never a shell line, so nothing needs quoting.
struct Command
{
    std::vector<std::string> argv; ///< argv[0] is looked up in PATH unless it holds a slash
    std::vector<std::pair<std::string, std::string>> environment; ///< added to, and overriding, the inherited one
    std::filesystem::path folder; ///< working directory; empty: inherited

    bool operator==(const Command&) const = default;
};

/// Exit status and output of a process.
struct CommandOutput
{
    int exitCode = 0; ///< valid when signal is 0
    int signal = 0; ///< signal that ended it, or 0
    std::string out;
    std::string err;

    [[nodiscard]] bool succeeded() const noexcept { return exitCode == 0 && signal == 0; }
    bool operator==(const CommandOutput&) const = default;
};

/// Returns the command as one line, quoted for a POSIX shell.
[[nodiscard]] std::string commandText(const Command& command);

} // namespace millrace
