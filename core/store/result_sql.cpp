// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/result_sql.h"

#include "core/store/condition_sql.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace millrace::store {

namespace {

void append(SqlPiece& piece, std::string_view sql, std::vector<SqlPiece::Value> values = {})
{
    piece.sql += sql;
    piece.values.insert(piece.values.end(), values.begin(), values.end());
}

template <typename Items, typename ToValue>
void appendList(SqlPiece& piece, const Items& items, ToValue toValue)
{
    std::string_view separator = "(";
    for (const auto& item : items) {
        append(piece, separator, {});
        append(piece, "?", {toValue(item)});
        separator = ", ";
    }
    append(piece, ")");
}

/// What runs are sorted by: a join that finds it, the expression, and whether it may be NULL.
struct SortKey
{
    SqlPiece join;
    std::string expression;
    bool mayLack = false;
};

SortKey keyOf(const ResultOrder& order)
{
    switch (order.by) {
    case ResultOrder::By::Position: return {{}, "r.position", false};
    case ResultOrder::By::Cell: return {{}, "r.cell", false};
    case ResultOrder::By::State: return {{}, "r.state", false};
    case ResultOrder::By::Started: return {{}, "r.started_ns", true};
    case ResultOrder::By::Duration: return {{}, "r.duration_ns", true};
    case ResultOrder::By::Factor:
        return {{"LEFT JOIN run_factors k ON k.run_id = r.id AND k.name = ?", {order.name}},
                "coalesce(k.number, k.level)",
                true};
    case ResultOrder::By::Metric: break;
    }
    return {{"LEFT JOIN metrics k ON k.run_id = r.id AND k.name = ? AND k.subject = ?", {order.name, order.subject}},
            "k.value",
            true};
}

/// "Behind the cursor" in the order key, run id; runs without a key come last.
void appendBehind(SqlPiece& piece, const SortKey& key, bool descending, const ResultCursor& cursor)
{
    const std::string& k = key.expression;
    if (std::holds_alternative<std::monostate>(cursor.key)) {
        append(piece, fmt::format(" AND {} IS NULL AND r.id > ?", k), {cursor.run.value});
        return;
    }
    SqlPiece::Value value = std::int64_t(0);
    if (const auto* integer = std::get_if<std::int64_t>(&cursor.key))
        value = *integer;
    else if (const auto* real = std::get_if<double>(&cursor.key))
        value = *real;
    else
        value = std::get<std::string>(cursor.key);
    append(piece,
           fmt::format(" AND ({0} {1} ? OR ({0} = ? AND r.id > ?){2})", k, descending ? '<' : '>',
                       key.mayLack ? fmt::format(" OR {} IS NULL", k) : ""),
           {value, value, cursor.run.value});
}

/// Whole numbers stand in the text, as there may be more of them than parameters.
void appendRuns(SqlPiece& where, const std::vector<RunId>& runs)
{
    std::vector<std::int64_t> ids;
    for (const RunId run : runs)
        ids.push_back(run.value);
    append(where, fmt::format(" AND r.id IN ({})", fmt::join(ids, ", ")));
}

} // namespace

Result<Statement> SqlPiece::prepare(Database& database, std::string_view whole) const
{
    MR_TRY(statement, database.prepare(whole));
    int parameter = 0;
    for (const Value& value : values)
        std::visit([&](const auto& plain) { statement.bind(++parameter, plain); }, value);
    return statement;
}

SqlPiece whereOf(const ResultFilter& filter)
{
    SqlPiece where{"1", {}};
    if (!filter.campaigns.empty()) {
        append(where, " AND r.campaign_id IN ");
        appendList(where, filter.campaigns, [](CampaignId id) { return SqlPiece::Value(id.value); });
    }
    if (!filter.states.empty()) {
        append(where, " AND r.state IN ");
        appendList(where, filter.states, [](RunState state) { return SqlPiece::Value(std::string(stateName(state))); });
    }
    for (const auto& factor : filter.factors) {
        if (factor.levels.empty())
            continue;
        append(where, " AND EXISTS (SELECT 1 FROM run_factors f WHERE f.run_id = r.id AND f.name = ? AND f.level IN ",
               {factor.name});
        appendList(where, factor.levels, [](const std::string& level) { return SqlPiece::Value(level); });
        append(where, ")");
    }
    for (const RunCondition& condition : filter.conditions) {
        const SqlPiece piece = conditionSql(condition);
        append(where, " AND " + piece.sql, piece.values);
    }
    if (filter.runs)
        appendRuns(where, *filter.runs);
    if (!filter.withWarmup)
        append(where, " AND r.warmup = 0");
    if (!filter.withExcluded)
        append(where, " AND r.excluded = 0");
    if (!filter.withSuperseded)
        append(where, " AND r.superseded = 0");
    return where;
}

SqlPiece pageQuery(const ResultFilter& filter, const ResultOrder& order, const std::optional<ResultCursor>& after)
{
    const SortKey key = keyOf(order);
    SqlPiece query{fmt::format("SELECT r.id, {}, r.state FROM runs r {} WHERE ", key.expression, key.join.sql),
                   key.join.values};
    const SqlPiece where = whereOf(filter);
    append(query, where.sql, where.values);
    if (after)
        appendBehind(query, key, order.descending, *after);
    if (key.mayLack)
        append(query, fmt::format(" ORDER BY {} IS NULL, {}", key.expression, key.expression));
    else
        append(query, fmt::format(" ORDER BY {}", key.expression));
    append(query, order.descending ? " DESC, r.id" : ", r.id");
    return query;
}

} // namespace millrace::store
