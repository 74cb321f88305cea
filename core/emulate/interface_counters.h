// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string_view>
#include <sys/types.h>

namespace millrace::emulate {

/// Packets that an interface in a process's network namespace dropped instead of sending: for a TAP, those that came
/// faster than its reader took them.
[[nodiscard]] Result<std::uint64_t> transmitDrops(pid_t process, std::string_view interface);
/// The same out of the text of /proc/net/dev.
[[nodiscard]] Result<std::uint64_t> parseTransmitDrops(std::string_view text, std::string_view interface);

} // namespace millrace::emulate
