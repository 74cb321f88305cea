// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/base/result.h"
#include "core/grid/grid_spec.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace millrace::grid {

/// A condition over the levels of a grid's factors, for example
///
///     framework == "kungfu" implies strategy in ["RING", "TREE"]
///     not (loss > 1% and delay >= 10ms) or workers in [2, 4]
///
/// From loosest to tightest: implies (to the right), or, and, not, then comparisons == != < <= > >= , in [ … ],
/// not in [ … ] and parentheses. Operands are factors, numbers with the unit of the factor beside them, texts in
/// quotes, true and false. Texts are compared for equality only. A factor of true and false stands for itself.
///
/// Every comparison is worked out for all levels of its factors when the text is read; evaluating only looks up bits.
class Expression
{
public:
    /// The error names the column, counted in characters from 1. Texts that are no level of their factor but look like
    /// one are added to `warnings`.
    [[nodiscard]] static Result<Expression> parse(std::string_view text, const std::vector<Factor>& factors,
                                                  Issues* warnings = nullptr);
    /// True where every named factor has one of its levels.
    [[nodiscard]] static Result<Expression>
    fromAssignment(const std::vector<std::pair<std::string, std::vector<Level>>>& assignment,
                   const std::vector<Factor>& factors);

    /// `levels` holds the position of the chosen level for every factor of the grid.
    [[nodiscard]] bool evaluate(std::span<const std::uint32_t> levels) const;
    /// Positions of the factors that it names, ascending.
    [[nodiscard]] std::vector<std::uint32_t> factors() const;

private:
    friend class ExpressionParser;

    enum class Operation : std::uint8_t
    {
        Atom,
        Not,
        And,
        Or,
        Implies
    };
    /// In postfix order.
    struct Instruction
    {
        Operation operation = Operation::Atom;
        std::uint32_t atom = 0;
    };
    /// A comparison as a table: truth[levelOf(first) + levelOf(second) * stride].
    struct Atom
    {
        std::uint32_t first = 0;
        std::uint32_t second = 0;
        std::uint32_t stride = 0; ///< 0: only the first factor matters
        std::vector<bool> truth;
    };

    std::vector<Instruction> m_program;
    std::vector<Atom> m_atoms;
};

/// Not allowed as a factor's name.
[[nodiscard]] bool isReservedWord(std::string_view word) noexcept;
/// A letter or underscore, then letters, digits and underscores.
[[nodiscard]] bool isFactorName(std::string_view name) noexcept;

} // namespace millrace::grid
