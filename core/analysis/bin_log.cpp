// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/bin_log.h"

#include <limits>

namespace millrace::analysis {

void BinLog::addPiece()
{
    m_pieces.push_back(std::make_unique_for_overwrite<Entry[]>(pieceEntries));
    m_used = 0;
}

void BinLog::coarsen(std::uint32_t odd, std::uint32_t added, std::size_t rows)
{
    constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();
    std::vector<std::uint64_t> lastOf(rows, none);
    std::uint64_t written = 0;
    const auto at = [this](std::uint64_t number) -> Entry& {
        return m_pieces[number / pieceEntries][number % pieceEntries];
    };
    const std::uint64_t count = size();
    for (std::uint64_t number = 0; number < count; ++number) {
        Entry entry = at(number);
        entry.index = static_cast<std::uint32_t>((std::uint64_t{entry.index} + odd) / 2 + added);
        std::uint64_t& last = lastOf[entry.row];
        if (last != none && at(last).index == entry.index
            && std::uint64_t{at(last).wireBytes} + entry.wireBytes <= std::numeric_limits<std::uint32_t>::max()) {
            at(last).packets += entry.packets;
            at(last).wireBytes += entry.wireBytes;
            continue;
        }
        last = written;
        at(written++) = entry;
    }
    m_pieces.resize((written + pieceEntries - 1) / pieceEntries);
    m_used = m_pieces.empty() ? 0 : written - (m_pieces.size() - 1) * pieceEntries;
}

} // namespace millrace::analysis
