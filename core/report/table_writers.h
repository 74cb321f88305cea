// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/table.h"

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace millrace::report {

/// Every writer takes any bytes as text: what is not UTF-8 becomes U+FFFD.

/// RFC 4180 with lines ending in CR LF: a header of "name (unit)", then the rows. Numbers are the shortest texts that
/// read back the same, with a point whatever the locale; unknown fields are empty. Title and notes are not in it.
[[nodiscard]] std::string toCsv(const Table& table);
/// The first line of it, and that of one row.
[[nodiscard]] std::string csvHeader(const Table& table);
[[nodiscard]] std::string csvLine(const std::vector<Cell>& row);
/// One field of a CSV record, quoted where it must be.
[[nodiscard]] std::string csvField(std::string_view text);

/// {"title", "columns": [{"name", "unit", "how"}], "rows": [[…]], "notes": [...]}; unknown fields are null.
[[nodiscard]] nlohmann::ordered_json toJson(const Table& table);
[[nodiscard]] nlohmann::ordered_json toJson(const std::vector<Cell>& row);

struct TextOptions
{
    std::size_t width = 0; ///< columns of the terminal; 0: no limit
    bool withTitle = true;
};
/// Aligned for a fixed-width font: numbers to the right with one SI or IEC prefix for each column, unknown fields as
/// "–". A table that is wider than the terminal is cut into blocks that repeat the key columns; a text that is too long
/// loses its middle.
[[nodiscard]] std::string toText(const Table& table, const TextOptions& options = {});

/// A <table> with a header whose cells carry the formula as title, the notes in paragraphs below. `limit` rows at most,
/// then a note that says how many are missing; 0: all.
[[nodiscard]] std::string toHtml(const Table& table, std::size_t limit = 0);

} // namespace millrace::report
