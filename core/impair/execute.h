// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/command.h"
#include "core/base/host.h"

#include <functional>
#include <string>
#include <vector>

namespace millrace::impair {

/// Runs one command on the node to its end; a code other than 0 is still a success of the call. Cancelling is up to it.
using Execute = std::function<Result<CommandOutput>(const Command&)>;

/// On any host, each command with `patience` of its own.
[[nodiscard]] Execute executeOn(Host& host, Nanoseconds patience = std::chrono::seconds(10));

/// A system tool, found even where the search path lacks the folders of system tools, with messages in English.
[[nodiscard]] Command tool(const std::vector<std::string>& argv);
/// Feeds a text to the standard input of a tool. The text is an argument of the command: 128 KiB at most.
[[nodiscard]] Command feed(const std::string& text, const std::vector<std::string>& argv);

/// Runs it and gives what it printed; a code other than 0 is Unsupported (Denied where a right is missing) with the
/// tool's own words.
[[nodiscard]] Result<std::string> read(const Execute& execute, const Command& command);

} // namespace millrace::impair
