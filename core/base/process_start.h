// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/process.h"

namespace millrace {

/// Result of the fork and exec behind ChildProcess::start: only async-signal-safe calls in between, so that it is safe
/// in a program with threads.
struct StartedChild
{
    pid_t pid = -1;
    UniqueFd input;
    UniqueFd output;
    UniqueFd errors;
};

[[nodiscard]] Result<StartedChild> startChild(const Command& command, const StartOptions& options);

} // namespace millrace
