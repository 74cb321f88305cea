// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/error.h"

namespace millrace::headless {

/// What the program tells the shell; the list is in the manual (command-line.md). Never 0 when work is missing.
enum ExitCode
{
    Success = 0,
    SomeRunsFailed = 1,
    BadUsage = 2, ///< options, or a project that says something impossible
    BadInput = 3, ///< a file that cannot be read or written, is damaged, newer or locked
    NodeUnusable = 4, ///< a node, or this machine, cannot be reached or lacks a right or a tool
    GateNotMet = 5, ///< all runs were made, but achieved conditions differ from requested ones
    Interrupted = 130, ///< SIGINT
    Terminated = 143, ///< SIGTERM
};

[[nodiscard]] int exitCodeOf(const Error& error) noexcept;

} // namespace millrace::headless
