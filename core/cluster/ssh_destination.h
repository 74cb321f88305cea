// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string_view>

namespace millrace::cluster {

/// Whether a name of a host or a user is safe as an argument of ssh: neither an option of ssh nor special to a shell,
/// no blanks, no control characters. An empty one is not.
[[nodiscard]] bool isHarmlessName(std::string_view word) noexcept;

/// Whether this is an alias, "user@host", "user@host:port" or "ssh://user@host:port" of harmless names, brackets around
/// an IPv6 address allowed. Does not resolve names.
[[nodiscard]] bool isSshDestination(std::string_view text) noexcept;

} // namespace millrace::cluster
