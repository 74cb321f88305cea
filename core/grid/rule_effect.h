// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/grid/grid_spec.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace millrace::grid {

/// How many combinations each rule leaves out when it stands alone; nothing for a rule that cannot be read, or for
/// grids beyond Expansion::maximumCombinations.
struct RuleEffects
{
    std::vector<std::optional<std::uint64_t>> conditions;
    std::vector<std::optional<std::uint64_t>> exclusions;

    bool operator==(const RuleEffects&) const = default;
};

/// Counts over the combinations of the factors that a rule names, so that a rule costs little however large the grid.
[[nodiscard]] RuleEffects ruleEffects(const GridSpec& grid);

} // namespace millrace::grid
