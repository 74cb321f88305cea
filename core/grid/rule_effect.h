// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/grid/grid_spec.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace millrace::grid {

/// Number of combinations that each rule excludes by itself; nothing for an invalid rule, or for grids beyond
/// Expansion::maximumCombinations.
struct RuleEffects
{
    std::vector<std::optional<std::uint64_t>> conditions;
    std::vector<std::optional<std::uint64_t>> exclusions;

    bool operator==(const RuleEffects&) const = default;
};

/// Counts over the combinations of each rule's own factors, so that the cost is independent of the grid's size.
[[nodiscard]] RuleEffects ruleEffects(const GridSpec& grid);

} // namespace millrace::grid
