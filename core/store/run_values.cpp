// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/run_values.h"

#include "core/store/result_sql.h"

#include <fmt/format.h>
#include <unordered_map>

namespace millrace::store {

namespace {

/// A list of question marks for names, which are bound behind the filter's values.
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

Result<void> addFactors(Database& database, const SqlPiece& where, const std::set<std::string>& names,
                        const Places& places, std::vector<RunValues>& runs)
{
    if (names.empty())
        return {};
    SqlPiece piece = where;
    piece.sql = "SELECT f.run_id, f.name, f.level, f.number, f.unit FROM runs r JOIN run_factors f ON f.run_id = r.id "
                "WHERE "
        + where.sql + " AND f.name IN ";
    addNames(piece, names);
    MR_TRY(row, piece.prepare(database, piece.sql));
    for (;;) {
        MR_TRY(more, row.step());
        if (!more)
            return {};
        const auto place = places.find(row.integer(0));
        if (place == places.end())
            continue;
        Factor factor{row.text(1), row.text(2), {}, row.text(4)};
        if (!row.isNull(3))
            factor.number = row.real(3);
        if (factor.unit == "ns") {
            if (factor.number)
                *factor.number *= 1e-9;
            factor.unit = "s";
        }
        runs[place->second].factors.push_back(std::move(factor));
    }
}

Result<void> addMetrics(Database& database, const SqlPiece& where, const std::set<std::string>& names,
                        const Places& places, std::vector<RunValues>& runs)
{
    if (names.empty())
        return {};
    SqlPiece piece = where;
    piece.sql = "SELECT m.run_id, m.name, m.subject, m.value, m.unit FROM runs r JOIN metrics m ON m.run_id = r.id "
                "WHERE "
        + where.sql + " AND m.name IN ";
    addNames(piece, names);
    MR_TRY(row, piece.prepare(database, piece.sql));
    for (;;) {
        MR_TRY(more, row.step());
        if (!more)
            return {};
        const auto place = places.find(row.integer(0));
        if (place == places.end())
            continue;
        Metric metric{row.text(1), row.text(2), row.real(3), row.text(4), {}};
        if (metric.unit == "ns") {
            metric.value *= 1e-9;
            metric.unit = "s";
        }
        runs[place->second].metrics.push_back(std::move(metric));
    }
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
    MR_CHECK(addFactors(database, condition, factors, places, runs));
    MR_CHECK(addMetrics(database, condition, metrics, places, runs));
    return runs;
}

} // namespace millrace::store
