// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string_view>

namespace millrace::node {

/// Arguments of a watchdog: argv is {watchdogName or guardName, watchdogArgument}.
inline constexpr std::string_view watchdogArgument = "keep";
inline constexpr std::string_view watchdogName = "mr-watchdog";
inline constexpr std::string_view guardName = "mr-guard";

/// Main function of a watchdog (watchdog.h). Its stdin is a pipe from its agent, with lines: "token T", "agent PID",
/// "lease NANOSECONDS", "folder PATH", "beat", "end". The end of the pipe without "end", and silence for the lease,
/// trigger the clean-up.
[[nodiscard]] int watchdogCommand(const char* name);

} // namespace millrace::node
