// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/series_packer.h"

#include <algorithm>

namespace millrace::store {

void SeriesPacker::add(std::span<const std::int64_t> times, std::span<const double> values)
{
    m_times.insert(m_times.end(), times.begin(), times.end());
    m_values.insert(m_values.end(), values.begin(), values.end());
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

PackedSeries SeriesPacker::pack(ChunkEncoder& encoder, bool atEnd)
{
    PackedSeries packed;
    packed.series = m_series;
    const std::size_t size = m_times.size();
    const bool isNew = size > m_packed;
    const bool anew = size >= chunkSamples || (atEnd && (m_smallChunks > 1 || (m_smallChunks == 1 && isNew)));
    if (!anew && !isNew)
        return packed;
    if (anew && m_smallChunks > 0)
        packed.replaceFrom = m_firstSample;
    std::size_t from = anew ? 0 : m_packed;
    while (from < size) {
        const std::size_t to = std::min(size, from + chunkSamples);
        packed.rows.push_back(makeRow(encoder, from, to));
        from = to;
    }
    m_smallChunks = anew ? 0 : m_smallChunks;
    const std::size_t full = size / chunkSamples * chunkSamples;
    m_smallChunks += size > full ? 1 : 0;
    m_packed = size - full;
    m_firstSample += static_cast<std::int64_t>(full);
    m_times.erase(m_times.begin(), m_times.begin() + static_cast<std::ptrdiff_t>(full));
    m_values.erase(m_values.begin(), m_values.begin() + static_cast<std::ptrdiff_t>(full));
    if (full > chunkSamples) {
        m_times.shrink_to_fit();
        m_values.shrink_to_fit();
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
