// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/run_values.h"

#include "core/store/result_sql.h"

#include <fmt/format.h>
#include <unordered_map>

namespace millrace::store {

namespace {

/// Appends a list of question marks for names, bound after the filter's values.
void addNames(SqlPiece& piece, const std::set<std::string>& names)
{
    std::string_view separator = "(";
    for (const std::string& name : names) {
        piece.sql += separator;
        piece.sql += "?";
        piece.values.emplace_back(name);
        separator = ", ";
    }
    piece.sql += ")";
}

using Places = std::unordered_map<std::int64_t, std::size_t>;

/// Iterates over the rows of `table`, v, of the runs with one of the names; `take` gets the columns after the number of
/// the run.
template <typename Take>
Result<void> addValues(Database& database, const SqlPiece& where, std::string_view table, std::string_view columns,
                       const std::set<std::string>& names, const Places& places, std::vector<RunValues>& runs,
                       Take take)
{
    if (names.empty())
        return {};
    SqlPiece piece = where;
    piece.sql = fmt::format("SELECT v.run_id, {} FROM runs r JOIN {} v ON v.run_id = r.id WHERE {} AND v.name IN ",
                            columns, table, where.sql);
    addNames(piece, names);
    MR_TRY(row, piece.prepare(database, piece.sql));
    for (;;) {
        MR_TRY(more, row.step());
        if (!more)
            return {};
        if (const auto place = places.find(row.integer(0)); place != places.end())
            take(row, runs[place->second]);
    }
}

void takeFactor(const Statement& row, RunValues& run)
{
    Factor factor{row.text(1), row.text(2), {}, row.text(4)};
    if (!row.isNull(3))
        factor.number = row.real(3);
    if (factor.unit == "ns") {
        if (factor.number)
            *factor.number *= 1e-9;
        factor.unit = "s";
    }
    run.factors.push_back(std::move(factor));
}

void takeMetric(const Statement& row, RunValues& run)
{
    Metric metric{row.text(1), row.text(2), row.real(3), row.text(4), {}};
    if (metric.unit == "ns") {
        metric.value *= 1e-9;
        metric.unit = "s";
    }
    run.metrics.push_back(std::move(metric));
}

} // namespace

Result<std::vector<RunValues>> readRunValues(Database& database, const ResultFilter& filter,
                                             const std::set<std::string>& factors, const std::set<std::string>& metrics)
{
    const SqlPiece condition = whereOf(filter);
    std::vector<RunValues> runs;
    MR_TRY(row,
           condition.prepare(
               database,
               fmt::format("SELECT r.id, r.uuid FROM runs r WHERE {} ORDER BY r.campaign_id, r.position, r.id",
                           condition.sql)));
    Places places;
    for (;;) {
        MR_TRY(more, row.step());
        if (!more)
            break;
        places.emplace(row.integer(0), runs.size());
        runs.push_back({row.id<RunId>(0), row.text(1), {}, {}});
    }
    if (runs.empty())
        return runs;
    MR_CHECK(addValues(database, condition, "run_factors", "v.name, v.level, v.number, v.unit", factors, places, runs,
                       takeFactor));
    MR_CHECK(addValues(database, condition, "metrics", "v.name, v.subject, v.value, v.unit", metrics, places, runs,
                       takeMetric));
    return runs;
}

} // namespace millrace::store
