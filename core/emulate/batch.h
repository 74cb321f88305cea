// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <string>
#include <sys/types.h>

namespace millrace::emulate {

/// Runs `program` (ip or tc) in batch mode with the plan as its input, inside the network namespace of a process. An
/// error has the program's stderr and the line of the plan.
[[nodiscard]] Result<void> runBatch(const std::string& program, pid_t process, const std::string& plan);

/// Returns the full path of a program, looked up in PATH and in the system's sbin folders; empty if not found.
[[nodiscard]] std::string findSystemProgram(const std::string& name);

} // namespace millrace::emulate
