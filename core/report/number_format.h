// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/unknown.h"

#include <span>
#include <string>
#include <string_view>

namespace millrace::report {

/// How numbers of one unit are displayed: divided, with a fixed number of decimals. A column or axis has one format for
/// all its numbers, so that they can be compared visually.
struct NumberFormat
{
    double divisor = 1;
    std::string unit; ///< with its prefix: "ms" for seconds, "Mbit/s" for bit/s, "MiB" for bytes
    int decimals = 0;

    bool operator==(const NumberFormat&) const = default;
};

inline constexpr std::string_view unknownText = "–";

/// The prefix that suits a number of this size, without decimals. Seconds, bit/s and bytes (IEC) have prefixes.
[[nodiscard]] NumberFormat prefixFor(double magnitude, std::string_view unit);
/// The format of a column: the prefix matches the median magnitude, which is shown with `digits` significant digits.
/// Integers without prefix stay integers.
[[nodiscard]] NumberFormat formatFor(std::span<const double> values, std::string_view unit, int digits);
/// Without the unit. NaN gives unknownText; numbers that would be rounded to 0 give "<0.01", with six decimals "1e-11".
[[nodiscard]] std::string numberText(double value, const NumberFormat& format);
/// A single number with three significant digits: "12.3 ms", "1 %" for unit "share", "20".
[[nodiscard]] std::string quantityText(double value, std::string_view unit);

} // namespace millrace::report
