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

/// Sort key: a join that finds it, the expression, and whether it may be NULL.
struct SortKey
{
    SqlPiece join;
    std::string expression;
    bool mayLack = false;
};

/// `alias` is the name of the joined table.
SortKey keyOf(const ResultOrder& order, const std::string& alias)
{
    switch (order.by) {
    case ResultOrder::By::Position:
    case ResultOrder::By::Campaign: return {{}, "r.campaign_id", false};
    case ResultOrder::By::Id: return {{}, "r.uuid", false};
    case ResultOrder::By::State: return {{}, "r.state", false};
    case ResultOrder::By::Started: return {{}, "r.started_ns", true};
    case ResultOrder::By::Duration: return {{}, "r.duration_ns", true};
    case ResultOrder::By::Repetition: return {{}, "r.repetition", false};
    case ResultOrder::By::Factor:
        return {{fmt::format(" LEFT JOIN run_factors {0} ON {0}.run_id = r.id AND {0}.name = ?", alias), {order.name}},
                fmt::format("coalesce({0}.number, {0}.level)", alias),
                true};
    case ResultOrder::By::Metric: break;
    }
    return {{fmt::format(" LEFT JOIN metrics {0} ON {0}.run_id = r.id AND {0}.name = ? AND {0}.subject = ?", alias),
             {order.name, order.subject}},
            alias + ".value",
            true};
}

/// Appends the keys after ORDER BY, with their joins.
void addKeys(SqlPiece& joins, std::string& keys, const ResultOrder& order, std::size_t depth)
{
    const SortKey key = keyOf(order, fmt::format("k{}", depth));
    append(joins, key.join.sql, key.join.values);
    const std::string_view direction = order.descending ? " DESC" : "";
    if (key.mayLack)
        keys += key.expression + " IS NULL, ";
    keys += fmt::format("{}{}, ", key.expression, direction);
    if (order.by == ResultOrder::By::Position)
        keys += fmt::format("r.position{}, ", direction);
    for (std::size_t i = 0; i < order.then.size(); ++i)
        addKeys(joins, keys, order.then[i], depth * 10 + i + 1);
}

/// Whole numbers are part of the text, as there may be more of them than parameters.
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

SqlPiece indexQuery(const ResultFilter& filter, const ResultOrder& order)
{
    SqlPiece query{"SELECT r.id, r.state FROM runs r", {}};
    std::string keys;
    addKeys(query, keys, order, 0);
    const SqlPiece where = whereOf(filter);
    append(query, " WHERE " + where.sql, where.values);
    append(query, fmt::format(" ORDER BY {}r.campaign_id, r.position, r.id", keys));
    return query;
}

} // namespace millrace::store
