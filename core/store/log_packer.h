// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/database.h"
#include "core/store/log_codec.h"

#include <optional>

namespace millrace::store {

struct LogBlockRow
{
    std::int64_t firstLine = 0;
    std::size_t lines = 0;
    Bytes data;
};

/// Changes to the stored log of a run.
struct PackedLog
{
    RunId run;
    std::optional<std::int64_t> replaceFrom; ///< rows from this line on are replaced
    std::vector<LogBlockRow> rows;
};

/// Cuts the lines of one run into blocks, like SeriesPacker.
class LogPacker
{
public:
    LogPacker(RunId run, std::int64_t firstLine) : m_run(run), m_firstLine(firstLine) { }

    void add(std::vector<LogLine> lines);
    [[nodiscard]] PackedLog pack(ZstdCompressor& zstd, bool atEnd);

private:
    [[nodiscard]] std::size_t blockEnd(std::size_t from, bool& isFull) const;
    void forget(std::size_t lines);

    RunId m_run;
    std::int64_t m_firstLine; ///< number of the first one kept
    std::vector<LogLine> m_lines;
    std::size_t m_packed = 0; ///< of those kept, in small blocks
    std::size_t m_smallBlocks = 0;
};

/// Writes inside a transaction of the caller.
[[nodiscard]] Result<void> writeLogRows(Database& database, const PackedLog& packed);

} // namespace millrace::store
