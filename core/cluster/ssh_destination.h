// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string_view>

namespace millrace::cluster {

/// A name of a host or a user that ssh can be given: neither an option of ssh nor anything that a shell would read in
/// its own way, no blanks, no control characters. Empty is none.
[[nodiscard]] bool isHarmlessName(std::string_view word) noexcept;

/// Whether this is an alias, "user@host", "user@host:port" or "ssh://user@host:port" of harmless names, brackets around
/// an IPv6 address allowed. Nothing is looked up.
[[nodiscard]] bool isSshDestination(std::string_view text) noexcept;

} // namespace millrace::cluster
