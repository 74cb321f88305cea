// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/grid/level_cover.h"

#include <algorithm>

namespace millrace::grid {

LevelCover::LevelCover(const Expansion& expansion, std::vector<std::vector<std::size_t>> groups)
    : m_expansion(expansion), m_levels(expansion.grid().factors.size())
{
    for (std::vector<std::size_t>& factors : groups) {
        Group group{std::move(factors), {}, {}};
        std::size_t combinations = 1; // at most the grid's, which Expansion limits
        for (const std::size_t factor : group.factors) {
            group.strides.push_back(combinations);
            combinations *= expansion.grid().factors[factor].levels.size();
        }
        group.seen.resize(combinations);
        m_groups.push_back(std::move(group));
    }
}

bool LevelCover::isNew(std::uint32_t combination)
{
    for (std::size_t factor = 0; factor < m_levels.size(); ++factor)
        m_levels[factor] = m_expansion.levelOf(combination, factor);
    bool isNew = false;
    for (Group& group : m_groups) {
        std::size_t place = 0;
        for (std::size_t i = 0; i < group.factors.size(); ++i)
            place += m_levels[group.factors[i]] * group.strides[i];
        isNew = isNew || !group.seen[place];
        group.seen[place] = true;
    }
    return isNew;
}

bool LevelCover::hasSeen(std::size_t group, const std::vector<std::size_t>& levels) const
{
    std::size_t place = 0;
    for (std::size_t i = 0; i < levels.size(); ++i)
        place += levels[i] * m_groups[group].strides[i];
    return m_groups[group].seen[place];
}

std::vector<std::size_t> factorPositions(const GridSpec& grid, const std::vector<std::string_view>& names)
{
    std::vector<std::size_t> positions;
    for (const std::string_view name : names)
        if (const auto found = std::ranges::find(grid.factors, name, &Factor::name); found != grid.factors.end())
            positions.push_back(static_cast<std::size_t>(found - grid.factors.begin()));
    return positions;
}

} // namespace millrace::grid
