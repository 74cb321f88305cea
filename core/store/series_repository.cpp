// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/series_repository.h"

#include "core/analysis/series_pyramid.h"
#include "core/store/series_packer.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::store {

using analysis::Series;
using analysis::SeriesColumn;

namespace {

constexpr std::string_view recordSql =
    "SELECT s.id, s.run_id, s.name, s.node, s.unit, coalesce(sum(o.samples), 0), min(o.earliest_ns), "
    "max(o.latest_ns) FROM series s LEFT JOIN overviews o ON o.series_id = s.id ";

SeriesRecord readRecord(const Statement& row)
{
    return {row.id<SeriesId>(0), row.id<RunId>(1), row.text(2),    row.text(3),
            row.text(4),         row.integer(5),   row.integer(6), row.integer(7)};
}

bool isAll(const TimeRange& range)
{
    const TimeRange all;
    return range.begin == all.begin && range.end == all.end;
}

/// Moves the part of a chunk in the range to its front.
void keepRange(Series& series, std::size_t from, const TimeRange& range)
{
    std::size_t to = from;
    for (std::size_t i = from; i < series.times.size(); ++i)
        if (series.times[i] >= range.begin && series.times[i] < range.end) {
            series.times[to] = series.times[i];
            series.values[to++] = series.values[i];
        }
    series.times.resize(to);
    series.values.resize(to);
}

void countDamage(Issues& issues, SeriesId id, std::int64_t firstSample, const Error& error)
{
    countIssue(issues,
               {"damaged-chunk", Severity::Error, 1, error.what,
                fmt::format("series {}, from sample {}", id.value, firstSample)});
}

/// The blocks of all chunks that touch a range.
struct Blocks
{
    std::vector<SeriesColumn> blocks;
    std::int64_t samples = 0;
    std::int64_t earliest = std::numeric_limits<std::int64_t>::max();
    std::int64_t latest = std::numeric_limits<std::int64_t>::min();
};

Result<Blocks> readBlocks(Database& database, SeriesId id, const TimeRange& range, Issues& issues)
{
    MR_TRY(row,
           database.prepare("SELECT first_sample, samples, earliest_ns, latest_ns, blocks FROM overviews "
                            "WHERE series_id = ? AND latest_ns >= ? AND earliest_ns < ? ORDER BY first_sample"));
    row.bindAll(id, range.begin, range.end);
    OverviewDecoder decoder;
    Blocks blocks;
    for (;;) {
        MR_TRY(there, row.step());
        if (!there)
            return blocks;
        if (const auto done = decoder.decode(row.blob(4), blocks.blocks); !done) {
            countDamage(issues, id, row.integer(0), done.error());
            continue;
        }
        blocks.samples += row.integer(1);
        blocks.earliest = std::min(blocks.earliest, row.integer(2));
        blocks.latest = std::max(blocks.latest, row.integer(3));
    }
}

std::vector<SeriesColumn> toColumns(const Blocks& blocks, const TimeRange& range, std::size_t width)
{
    std::vector<SeriesColumn> columns(width);
    for (const SeriesColumn& block : blocks.blocks) {
        if (block.lastTime < range.begin || block.firstTime >= range.end)
            continue;
        const std::int64_t time = std::max(block.firstTime, range.begin);
        mergeColumn(columns[analysis::stretchOf(time, range.begin, range.end, width)], block);
    }
    std::erase_if(columns, [](const SeriesColumn& column) { return column.count + column.gaps == 0; });
    return columns;
}

} // namespace

Result<SeriesId> SeriesRepository::save(RunId run, const Series& series)
{
    MR_TRY(written, saveNew(run, std::span(&series, 1)));
    if (written == 0)
        return fail(
            ErrorCode::AlreadyExists,
            fmt::format("run {} has a series \"{}\" of node \"{}\" already", run.value, series.name, series.node));
    MR_TRY(record, find(run, series.name, series.node));
    return record->id;
}

Result<std::size_t> SeriesRepository::saveNew(RunId run, std::span<const Series> all)
{
    MR_TRY(transaction, m_database.begin());
    MR_TRY(insert,
           m_database.prepare("INSERT INTO series (run_id, name, node, unit) VALUES (?, ?, ?, ?) "
                              "ON CONFLICT (run_id, name, node) DO NOTHING"));
    MR_TRY(writer, SeriesRowWriter::make(m_database));
    ChunkEncoder encoder;
    std::size_t written = 0;
    for (const Series& series : all) {
        MR_CHECK(insert.run(run, series.name, series.node, series.unit));
        if (m_database.changes() == 0)
            continue;
        const SeriesId id{m_database.lastRowId()};
        SeriesPacker packer(id, 0);
        PackedSeries full{id, {}, {}};
        packer.add(encoder, series.times, series.values, full);
        MR_CHECK(writer.write(full));
        MR_CHECK(writer.write(packer.pack(encoder, true)));
        ++written;
    }
    MR_CHECK(transaction.commit());
    return written;
}

