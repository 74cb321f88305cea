// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace millrace::grid {

/// What the levels of a factor are, and so how they are written and compared.
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

/// One value of a factor. Made by the functions below only, so that equal levels are equal whatever their spelling.
struct Level
{
    std::variant<double, bool, std::string> value; ///< quantities in the base unit of their Quantity
    std::string text; ///< canonical: "1%", "10ms", "1Gbit", "64", "RING", "true"

    /// 0 where the level is not a number.
    [[nodiscard]] double number() const noexcept;
    bool operator==(const Level&) const = default;
};

[[nodiscard]] Level numberLevel(Quantity quantity, double value);
[[nodiscard]] Level textLevel(std::string text);
[[nodiscard]] Level booleanLevel(bool value);
/// Reads a level as written on a command line. The error says what was expected: `"1x" is not a loss; write 1% or
/// 0.01`, where `name` is the factor's name.
[[nodiscard]] Result<Level> parseLevel(Quantity quantity, std::string_view text, std::string_view name);

/// A factor whose effect Millrace knows.
struct KnownFactor
{
    std::string_view name;
    Quantity quantity = Quantity::Text;
    std::string_view example; ///< "1% or 0.01"
};
[[nodiscard]] std::span<const KnownFactor> knownFactors() noexcept;
[[nodiscard]] const KnownFactor* findKnownFactor(std::string_view name) noexcept;
/// "a share", "a duration": words for a sentence.
[[nodiscard]] std::string_view quantityWord(Quantity quantity) noexcept;

} // namespace millrace::grid
