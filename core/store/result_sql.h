// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/result_query.h"

#include <variant>

namespace millrace::store {

/// Text of a query with the values of its question marks.
struct SqlPiece
{
    using Value = std::variant<std::int64_t, double, std::string>;
    std::string sql;
    std::vector<Value> values;

    /// Prepares a text that contains `sql` once and no other question marks, and binds the values, which must outlive
    /// the statement.
    [[nodiscard]] Result<Statement> prepare(Database& database, std::string_view whole) const;
};

/// Returns a condition on runs r.
[[nodiscard]] SqlPiece whereOf(const ResultFilter& filter);
/// Returns the SELECT of run id and state, in order.
[[nodiscard]] SqlPiece indexQuery(const ResultFilter& filter, const ResultOrder& order);

} // namespace millrace::store
