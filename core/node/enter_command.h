// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <vector>

namespace millrace::node {

/// `millrace-agent enter PID -- PROGRAM ARGUMENTS…`: runs a program inside the namespaces (user, mnt, uts, ipc, net,
/// pid) of a process, with this process's standard streams. `arguments`: those after the word "enter". Returns the exit
/// code of the program, 128 + the signal that ended it, 2 for a wrong command line, 127 if it cannot be executed.
/// Forwards SIGTERM, SIGINT and SIGHUP; the program is killed when this process dies. Call it before any thread is
/// started.
[[nodiscard]] int enterCommand(const std::vector<std::string>& arguments);

} // namespace millrace::node
