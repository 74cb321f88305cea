// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>

namespace millrace {

/// Returns floor(a / b) for b > 0. Needed for bins before the epoch.
[[nodiscard]] constexpr std::int64_t floorDivide(std::int64_t a, std::int64_t b) noexcept
{
    const std::int64_t quotient = a / b;
    return a % b < 0 ? quotient - 1 : quotient;
}

} // namespace millrace
