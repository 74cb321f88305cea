// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <sys/types.h>

namespace millrace {

/// PID and start time of a process, so that a reused PID is not taken for it.
struct ProcessIdentity
{
    pid_t pid = -1;
    std::uint64_t startTime = 0; ///< field 22 of /proc/PID/stat, clock ticks since boot

    bool operator==(const ProcessIdentity&) const = default;
};

/// Fails with NotFound if the process does not exist or is a zombie that its parent has not reaped.
[[nodiscard]] Result<ProcessIdentity> identifyProcess(pid_t pid);
[[nodiscard]] bool isAlive(const ProcessIdentity& process);

} // namespace millrace
