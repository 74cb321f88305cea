// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/database.h"
#include "core/store/overview_codec.h"
#include "core/store/records.h"

#include <optional>

namespace millrace::store {

struct ChunkRow
{
    std::int64_t firstSample = 0;
    std::size_t samples = 0;
    Bytes data;
    ChunkOverview overview;
};

/// Changes to the stored chunks of a series.
struct PackedSeries
{
    SeriesId series;
    std::optional<std::int64_t> replaceFrom; ///< rows from this sample on are replaced
    std::vector<ChunkRow> rows;
};

/// Cuts the samples of one series into chunks. While a series is live, its newest samples go into small chunks, so that
/// they are on the disk soon; a full chunk, or the end, replaces the small ones. Keeps fewer than chunkSamples samples.
class SeriesPacker
{
public:
    SeriesPacker(SeriesId series, std::int64_t firstSample) : m_series(series), m_firstSample(firstSample) { }

    [[nodiscard]] SeriesId series() const noexcept { return m_series; }
    /// Adds samples; full chunks go to `packed`.
    void add(ChunkEncoder& encoder, std::span<const std::int64_t> times, std::span<const double> values,
             PackedSeries& packed);
    /// Returns the added samples not yet returned. `atEnd`: no small chunks remain.
    [[nodiscard]] PackedSeries pack(ChunkEncoder& encoder, bool atEnd);

private:
    [[nodiscard]] ChunkRow makeRow(ChunkEncoder& encoder, std::size_t from, std::size_t to) const;
    void closeChunk(ChunkEncoder& encoder, PackedSeries& packed);

    SeriesId m_series;
    std::int64_t m_firstSample; ///< number of the first one kept
    std::vector<std::int64_t> m_times;
    std::vector<double> m_values;
    std::size_t m_packed = 0; ///< of those kept, in small chunks
    std::size_t m_smallChunks = 0;
};

/// Writes packed series, inside a transaction of the caller.
class SeriesRowWriter
{
public:
    [[nodiscard]] static Result<SeriesRowWriter> make(Database& database);
    /// Returns false, without writing, if the series is not in the store any more.
    [[nodiscard]] Result<bool> write(const PackedSeries& packed);

private:
    SeriesRowWriter(Statement exists, Statement remove, Statement chunk, Statement overview);
    Statement m_exists;
    Statement m_remove;
    Statement m_chunk;
    Statement m_overview;
};

} // namespace millrace::store
