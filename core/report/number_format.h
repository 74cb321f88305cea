// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/unknown.h"

#include <span>
#include <string>
#include <string_view>

namespace millrace::report {

/// How numbers of one unit are shown to people: divided, with a fixed number of decimals. Column and axis alike have
/// one format for all their numbers, so that they can be compared by eye.
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
/// The format of a column: the prefix suits the median magnitude, which is shown with `digits` significant digits.
/// Whole numbers without prefix stay whole.
[[nodiscard]] NumberFormat formatFor(std::span<const double> values, std::string_view unit, int digits);
/// Without the unit. NaN gives unknownText; what would be rounded to 0 is "<0.01", with six decimals "1e-11".
[[nodiscard]] std::string numberText(double value, const NumberFormat& format);
/// One number by itself, three significant digits: "12.3 ms", "1 %" for unit "share", "20".
[[nodiscard]] std::string quantityText(double value, std::string_view unit);

} // namespace millrace::report
