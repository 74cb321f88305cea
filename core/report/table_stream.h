// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/report/table.h"

#include <functional>
#include <string_view>

namespace millrace::report {

/// Takes one row; false when no more are needed.
using RowSink = std::function<bool(std::vector<Cell>)>;
/// Takes a piece of text.
using TextSink = std::function<Result<void>(std::string_view)>;

/// A table whose rows are generated one after the other, so that it need not fit into memory.
struct TableStream
{
    Table head; ///< everything except the rows
    std::function<void(const RowSink&)> rows;
};

/// The whole table; or its first `most` rows, and a note if there are more.
[[nodiscard]] Table collected(const TableStream& stream, std::size_t most = 0);
/// toCsv() and toJson() of it, row by row; JSON has one line for each row.
[[nodiscard]] Result<void> writeCsv(const TableStream& stream, const TextSink& sink);
[[nodiscard]] Result<void> writeJson(const TableStream& stream, const TextSink& sink);

} // namespace millrace::report
