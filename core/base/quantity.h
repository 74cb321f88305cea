// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace millrace {

/// What a setting or a level of a factor is, and so how it is written and compared.
enum class Quantity
{
    Number, ///< any finite number
    Count, ///< a whole number from 0
    Fraction, ///< 0 to 1: "1%", 0.01
    Duration, ///< nanoseconds: "10ms", 0
    Rate, ///< bit/s: "1Gbit", 1e9
    Size, ///< bytes: "64KiB", 65536
    Text,
    Boolean,
};

/// Reads a number in the base unit of its quantity. A duration other than 0 needs its unit; a count is at most 2^53.
[[nodiscard]] Result<double> parseQuantity(Quantity quantity, std::string_view text);
/// The canonical text, which parseQuantity() reads back.
[[nodiscard]] std::string quantityText(Quantity quantity, double value);
/// "a share", "a duration": words for a sentence.
[[nodiscard]] std::string_view quantityWord(Quantity quantity) noexcept;

} // namespace millrace
