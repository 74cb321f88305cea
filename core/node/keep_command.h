// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string_view>

namespace millrace::node {

/// Arguments of a keeper: argv is {keeperName or guardName, keepWord}.
inline constexpr std::string_view keepWord = "keep";
inline constexpr std::string_view keeperName = "mr-keeper";
inline constexpr std::string_view guardName = "mr-guard";

/// Main function of a keeper (keeper.h). Its stdin is a pipe from its agent, with lines: "token T", "agent PID", "lease
/// NANOSECONDS", "folder PATH", "beat", "end". The end of the pipe without "end", and silence for the lease, trigger
/// the clean-up.
[[nodiscard]] int keepCommand(const char* name);

} // namespace millrace::node
