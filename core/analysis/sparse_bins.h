// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>

namespace millrace::analysis {

/// Maximum number of blocks of 256 bins for all SparseBins of one analysis: the bound of its memory.
struct BinBudget
{
    std::size_t blocks = std::size_t(1) << 17; ///< 1 KiB each
    std::uint64_t refused = 0; ///< bytes for which there was no space
};

/// Bytes in bins of equal width, 4 bytes per bin where there is traffic, almost nothing elsewhere. A bin holds at most
/// 2^32 - 1 bytes.
class SparseBins
{
public:
    /// Adds to a bin; when the budget is used up and the bin is not allocated, the bytes go to BinBudget::refused.
    void add(std::int64_t bin, std::uint32_t bytes, BinBudget& budget);

    [[nodiscard]] bool empty() const noexcept { return !m_used; }
    [[nodiscard]] std::int64_t first() const noexcept { return m_first; } ///< bin with a packet; 0 when empty
    [[nodiscard]] std::int64_t last() const noexcept { return m_last; }
    [[nodiscard]] std::uint32_t at(std::int64_t bin) const noexcept;
    /// Of the bins `from` up to, but without, `to`.
    [[nodiscard]] std::uint64_t sum(std::int64_t from, std::int64_t to) const noexcept;
    /// Calls `visit(bin, bytes)` for every bin with bytes, ascending.
    template <typename Visit>
    void forEach(Visit visit) const
    {
        for (const auto& [number, block] : m_blocks)
            for (std::size_t i = 0; i < block->size(); ++i)
                if ((*block)[i] != 0)
                    visit((number << 8) + static_cast<std::int64_t>(i), (*block)[i]);
    }

private:
    using Block = std::array<std::uint32_t, 256>;

    std::map<std::int64_t, std::unique_ptr<Block>> m_blocks;
    Block* m_latest = nullptr;
    std::int64_t m_latestNumber = 0;
    bool m_used = false;
    std::int64_t m_first = 0;
    std::int64_t m_last = 0;
};

} // namespace millrace::analysis
