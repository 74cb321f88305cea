// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/grid/expansion.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace millrace::grid {

/// Which levels of some groups of factors occur together in the cells of a grid. A check whose outcome depends on one
/// group at a time need only look at the cells that show a group in a new way: some hundreds in a grid of a million.
class LevelCover
{
public:
    /// Groups of positions in GridSpec::factors. The grid must outlive the cover.
    LevelCover(const Expansion& expansion, std::vector<std::vector<std::size_t>> groups);

    /// Whether a combination has levels of a group that none before it had together; remembers them.
    bool isNew(std::uint32_t combination);
    /// Whether a combination with these levels of a group, in the group's order, was seen.
    [[nodiscard]] bool hasSeen(std::size_t group, const std::vector<std::size_t>& levels) const;

private:
    struct Group
    {
        std::vector<std::size_t> factors;
        std::vector<std::size_t> strides;
        std::vector<bool> seen;
    };
    const Expansion& m_expansion;
    std::vector<Group> m_groups;
    std::vector<std::size_t> m_levels; ///< of the combination being looked at
};

/// Positions of those of the named factors that a grid has.
[[nodiscard]] std::vector<std::size_t> factorPositions(const GridSpec& grid,
                                                       const std::vector<std::string_view>& names);

} // namespace millrace::grid
