// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"

#include <cmath>
#include <cstdint>

namespace millrace {

/// Seconds as a double, for formulas and output.
[[nodiscard]] constexpr double seconds(Nanoseconds time) noexcept
{
    return std::chrono::duration<double>(time).count();
}
[[nodiscard]] constexpr double seconds(std::int64_t nanoseconds) noexcept
{
    return seconds(Nanoseconds(nanoseconds));
}

/// Rounds to a nanosecond.
[[nodiscard]] inline Nanoseconds fromSeconds(double seconds) noexcept
{
    return Nanoseconds(std::llround(1e9 * seconds));
}

} // namespace millrace
