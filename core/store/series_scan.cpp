// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/series_scan.h"

#include <fmt/format.h>

namespace millrace::store {

Result<SeriesScan> SeriesScan::make(Database& database)
{
    MR_TRY(list,
           database.prepare("SELECT s.id, s.node, s.unit, coalesce(sum(o.samples), 0), min(o.earliest_ns), "
                            "max(o.latest_ns) FROM series s LEFT JOIN overviews o ON o.series_id = s.id "
                            "WHERE s.run_id = ? AND s.name = ? GROUP BY s.id ORDER BY s.node"));
    MR_TRY(all, database.prepare("SELECT first_sample, data FROM chunks WHERE series_id = ? ORDER BY first_sample"));
    MR_TRY(some,
           database.prepare("SELECT c.first_sample, c.data FROM overviews o CROSS JOIN chunks c "
                            "USING (series_id, first_sample) WHERE o.series_id = ? AND o.latest_ns >= ? "
                            "AND o.earliest_ns < ? ORDER BY 1"));
    return SeriesScan(std::move(list), std::move(all), std::move(some));
}

Result<void> SeriesScan::list(RunId run, std::string_view name, std::vector<SeriesRecord>& records)
{
    m_list.reset();
    m_list.bindAll(run, name);
    for (;;) {
        MR_TRY(there, m_list.step());
        if (!there)
            return {};
        records.push_back({m_list.id<SeriesId>(0), run, std::string(name), m_list.text(1), m_list.text(2),
                           m_list.integer(3), m_list.integer(4), m_list.integer(5)});
    }
}

Result<void> SeriesScan::read(SeriesId id, const TimeRange& range, Issues& issues, const Take& take)
{
    const TimeRange everything;
    const bool whole = range.begin == everything.begin && range.end == everything.end;
    Statement& row = whole ? m_all : m_some;
    row.reset();
    row.bind(1, id);
    if (!whole) {
        row.bind(2, range.begin);
        row.bind(3, range.end);
    }
    for (;;) {
        MR_TRY(there, row.step());
        if (!there)
            return {};
        m_times.clear();
        m_values.clear();
        if (const auto done = m_decoder.decode(row.blob(1), m_times, m_values); !done) {
            countIssue(issues,
                       {"damaged-chunk", Severity::Error, 1, done.error().what,
                        fmt::format("series {}, from sample {}", id.value, row.integer(0))});
            continue;
        }
        if (!take(m_times, m_values)) {
            row.reset();
            return {};
        }
    }
}

} // namespace millrace::store
