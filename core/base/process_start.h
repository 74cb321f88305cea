// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/process.h"

namespace millrace {

/// What ChildProcess::start is made of: the fork, with nothing but async-signal-safe calls up to the exec, so that it
/// is safe in a program with threads.
struct StartedChild
{
    pid_t pid = -1;
    UniqueFd input;
    UniqueFd output;
    UniqueFd errors;
};

[[nodiscard]] Result<StartedChild> startChild(const Command& command, const StartOptions& options);

} // namespace millrace
