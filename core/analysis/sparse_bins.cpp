// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/sparse_bins.h"

#include <algorithm>
#include <limits>

namespace millrace::analysis {

void SparseBins::add(std::int64_t bin, std::uint32_t bytes, BinBudget& budget)
{
    const std::int64_t number = bin >> 8;
    if (m_latest == nullptr || number != m_latestNumber) {
        auto found = m_blocks.find(number);
        if (found == m_blocks.end()) {
            if (budget.blocks == 0) {
                budget.refused += bytes;
                return;
            }
            --budget.blocks;
            found = m_blocks.emplace(number, std::make_unique<Block>()).first;
        }
        m_latest = found->second.get();
        m_latestNumber = number;
    }
    m_first = m_used ? std::min(m_first, bin) : bin;
    m_last = m_used ? std::max(m_last, bin) : bin;
    m_used = true;
    std::uint32_t& value = (*m_latest)[static_cast<std::size_t>(bin & 255)];
    const std::uint32_t room = std::numeric_limits<std::uint32_t>::max() - value;
    value += std::min(room, bytes);
    budget.refused += bytes - std::min(room, bytes);
}

std::uint32_t SparseBins::at(std::int64_t bin) const noexcept
{
    const auto found = m_blocks.find(bin >> 8);
    return found == m_blocks.end() ? 0 : (*found->second)[static_cast<std::size_t>(bin & 255)];
}

std::uint64_t SparseBins::sum(std::int64_t from, std::int64_t to) const noexcept
{
    std::uint64_t total = 0;
    if (to <= from)
        return 0;
    for (auto it = m_blocks.lower_bound(from >> 8); it != m_blocks.end() && (it->first << 8) < to; ++it) {
        const std::int64_t begin = it->first << 8;
        const std::int64_t low = std::max<std::int64_t>(from - begin, 0);
        const std::int64_t high = std::min<std::int64_t>(to - begin, 256);
        for (std::int64_t i = low; i < high; ++i)
            total += (*it->second)[static_cast<std::size_t>(i)];
    }
    return total;
}

} // namespace millrace::analysis
