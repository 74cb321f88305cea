// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace millrace::analysis {

/// Bins with packets, in the order in which they were finished: 16 bytes each, in pieces that can be freed one by one.
class BinLog
{
public:
    struct Entry
    {
        std::uint32_t row = 0; ///< the flow's number
        std::uint32_t index = 0;
        std::uint32_t packets = 0;
        std::uint32_t wireBytes = 0;
    };
    static constexpr std::size_t pieceEntries = 16'384;

    void append(const Entry& entry)
    {
        if (m_used == pieceEntries || m_pieces.empty())
            addPiece();
        m_pieces.back()[m_used++] = entry;
    }
    [[nodiscard]] std::size_t size() const noexcept
    {
        return m_pieces.empty() ? 0 : (m_pieces.size() - 1) * pieceEntries + m_used;
    }
    template <typename Function>
    void forEach(Function function) const
    {
        for (std::size_t piece = 0; piece < m_pieces.size(); ++piece)
            for (std::size_t i = 0; i < entriesIn(piece); ++i)
                function(m_pieces[piece][i]);
    }
    /// The same, freeing each piece after it was passed on.
    template <typename Function>
    void consume(Function function)
    {
        for (std::size_t piece = 0; piece < m_pieces.size(); ++piece) {
            for (std::size_t i = 0; i < entriesIn(piece); ++i)
                function(m_pieces[piece][i]);
            m_pieces[piece].reset();
        }
        m_pieces.clear();
        m_used = 0;
    }
    /// Doubles the width of bins and joins those of a row that coincide: index i becomes (i + odd) / 2 + added. `rows`
    /// is one more than the largest row.
    void coarsen(std::uint32_t odd, std::uint32_t added, std::size_t rows);

private:
    void addPiece();
    [[nodiscard]] std::size_t entriesIn(std::size_t piece) const noexcept
    {
        return piece + 1 == m_pieces.size() ? m_used : pieceEntries;
    }

    std::vector<std::unique_ptr<Entry[]>> m_pieces;
    std::size_t m_used = 0;
};

} // namespace millrace::analysis
