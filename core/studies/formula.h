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

/// An arithmetic formula over named values, as recipes have them: + - * / ^ ( ), comparisons, && and ||, c ? a : b, and
/// the functions min, max, abs, sqrt, log (natural), exp, round(value, decimals) and if(condition, then, otherwise).
/// Names begin with a letter and go on with letters, digits, '_' and '.': "training.step_time". A name with other
/// characters gets another one in the recipe's `names`. Not for several threads at once.
class Formula
{
public:
    /// InvalidInput in one sentence with the position (counted from 1) of what is wrong.
    [[nodiscard]] static Result<Formula> parse(const std::string& text);

    Formula(Formula&&) noexcept;
    Formula& operator=(Formula&&) noexcept;
    ~Formula();

    [[nodiscard]] const std::string& text() const noexcept;
    /// Every name once, in order of the alphabet.
    [[nodiscard]] const std::vector<std::string>& names() const noexcept;
    /// Position of a name in names(), or as many as there are.
    [[nodiscard]] std::size_t indexOf(std::string_view name) const noexcept;
    /// `values` as names() has them. NaN, when a value that is needed is NaN, and for results that are not finite.
    [[nodiscard]] double evaluate(std::span<const double> values);

    static constexpr std::size_t longest = 4000; ///< characters

private:
    struct Parts;
    explicit Formula(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> m_parts;
};

} // namespace millrace::studies
