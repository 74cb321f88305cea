// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/result_query.h"

#include "core/store/result_sql.h"
#include "core/store/run_rows.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace millrace::store {

namespace {

/// Loads the data of a page for each run.
class RowLoader
{
public:
    static Result<RowLoader> make(Database& database)
    {
        MR_TRY(run, database.prepare(fmt::format("SELECT {} FROM runs r WHERE r.id = ?", runColumns)));
        MR_TRY(factors, FactorReader::make(database));
        MR_TRY(metrics,
               database.prepare("SELECT name, value, unit, how FROM metrics WHERE run_id = ? AND subject = '' "
                                "ORDER BY name"));
        return RowLoader(std::move(run), std::move(factors), std::move(metrics));
    }

    Result<ResultRow> load(RunId id)
    {
        ResultRow row;
        m_run.bindAll(id);
        MR_TRY(there, m_run.step());
        if (!there)
            return noSuchRun(id);
        MR_TRY(run, readRun(m_run));
        m_run.reset();
        row.run = std::move(run);
        MR_TRY(factors, m_factors.factors(id));
        row.run.factors = std::move(factors);
        m_metrics.bindAll(id);
        for (;;) {
            MR_TRY(more, m_metrics.step());
            if (!more)
                return row;
            row.metrics.push_back({m_metrics.text(0), {}, m_metrics.real(1), m_metrics.text(2), m_metrics.text(3)});
        }
    }

private:
    RowLoader(Statement run, FactorReader factors, Statement metrics)
        : m_run(std::move(run)), m_factors(std::move(factors)), m_metrics(std::move(metrics))
    {
    }
    Statement m_run;
    FactorReader m_factors;
    Statement m_metrics;
};

bool numbersFirst(const FactorLevelCount& a, const FactorLevelCount& b)
{
    if (a.number.has_value() != b.number.has_value())
        return a.number.has_value();
    if (a.number && *a.number != *b.number)
        return *a.number < *b.number;
    return a.level < b.level;
}

} // namespace

Result<std::int64_t> ResultQuery::count(const ResultFilter& filter)
{
    const SqlPiece where = whereOf(filter);
    MR_TRY(row, where.prepare(m_database, fmt::format("SELECT count(*) FROM runs r WHERE {}", where.sql)));
    MR_CHECK(row.step());
    return row.integer(0);
}

Result<ResultIndex> ResultQuery::index(const ResultFilter& filter, const ResultOrder& order)
{
    const SqlPiece query = indexQuery(filter, order);
    MR_TRY(row, query.prepare(m_database, query.sql));
    ResultIndex index;
    std::map<std::string, std::int64_t> states;
    for (;;) {
        MR_TRY(there, row.step());
        if (!there)
            break;
        index.runs.push_back(row.id<RunId>(0));
        ++states[row.text(1)];
    }
    for (const auto& [name, count] : states) {
        MR_TRY(state, parseRunState(name));
        index.states.emplace_back(state, count);
    }
    std::sort(index.states.begin(), index.states.end());
    return index;
}

Result<std::vector<ResultRow>> ResultQuery::rows(std::span<const RunId> runs)
{
    MR_TRY(reading, m_database.beginReading());
    MR_TRY(loader, RowLoader::make(m_database));
    std::vector<ResultRow> rows;
    rows.reserve(runs.size());
    for (const RunId run : runs) {
        MR_TRY(row, loader.load(run));
        rows.push_back(std::move(row));
    }
    return rows;
}

Result<std::vector<ResultRow>> ResultQuery::all(const ResultFilter& filter, const ResultOrder& order)
{
    MR_TRY(reading, m_database.beginReading());
    MR_TRY(matching, index(filter, order));
    return rows(matching.runs);
}

Result<std::vector<FactorSummary>> ResultQuery::factors(const ResultFilter& filter)
{
    const SqlPiece where = whereOf(filter);
    MR_TRY(row,
           where.prepare(m_database,
                         fmt::format("SELECT f.name, f.level, f.number, f.unit, count(*), min(f.ordinal) AS o "
                                     "FROM runs r JOIN run_factors f ON f.run_id = r.id WHERE {} "
                                     "GROUP BY f.name, f.level, f.number, f.unit ORDER BY o, f.name",
                                     where.sql)));
    std::vector<FactorSummary> factors;
    for (;;) {
        MR_TRY(there, row.step());
        if (!there)
            break;
        const std::string name = row.text(0);
        auto at = std::find_if(factors.begin(), factors.end(), [&](const auto& factor) { return factor.name == name; });
        if (at == factors.end())
            at = factors.insert(factors.end(), {name, {}});
        FactorLevelCount& level = at->levels.emplace_back();
        level.level = row.text(1);
        if (!row.isNull(2))
            level.number = row.real(2);
        level.unit = row.text(3);
        level.runs = row.integer(4);
    }
    for (FactorSummary& factor : factors)
        std::sort(factor.levels.begin(), factor.levels.end(), numbersFirst);
    return factors;
}

Result<std::vector<FactorSummary>> ResultQuery::onlyWhatDiffers(const ResultFilter& filter)
{
    MR_TRY(total, count(filter));
    MR_TRY(all, factors(filter));
    std::erase_if(all, [&, runs = total](const FactorSummary& factor) {
        return factor.levels.size() == 1 && factor.levels.front().runs == runs;
    });
    return all;
}

Result<std::vector<MetricSummary>> ResultQuery::metrics(const ResultFilter& filter)
{
    const SqlPiece where = whereOf(filter);
    MR_TRY(row,
           where.prepare(m_database,
                         fmt::format("SELECT m.name, m.unit, count(*) FROM runs r JOIN metrics m "
                                     "ON m.run_id = r.id AND m.subject = '' WHERE {} "
                                     "GROUP BY m.name, m.unit ORDER BY m.name, m.unit",
                                     where.sql)));
    std::vector<MetricSummary> metrics;
    for (;;) {
        MR_TRY(there, row.step());
        if (!there)
            return metrics;
        metrics.push_back({row.text(0), row.text(1), row.integer(2)});
    }
}

Result<std::vector<SeriesSummary>> ResultQuery::series(const ResultFilter& filter)
{
    const SqlPiece where = whereOf(filter);
    MR_TRY(
        row,
        where.prepare(m_database,
                      fmt::format("SELECT s.name, min(s.unit), count(DISTINCT s.run_id) AS runs, count(*) FROM runs r "
                                  "JOIN series s ON s.run_id = r.id WHERE {} GROUP BY s.name "
                                  "ORDER BY runs DESC, s.name",
                                  where.sql)));
    std::vector<SeriesSummary> names;
    for (;;) {
        MR_TRY(there, row.step());
        if (!there)
            return names;
        names.push_back({row.text(0), row.text(1), row.integer(2), row.integer(3)});
    }
}

Result<std::vector<RunId>> ResultQuery::runsWithSeries(const ResultFilter& filter)
{
    const SqlPiece where = whereOf(filter);
    MR_TRY(row,
           where.prepare(m_database,
                         fmt::format("SELECT r.id FROM runs r WHERE ({}) AND EXISTS "
                                     "(SELECT 1 FROM series s WHERE s.run_id = r.id) ORDER BY r.id",
                                     where.sql)));
    std::vector<RunId> runs;
    for (;;) {
        MR_TRY(there, row.step());
        if (!there)
            return runs;
        runs.push_back(row.id<RunId>(0));
    }
}

} // namespace millrace::store
