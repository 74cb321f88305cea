// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string_view>

namespace millrace {

/// How a keeper is started: argv is {keeperName or guardName, keepWord}.
inline constexpr std::string_view keepWord = "keep";
inline constexpr std::string_view keeperName = "mr-keeper";
inline constexpr std::string_view guardName = "mr-guard";

/// The program of a keeper (keeper.h). Its standard input is a pipe from its agent, with lines: "token T", "agent PID",
/// "lease NANOSECONDS", "folder PATH", "beat", "end". The end of the pipe without "end", and silence for the lease,
/// make it clean up.
[[nodiscard]] int keepCommand(const char* name);

} // namespace millrace
