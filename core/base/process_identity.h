// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <sys/types.h>

namespace millrace {

/// A process that cannot be mistaken for a later one with the same number.
struct ProcessIdentity
{
    pid_t pid = -1;
    std::uint64_t startTime = 0; ///< field 22 of /proc/PID/stat, clock ticks since boot

    bool operator==(const ProcessIdentity&) const = default;
};

/// NotFound when there is no such process, or only its exit code is left: a zombie whose parent does not wait for it.
[[nodiscard]] Result<ProcessIdentity> identifyProcess(pid_t pid);
[[nodiscard]] bool isAlive(const ProcessIdentity& process);

} // namespace millrace
