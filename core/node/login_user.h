// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <sys/types.h>

namespace millrace::node {

/// "for PID" before another subcommand: sudo started the agent for the user of that process. It switches back to that
/// user, with its groups, environment and folder, and keeps only the capabilities that networks and captures need. So
/// no file of a run belongs to root, and the workload runs as the login user.
inline constexpr const char* forWord = "for";
[[nodiscard]] Result<void> becomeUserOf(pid_t process);
/// Whether becomeUserOf() has succeeded.
[[nodiscard]] bool actsForUser() noexcept;

} // namespace millrace::node
