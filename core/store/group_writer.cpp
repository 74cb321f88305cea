// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/group_writer.h"

#include "core/store/run_data_rows.h"
#include "core/store/run_rows.h"

#include <iterator>

namespace millrace::store {

namespace {

template <typename T>
void moveInto(std::vector<T>& to, std::vector<T>& from)
{
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
    from.clear();
}

} // namespace

Result<std::int64_t> GroupWriter::askNumber(std::string_view sql, std::int64_t parameter)
{
    MR_TRY(row, m_database.prepare(sql));
    row.bindAll(parameter);
    MR_TRY(there, row.step());
    return there ? row.integer(0) : 0;
}

Result<void> GroupWriter::checkRun(RunId run)
{
    MR_TRY(count, askNumber("SELECT count(*) FROM runs WHERE id = ?", run.value));
    if (count == 0)
        return noSuchRun(run);
    if (!m_logs.contains(run)) {
        MR_TRY(lines, askNumber("SELECT max(first_line + lines) FROM log_blocks WHERE run_id = ?", run.value));
        m_logs.emplace(run, LogPacker(run, lines));
    }
    return {};
}

Result<SeriesId> GroupWriter::addSeries(RunId run, std::string_view name, std::string_view node, std::string_view unit)
{
    MR_CHECK(checkRun(run));
    // The commit of the first samples makes it durable.
    MR_CHECK(m_database.execute("PRAGMA synchronous = NORMAL"));
    auto id = insertSeries(run, name, node, unit);
    MR_CHECK(m_database.execute("PRAGMA synchronous = FULL"));
    if (id && !m_series.contains(*id)) {
        MR_TRY(samples, askNumber("SELECT max(first_sample + samples) FROM overviews WHERE series_id = ?", id->value));
        m_series.emplace(*id, OpenSeries{run, SeriesPacker(*id, samples)});
    }
    return id;
}

Result<SeriesId> GroupWriter::insertSeries(RunId run, std::string_view name, std::string_view node,
                                           std::string_view unit)
{
    MR_TRY(transaction, m_database.begin());
    MR_TRY(insert,
           m_database.prepare("INSERT INTO series (run_id, name, node, unit) VALUES (?, ?, ?, ?) "
                              "ON CONFLICT (run_id, name, node) DO NOTHING"));
    MR_CHECK(insert.run(run, name, node, unit));
    MR_TRY(row, m_database.prepare("SELECT id FROM series WHERE run_id = ? AND name = ? AND node = ?"));
    row.bindAll(run, name, node);
    MR_CHECK(row.step());
    const auto id = row.id<SeriesId>(0);
    row.reset();
    MR_CHECK(transaction.commit());
    return id;
}

void GroupWriter::take(Intake& intake)
{
    // The memory of active series is reused.
    std::erase_if(intake.series, [](const auto& entry) { return entry.second.times.empty(); });
    for (auto& [id, samples] : intake.series) {
        if (const auto at = m_series.find(SeriesId{id}); at != m_series.end()) {
            PackedSeries packed{at->first, {}, {}};
            at->second.packer.add(m_encoder, samples.times, samples.values, packed);
            keep(std::move(packed));
        }
        samples.times.clear();
        samples.values.clear();
    }
    for (auto& [run, lines] : intake.lines) {
        const auto at = m_logs.find(run);
        if (at == m_logs.end())
            continue;
        at->second.add(std::move(lines));
    }
    moveInto(m_events, intake.events);
    moveInto(m_metrics, intake.metrics);
    intake.lines.clear();
    intake.bytes = 0;
}

std::vector<SeriesId> GroupWriter::finish(RunId run)
{
    std::vector<SeriesId> finished;
    for (auto at = m_series.begin(); at != m_series.end();) {
        if (at->second.run != run) {
            ++at;
            continue;
        }
        keep(at->second.packer.pack(m_encoder, true));
        finished.push_back(at->first);
        at = m_series.erase(at);
    }
    if (const auto at = m_logs.find(run); at != m_logs.end()) {
        keep(at->second.pack(m_zstd, true));
        m_logs.erase(at);
    }
    return finished;
}

void GroupWriter::keep(PackedSeries packed)
{
    if (!packed.rows.empty())
        m_packedSeries.push_back(std::move(packed));
}

void GroupWriter::keep(PackedLog packed)
{
    if (!packed.rows.empty())
        m_packedLogs.push_back(std::move(packed));
}

Result<void> GroupWriter::write()
{
    for (auto& [id, open] : m_series)
        keep(open.packer.pack(m_encoder, false));
    for (auto& [run, packer] : m_logs)
        keep(packer.pack(m_zstd, false));
    if (m_packedSeries.empty() && m_packedLogs.empty() && m_events.empty() && m_metrics.empty())
        return {};
    MR_CHECK(writeAll());
    for (const SeriesId id : m_gone)
        m_series.erase(id);
    m_packedSeries.clear();
    m_packedLogs.clear();
    m_events.clear();
    m_metrics.clear();
    return {};
}

Result<void> GroupWriter::writeAll()
{
    MR_TRY(transaction, m_database.begin());
    MR_TRY(writer, SeriesRowWriter::make(m_database));
    m_gone.clear();
    for (const PackedSeries& packed : m_packedSeries) {
        MR_TRY(there, writer.write(packed));
        if (!there)
            m_gone.push_back(packed.series);
    }
    for (const PackedLog& packed : m_packedLogs)
        MR_CHECK(writeLogRows(m_database, packed));
    MR_CHECK(writeEvents());
    MR_CHECK(writeMetricRows());
    return transaction.commit();
}

Result<void> GroupWriter::writeEvents()
{
    for (const auto& [run, event] : m_events)
        MR_CHECK(store::writeEvents(m_database, run, std::span(&event, 1)));
    return {};
}

Result<void> GroupWriter::writeMetricRows()
{
    for (const auto& [run, metric] : m_metrics)
        MR_CHECK(writeMetrics(m_database, run, std::span(&metric, 1)));
    return {};
}

} // namespace millrace::store
