// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/error.h"

namespace millrace::headless {

/// Exit codes of the program; listed in the manual (command-line.md). Never 0 when work is missing.
enum ExitCode
{
    Success = 0,
    SomeRunsFailed = 1,
    BadUsage = 2, ///< options, or an inconsistent project
    BadInput = 3, ///< a file that is unreadable, not writable, damaged, newer or locked
    NodeUnusable = 4, ///< a node, or this machine, is unreachable or lacks a permission or a tool
    GateNotMet = 5, ///< all runs were made, but some did not meet a gate
    Interrupted = 130, ///< SIGINT
    Terminated = 143, ///< SIGTERM
};

[[nodiscard]] int exitCodeOf(const Error& error) noexcept;

} // namespace millrace::headless
