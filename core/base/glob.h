// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string_view>

namespace millrace {

/// Whether a name matches a pattern in which * matches anything, also nothing.
[[nodiscard]] bool matchesGlob(std::string_view name, std::string_view pattern) noexcept;

} // namespace millrace
