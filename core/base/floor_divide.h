// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>

namespace millrace {

/// The largest whole number that is not above a / b; b > 0. Bins before the epoch are found with it.
[[nodiscard]] constexpr std::int64_t floorDivide(std::int64_t a, std::int64_t b) noexcept
{
    const std::int64_t quotient = a / b;
    return a % b < 0 ? quotient - 1 : quotient;
}

} // namespace millrace
