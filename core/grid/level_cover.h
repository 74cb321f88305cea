// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/grid/expansion.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace millrace::grid {

/// Combinations of levels within some groups of factors that occur in the cells of a grid. A check that depends on one
/// group at a time needs only the cells that show a new combination of a group: some hundreds in a grid of a million.
class LevelCover
{
public:
    /// `groups`: indices into GridSpec::factors. The grid must outlive the cover.
    LevelCover(const Expansion& expansion, std::vector<std::vector<std::size_t>> groups);

    /// Whether a combination has a new combination of levels within a group; records it.
    bool isNew(std::uint32_t combination);
    /// Whether these levels of a group, in the group's order, were recorded.
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
    std::vector<std::size_t> m_levels; ///< of the current combination
};

/// Returns the indices of the named factors that a grid has.
[[nodiscard]] std::vector<std::size_t> factorPositions(const GridSpec& grid,
                                                       const std::vector<std::string_view>& names);

} // namespace millrace::grid
