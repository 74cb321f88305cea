// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/series_packer.h"

#include <algorithm>

namespace millrace::store {

void SeriesPacker::add(ChunkEncoder& encoder, std::span<const std::int64_t> times, std::span<const double> values,
                       PackedSeries& packed)
{
    while (!times.empty()) {
        const std::size_t size = std::min(chunkSamples - m_times.size(), times.size());
        m_times.insert(m_times.end(), times.begin(), times.begin() + static_cast<std::ptrdiff_t>(size));
        m_values.insert(m_values.end(), values.begin(), values.begin() + static_cast<std::ptrdiff_t>(size));
        times = times.subspan(size);
        values = values.subspan(size);
        if (m_times.size() == chunkSamples)
            closeChunk(encoder, packed);
    }
}

ChunkRow SeriesPacker::makeRow(ChunkEncoder& encoder, std::size_t from, std::size_t to) const
{
    const auto times = std::span(m_times).subspan(from, to - from);
    const auto values = std::span(m_values).subspan(from, to - from);
    ChunkRow row;
    row.firstSample = m_firstSample + static_cast<std::int64_t>(from);
    row.samples = times.size();
    row.data = encoder.encode(times, values);
    row.overview = encodeOverview(encoder, times, values);
    return row;
}

void SeriesPacker::closeChunk(ChunkEncoder& encoder, PackedSeries& packed)
{
    if (m_smallChunks > 0)
        packed.replaceFrom = m_firstSample;
    packed.rows.push_back(makeRow(encoder, 0, m_times.size()));
    m_firstSample += static_cast<std::int64_t>(m_times.size());
    m_times.clear();
    m_values.clear();
    m_packed = 0;
    m_smallChunks = 0;
}

PackedSeries SeriesPacker::pack(ChunkEncoder& encoder, bool atEnd)
{
    PackedSeries packed{m_series, {}, {}};
    const bool isNew = m_times.size() > m_packed;
    if (atEnd && (m_smallChunks > 1 || (m_smallChunks == 1 && isNew))) {
        closeChunk(encoder, packed);
    } else if (isNew) {
        packed.rows.push_back(makeRow(encoder, m_packed, m_times.size()));
        m_packed = m_times.size();
        ++m_smallChunks;
    }
    return packed;
}

SeriesRowWriter::SeriesRowWriter(Statement exists, Statement remove, Statement chunk, Statement overview)
    : m_exists(std::move(exists)), m_remove(std::move(remove)), m_chunk(std::move(chunk)),
      m_overview(std::move(overview))
{
}

Result<SeriesRowWriter> SeriesRowWriter::make(Database& database)
{
    MR_TRY(exists, database.prepare("SELECT 1 FROM series WHERE id = ?"));
    MR_TRY(remove, database.prepare("DELETE FROM chunks WHERE series_id = ? AND first_sample >= ?"));
    MR_TRY(chunk, database.prepare("INSERT INTO chunks (series_id, first_sample, samples, data) VALUES (?, ?, ?, ?)"));
    MR_TRY(overview,
           database.prepare("INSERT INTO overviews (series_id, first_sample, samples, earliest_ns, latest_ns, "
                            "blocks) VALUES (?, ?, ?, ?, ?, ?)"));
    return SeriesRowWriter(std::move(exists), std::move(remove), std::move(chunk), std::move(overview));
}

Result<bool> SeriesRowWriter::write(const PackedSeries& packed)
{
    m_exists.bindAll(packed.series);
    MR_TRY(there, m_exists.step());
    m_exists.reset();
    if (!there)
        return false;
    if (packed.replaceFrom)
        MR_CHECK(m_remove.run(packed.series, *packed.replaceFrom));
    for (const ChunkRow& row : packed.rows) {
        const auto samples = static_cast<std::int64_t>(row.samples);
        MR_CHECK(m_chunk.run(packed.series, row.firstSample, samples, std::span<const std::byte>(row.data)));
        MR_CHECK(m_overview.run(packed.series, row.firstSample, samples, row.overview.earliest, row.overview.latest,
                                std::span<const std::byte>(row.overview.blocks)));
    }
    return true;
}

} // namespace millrace::store
