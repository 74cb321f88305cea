// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <sys/types.h>

namespace millrace {

/// "for PID" before another subcommand: the agent was started by sudo for the user whose process that is. It becomes
/// that user again, with its groups, environment and folder, and keeps of root's rights those that networks and
/// captures need. So nothing of a run belongs to root, and the workload runs as the user who logged in.
inline constexpr const char* forWord = "for";
[[nodiscard]] Result<void> becomeUserOf(pid_t process);
/// Whether becomeUserOf() has succeeded.
[[nodiscard]] bool actsForUser() noexcept;

} // namespace millrace
