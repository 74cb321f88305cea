// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace millrace::studies {

/// An arithmetic formula over named values, as used in recipes: + - * / ^ ( ), comparisons, && and ||, c ? a : b, and
/// the functions min, max, abs, sqrt, log (natural), exp, round(value, decimals) and if(condition, then, otherwise).
/// Names begin with a letter and continue with letters, digits, '_' and '.': "training.step_time". A name with other
/// characters gets an alias in the recipe's `names`. Not thread-safe.
class Formula
{
public:
    /// InvalidInput with one sentence on the error and its position (from 1).
    [[nodiscard]] static Result<Formula> parse(const std::string& text);

    Formula(Formula&&) noexcept;
    Formula& operator=(Formula&&) noexcept;
    ~Formula();

    [[nodiscard]] const std::string& text() const noexcept;
    /// Every name once, in alphabetical order.
    [[nodiscard]] const std::vector<std::string>& names() const noexcept;
    /// Index of a name in names(), or their number if there is none.
    [[nodiscard]] std::size_t indexOf(std::string_view name) const noexcept;
    /// `values` in the order of names(). NaN when a required value is NaN, and for results that are not finite.
    [[nodiscard]] double evaluate(std::span<const double> values);

    static constexpr std::size_t longest = 4000; ///< characters

private:
    struct Parts;
    explicit Formula(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> m_parts;
};

} // namespace millrace::studies
