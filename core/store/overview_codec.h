// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/series.h"
#include "core/store/chunk_codec.h"

namespace millrace::store {

/// Samples per block of an overview: 16 blocks in a chunk.
inline constexpr std::size_t overviewSamples = 256;

/// Data of a chunk for plots. Layout of `blocks`:
///
///   byte 1 (format), varint samples,
///   times:  first and last time of block 0, first and last time of block 1, …
///   values: minimum, maximum, first, last of block 0, …
///   varint gaps of block 0, …
///   XXH64 of all before
///
/// Times and values are encoded as in chunk_codec.h.
struct ChunkOverview
{
    std::int64_t earliest = 0; ///< nanoseconds since the epoch
    std::int64_t latest = 0;
    Bytes blocks;
};

[[nodiscard]] ChunkOverview encodeOverview(ChunkEncoder& encoder, std::span<const std::int64_t> times,
                                           std::span<const double> values);

/// Decodes them one after the other.
class OverviewDecoder
{
public:
    /// Appends the blocks; on Corrupt nothing is appended.
    [[nodiscard]] Result<void> decode(std::span<const std::byte> bytes, std::vector<analysis::SeriesColumn>& blocks);

private:
    ChunkDecoder m_decoder;
    std::vector<std::int64_t> m_times;
    std::vector<double> m_values;
};

} // namespace millrace::store
