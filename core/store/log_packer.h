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

/// What brings the log of a run in the store up to date.
struct PackedLog
{
    RunId run;
    std::optional<std::int64_t> replaceFrom; ///< rows from this line on are replaced
    std::vector<LogBlockRow> rows;
};

/// Cuts the lines of one run into blocks, in the way of SeriesPacker.
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
    std::int64_t m_firstLine; ///< the number of the first one remembered
    std::vector<LogLine> m_lines;
    std::size_t m_packed = 0; ///< of those remembered, in small blocks
    std::size_t m_smallBlocks = 0;
};

/// Inside a transaction of the caller.
[[nodiscard]] Result<void> writeLogRows(Database& database, const PackedLog& packed);

} // namespace millrace::store
