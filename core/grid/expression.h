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

/// Condition over the levels of a grid's factors, for example
///
///     framework == "kungfu" implies strategy in ["RING", "TREE"]
///     not (loss > 1% and delay >= 10ms) or workers in [2, 4]
///
/// From loosest to tightest: implies (to the right), or, and, not, then comparisons == != < <= > >= , in [ … ], not in
/// [ … ] and parentheses. Operands are factors, numbers with the unit of the compared factor, texts in quotes, true and
/// false. Texts are compared for equality only. A factor of true and false is an expression by itself.
///
/// Every comparison is evaluated for all levels of its factors at parsing; evaluation only looks up bits.
class Expression
{
public:
    /// Parses a condition; the error names the column, in characters from 1. Texts that are no level of their factor
    /// but look like one are added to `warnings`.
    [[nodiscard]] static Result<Expression> parse(std::string_view text, const std::vector<Factor>& factors,
                                                  Issues* warnings = nullptr);
    /// Returns an expression that is true if every named factor has one of its levels.
    [[nodiscard]] static Result<Expression>
    fromAssignment(const std::vector<std::pair<std::string, std::vector<Level>>>& assignment,
                   const std::vector<Factor>& factors);

    /// `levels` holds the index of the chosen level for every factor of the grid.
    [[nodiscard]] bool evaluate(std::span<const std::uint32_t> levels) const;
    /// Returns the indices of its factors, ascending.
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
    /// Instruction of the postfix program.
    struct Instruction
    {
        Operation operation = Operation::Atom;
        std::uint32_t atom = 0;
    };
    /// Comparison as a table: truth[levelOf(first) + levelOf(second) * stride].
    struct Atom
    {
        std::uint32_t first = 0;
        std::uint32_t second = 0;
        std::uint32_t stride = 0; ///< 0: only the first factor is used
        std::vector<bool> truth;
    };

    std::vector<Instruction> m_program;
    std::vector<Atom> m_atoms;
};

/// Whether a word is not allowed as a factor's name.
[[nodiscard]] bool isReservedWord(std::string_view word) noexcept;
/// Whether it is a letter or underscore, then letters, digits and underscores.
[[nodiscard]] bool isFactorName(std::string_view name) noexcept;

} // namespace millrace::grid
