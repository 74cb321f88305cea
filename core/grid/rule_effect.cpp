// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/grid/rule_effect.h"

#include "core/grid/expansion.h"
#include "core/grid/expression.h"

namespace millrace::grid {

namespace {

/// Returns 0 for more than can be expanded, or for a factor without levels.
std::uint64_t combinationsOf(const GridSpec& grid)
{
    std::uint64_t combinations = 1;
    for (const Factor& factor : grid.factors) {
        combinations *= factor.levels.size();
        if (combinations > Expansion::maximumCombinations)
            return 0;
    }
    return combinations;
}

/// Counts the combinations for which the expression is `wanted`.
std::uint64_t countWhere(const GridSpec& grid, const Expression& expression, bool wanted, std::uint64_t combinations)
{
    const std::vector<std::uint32_t> named = expression.factors();
    std::uint64_t blocks = 1;
    for (const std::uint32_t factor : named)
        blocks *= grid.factors[factor].levels.size();
    std::vector<std::uint32_t> levels(grid.factors.size());
    std::uint64_t count = 0;
    for (std::uint64_t block = 0; block < blocks; ++block) {
        std::uint64_t rest = block;
        for (const std::uint32_t factor : named) {
            const std::uint64_t size = grid.factors[factor].levels.size();
            levels[factor] = static_cast<std::uint32_t>(rest % size);
            rest /= size;
        }
        count += expression.evaluate(levels) == wanted;
    }
    return count * (combinations / blocks);
}

} // namespace

RuleEffects ruleEffects(const GridSpec& grid)
{
    RuleEffects effects;
    const std::uint64_t combinations = combinationsOf(grid);
    const auto effect = [&](const Result<Expression>& expression, bool wanted) -> std::optional<std::uint64_t> {
        if (!expression || combinations == 0)
            return {};
        return countWhere(grid, *expression, wanted, combinations);
    };
    for (const Condition& condition : grid.conditions)
        effects.conditions.push_back(effect(Expression::parse(condition.expression, grid.factors), false));
    for (const Exclusion& exclusion : grid.exclusions)
        effects.exclusions.push_back(effect(exclusion.expression.empty()
                                                ? Expression::fromAssignment(exclusion.assignment, grid.factors)
                                                : Expression::parse(exclusion.expression, grid.factors),
                                            true));
    return effects;
}

} // namespace millrace::grid
