// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/chunk_codec.h"
#include "core/store/series_repository.h"

#include <functional>

namespace millrace::store {

/// Reads many series one after the other with reused statements, chunk by chunk: the cost of a thousand short series is
/// that of their samples. One connection, one thread.
class SeriesScan
{
public:
    [[nodiscard]] static Result<SeriesScan> make(Database& database);

    /// Appends the series of this name of a run, ordered by node.
    [[nodiscard]] Result<void> list(RunId run, std::string_view name, std::vector<SeriesRecord>& records);

    /// Takes samples in the order of appending; valid during the call. False ends the reading.
    using Take = std::function<bool(std::span<const std::int64_t> times, std::span<const double> values)>;
    /// Reads the chunks that overlap the range, whole. Damaged ones are counted in `issues` ("damaged-chunk").
    [[nodiscard]] Result<void> read(SeriesId id, const TimeRange& range, Issues& issues, const Take& take);

private:
    SeriesScan(Statement list, Statement all, Statement some)
        : m_list(std::move(list)), m_all(std::move(all)), m_some(std::move(some))
    {
    }
    Statement m_list;
    Statement m_all; ///< chunks of a series
    Statement m_some; ///< those that overlap a range
    ChunkDecoder m_decoder;
    std::vector<std::int64_t> m_times;
    std::vector<double> m_values;
};

} // namespace millrace::store
