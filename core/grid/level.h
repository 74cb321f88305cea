// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/quantity.h"

#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace millrace::grid {

using millrace::Quantity;
using millrace::quantityWord;

/// Value of a factor. Created by the functions below only, so that equal levels compare equal whatever their spelling.
struct Level
{
    std::variant<double, bool, std::string> value; ///< quantities in the base unit of their Quantity
    std::string text; ///< canonical: "1%", "10ms", "1Gbit", "64", "RING", "true"

    /// Returns the number; 0 if the level is not a number.
    [[nodiscard]] double number() const noexcept;
    bool operator==(const Level&) const = default;
};

[[nodiscard]] Level numberLevel(Quantity quantity, double value);
[[nodiscard]] Level textLevel(std::string text);
[[nodiscard]] Level booleanLevel(bool value);
/// Parses a level as typed on a command line. The error has the expected format: `"1x" is not a loss; write 1% or
/// 0.01`, where `name` is the factor's name.
[[nodiscard]] Result<Level> parseLevel(Quantity quantity, std::string_view text, std::string_view name);

/// A factor whose effect Millrace knows: a field of a workload or a cluster that has an example, or one of a few more.
struct KnownFactor
{
    std::string_view name;
    Quantity quantity = Quantity::Text;
    std::string_view example; ///< "1% or 0.01"
};
[[nodiscard]] std::span<const KnownFactor> knownFactors() noexcept;
[[nodiscard]] const KnownFactor* findKnownFactor(std::string_view name) noexcept;

} // namespace millrace::grid
