// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/table.h"

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace millrace::report {

/// Every writer accepts any bytes as text: invalid UTF-8 becomes U+FFFD.

/// RFC 4180 with lines ending in CR LF: a header of "name (unit)", then the rows. Numbers are the shortest texts that
/// round-trip, with a point whatever the locale; unknown fields are empty. Title and notes are not included.
[[nodiscard]] std::string toCsv(const Table& table);
/// The header line, and the line of one row.
[[nodiscard]] std::string csvHeader(const Table& table);
[[nodiscard]] std::string csvLine(const std::vector<Cell>& row);
/// One field of a CSV record, quoted if necessary.
[[nodiscard]] std::string csvField(std::string_view text);

/// {"title", "columns": [{"name", "unit", "how"}], "rows": [[…]], "notes": [...]}; unknown fields are null.
[[nodiscard]] nlohmann::ordered_json toJson(const Table& table);
[[nodiscard]] nlohmann::ordered_json toJson(const std::vector<Cell>& row);

struct TextOptions
{
    std::size_t width = 0; ///< columns of the terminal; 0: no limit
    bool withTitle = true;
};
/// Aligned for a fixed-width font: numbers right-aligned with one SI or IEC prefix per column, unknown fields as "–". A
/// table wider than the terminal is split into blocks that repeat the key columns; a text that is too long loses its
/// middle.
[[nodiscard]] std::string toText(const Table& table, const TextOptions& options = {});

/// A <table> with a header whose cells have the formula as title, the notes in paragraphs below. At most `limit` rows,
/// followed by a note on the number of missing ones; 0: all.
[[nodiscard]] std::string toHtml(const Table& table, std::size_t limit = 0);

} // namespace millrace::report
