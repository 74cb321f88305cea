// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>

namespace millrace {

/// Returns the seconds between two instants in nanoseconds, even if the difference overflows int64: timestamps of a
/// damaged recording may be any numbers.
[[nodiscard]] constexpr double secondsBetween(std::int64_t from, std::int64_t to) noexcept
{
    const auto a = static_cast<std::uint64_t>(from), b = static_cast<std::uint64_t>(to);
    return from <= to ? static_cast<double>(b - a) / 1e9 : -(static_cast<double>(a - b) / 1e9);
}

} // namespace millrace
