// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/log_packer.h"

#include <iterator>

namespace millrace::store {

void LogPacker::add(std::vector<LogLine> lines)
{
    m_lines.insert(m_lines.end(), std::make_move_iterator(lines.begin()), std::make_move_iterator(lines.end()));
}

std::size_t LogPacker::blockEnd(std::size_t from, bool& isFull) const
{
    std::size_t bytes = 0;
    std::size_t to = from;
    while (to < m_lines.size() && to - from < logBlockLines && bytes < logBlockBytes)
        bytes += m_lines[to++].text.size();
    isFull = to - from == logBlockLines || bytes >= logBlockBytes;
    return to;
}

PackedLog LogPacker::pack(ZstdCompressor& zstd, bool atEnd)
{
    PackedLog packed;
    packed.run = m_run;
    bool isFull = false;
    (void)blockEnd(0, isFull);
    const bool isNew = m_lines.size() > m_packed;
    const bool anew = isFull || (atEnd && (m_smallBlocks > 1 || (m_smallBlocks == 1 && isNew)));
    if (!anew && !isNew)
        return packed;
    if (anew && m_smallBlocks > 0)
        packed.replaceFrom = m_firstLine;
    if (anew)
        m_smallBlocks = 0;
    std::size_t full = 0;
    for (std::size_t from = anew ? 0 : m_packed; from < m_lines.size();) {
        const std::size_t to = blockEnd(from, isFull);
        packed.rows.push_back({m_firstLine + static_cast<std::int64_t>(from), to - from,
                               encodeLines(std::span(m_lines).subspan(from, to - from), zstd)});
        // Writes only new lines if they do not fill a block together with the previous ones.
        if (anew && isFull)
            full = to;
        else
            ++m_smallBlocks;
        from = to;
    }
    forget(full);
    return packed;
}

void LogPacker::forget(std::size_t lines)
{
    m_lines.erase(m_lines.begin(), m_lines.begin() + static_cast<std::ptrdiff_t>(lines));
    m_firstLine += static_cast<std::int64_t>(lines);
    m_packed = m_lines.size();
}

Result<void> writeLogRows(Database& database, const PackedLog& packed)
{
    if (packed.replaceFrom) {
        MR_TRY(remove, database.prepare("DELETE FROM log_blocks WHERE run_id = ? AND first_line >= ?"));
        MR_CHECK(remove.run(packed.run, *packed.replaceFrom));
    }
    MR_TRY(insert, database.prepare("INSERT INTO log_blocks (run_id, first_line, lines, data) VALUES (?, ?, ?, ?)"));
    for (const LogBlockRow& row : packed.rows)
        MR_CHECK(insert.run(packed.run, row.firstLine, static_cast<std::int64_t>(row.lines),
                            std::span<const std::byte>(row.data)));
    return {};
}

} // namespace millrace::store
