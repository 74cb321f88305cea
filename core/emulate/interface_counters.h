// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string_view>
#include <sys/types.h>

namespace millrace::emulate {

/// Returns the packets that an interface in a process's network namespace dropped instead of sending: for a TAP, those
/// that arrived faster than its reader read them.
[[nodiscard]] Result<std::uint64_t> transmitDrops(pid_t process, std::string_view interface);
/// Parses the text of /proc/net/dev.
[[nodiscard]] Result<std::uint64_t> parseTransmitDrops(std::string_view text, std::string_view interface);

} // namespace millrace::emulate
