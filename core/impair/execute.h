// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/command.h"
#include "core/base/host.h"

#include <functional>
#include <string>
#include <vector>

namespace millrace::impair {

/// Runs one command on the node to its end; a non-zero exit code is still a success of the call. The implementation
/// handles cancellation.
using Execute = std::function<Result<CommandOutput>(const Command&)>;

/// Runs on any host, each command with a timeout of `patience`.
[[nodiscard]] Execute executeOn(Host& host, Nanoseconds patience = std::chrono::seconds(10));

/// Returns the command of a system tool, found even if PATH lacks the sbin folders, with messages in English.
[[nodiscard]] Command tool(const std::vector<std::string>& argv);
/// Feeds a text to the stdin of a tool. The text is an argument of the command: 128 KiB at most.
[[nodiscard]] Command feed(const std::string& text, const std::vector<std::string>& argv);

/// Runs it and returns its output; a non-zero exit code is Unsupported (Denied without the permission) with the tool's
/// message.
[[nodiscard]] Result<std::string> read(const Execute& execute, const Command& command);

} // namespace millrace::impair