Result<std::vector<SeriesRecord>> SeriesRepository::list(RunId run)
{
    MR_TRY(row,
           m_database.prepare(fmt::format("{} WHERE s.run_id = ? GROUP BY s.id ORDER BY s.name, s.node", recordSql)));
    row.bindAll(run);
    std::vector<SeriesRecord> records;
    for (;;) {
        MR_TRY(there, row.step());
        if (!there)
            return records;
        records.push_back(readRecord(row));
    }
}

Result<std::optional<SeriesRecord>> SeriesRepository::find(RunId run, std::string_view name, std::string_view node)
{
    MR_TRY(row,
           m_database.prepare(
               fmt::format("{} WHERE s.run_id = ? AND s.name = ? AND s.node = ? GROUP BY s.id", recordSql)));
    row.bindAll(run, name, node);
    MR_TRY(there, row.step());
    return there ? std::optional(readRecord(row)) : std::nullopt;
}

Result<Series> SeriesRepository::read(SeriesId id, Issues& issues, const TimeRange& range)
{
    MR_TRY(head,
           m_database.prepare("SELECT s.name, s.node, s.unit, coalesce(sum(o.samples), 0), count(*) FROM series s "
                              "LEFT JOIN overviews o ON o.series_id = s.id AND o.latest_ns >= ? "
                              "AND o.earliest_ns < ? WHERE s.id = ? GROUP BY s.id"));
    head.bindAll(range.begin, range.end, id);
    MR_TRY(known, head.step());
    if (!known)
        return fail(ErrorCode::NotFound, fmt::format("there is no series {} in the store", id.value));
    Series series{head.text(0), head.text(1), head.text(2), {}, {}};
    const auto most = std::min(head.integer(3), head.integer(4) * static_cast<std::int64_t>(chunkSamples));
    series.times.reserve(static_cast<std::size_t>(std::max<std::int64_t>(most, 0)));
    series.values.reserve(series.times.capacity());

    const std::string condition = isAll(range)
        ? "chunks c WHERE c.series_id = ?1"
        : "overviews o CROSS JOIN chunks c USING (series_id, first_sample) WHERE o.series_id = ?1 "
          "AND o.latest_ns >= ?2 AND o.earliest_ns < ?3";
    MR_TRY(row, m_database.prepare(fmt::format("SELECT c.first_sample, c.data FROM {} ORDER BY 1", condition)));
    row.bind(1, id);
    if (!isAll(range)) {
        row.bind(2, range.begin);
        row.bind(3, range.end);
    }
    ChunkDecoder decoder;
    for (;;) {
        MR_TRY(there, row.step());
        if (!there)
            return series;
        const std::size_t before = series.times.size();
        if (const auto done = decoder.decode(row.blob(1), series.times, series.values); !done)
            countDamage(issues, id, row.integer(0), done.error());
        else if (!isAll(range))
            keepRange(series, before, range);
    }
}

Result<Overview> SeriesRepository::overview(SeriesId id, std::size_t width, Issues& issues, const TimeRange& range)
{
    Overview overview;
    MR_TRY(blocks, readBlocks(m_database, id, range, issues));
    if (blocks.blocks.empty() || width == 0)
        return overview;
    TimeRange cut = range;
    cut.begin = std::max(range.begin, blocks.earliest);
    if (blocks.latest < std::numeric_limits<std::int64_t>::max())
        cut.end = std::min(range.end, blocks.latest + 1);
    if (cut.begin >= cut.end)
        return overview;
    // Reads the samples themselves unless blocks are clearly finer than columns.
    const std::size_t few = std::max(16 * chunkSamples, width * overviewSamples / 2);
    overview.exact = static_cast<std::size_t>(blocks.samples) <= few;
    if (!overview.exact) {
        overview.columns = toColumns(blocks, cut, width);
        return overview;
    }
    MR_TRY(series, read(id, issues, cut));
    analysis::SeriesPyramid pyramid;
    pyramid.append(series.times, series.values);
    overview.columns = pyramid.columns(cut.begin, cut.end, width);
    return overview;
}

} // namespace millrace::store
