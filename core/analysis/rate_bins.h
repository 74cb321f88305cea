// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/series.h"
#include "core/base/result.h"
#include "core/capture/packet.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace millrace::analysis {

/// Traffic in equal periods. Only bins with traffic are rows, so a silent week costs nothing. The vectors have the same
/// length; `index` is strictly ascending.
struct BinnedSeries
{
    std::int64_t start = 0; ///< start time of bin 0, nanoseconds since the epoch
    std::int64_t width = 1'000'000; ///< of a bin, nanoseconds; above 0
    std::vector<std::int64_t> index; ///< number of the bin: it covers start + index·width until start + (index+1)·width
    std::vector<double> bytes; ///< not negative
    std::vector<std::uint32_t> packets; ///< at most 2^32 - 1, even if there were more

    [[nodiscard]] std::size_t size() const noexcept { return index.size(); }
    [[nodiscard]] bool empty() const noexcept { return index.empty(); }
    [[nodiscard]] std::int64_t beginOf(std::int64_t bin) const noexcept { return start + bin * width; }
    /// The number of the bin that covers a time.
    [[nodiscard]] std::int64_t binOf(std::int64_t time) const noexcept;
    /// bit/s of a bin with this many bytes.
    [[nodiscard]] double rate(double binBytes) const noexcept { return binBytes * 8e9 / static_cast<double>(width); }

    bool operator==(const BinnedSeries&) const = default;
};

/// Numbers of bins from `from` up to, but without, `to`.
struct BinRange
{
    std::int64_t from = 0;
    std::int64_t to = 0;

    /// At most the largest std::int64_t.
    [[nodiscard]] std::int64_t bins() const noexcept
    {
        const std::uint64_t count = to > from ? static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from) : 0;
        return static_cast<std::int64_t>(std::min(count, ~std::uint64_t(0) >> 1));
    }
    bool operator==(const BinRange&) const = default;
};

/// From the first bin with traffic to the last; empty without traffic.
[[nodiscard]] BinRange extent(const BinnedSeries& series) noexcept;

/// Wire bytes of packets in any order of time. Bins begin at multiples of the width since the epoch.
[[nodiscard]] BinnedSeries binPackets(std::span<const capture::Packet> packets, std::int64_t width);
/// A rate series in bit/s, each value held until the next sample but at most `longestHold` nanoseconds, the last one
/// not at all; packets are unknown and 0. NaN and negative values count as 0, times must ascend. InvalidInput where
/// that requires more than `most` bins.
[[nodiscard]] Result<BinnedSeries> binRates(const Series& rates, std::int64_t width, std::int64_t longestHold,
                                            std::size_t most = std::size_t(1) << 23);

/// Bins that are `factor` (at least 1) times as wide. Series with equal widths and grids keep equal grids.
[[nodiscard]] BinnedSeries coarsen(const BinnedSeries& series, std::int64_t factor);
/// The sum of all series. InvalidInput when the widths or the grids differ.
[[nodiscard]] Result<BinnedSeries> sumOf(std::span<const BinnedSeries> series);
/// The bins of a range; their numbers stay.
[[nodiscard]] BinnedSeries slice(const BinnedSeries& series, const BinRange& range);
/// The bytes of every bin of a range, 0 in those without traffic. InvalidInput when that requires more than `most`
/// bins.
[[nodiscard]] Result<std::vector<double>> dense(const BinnedSeries& series, const BinRange& range,
                                                std::size_t most = std::size_t(1) << 23);

/// Statistics of the bins of a range, including those without traffic; NaN: unknown.
struct BinStatistics
{
    std::int64_t bins = 0;
    std::int64_t busy = 0; ///< with traffic
    double bytes = 0;
    double mean = 0; ///< bytes per bin; also the time-weighted mean rate after BinnedSeries::rate
    double deviation = 0; ///< of all bins (population), bytes
    double peak = 0; ///< bytes
    double peakToMean = 0;
    double idleShare = 0; ///< of the bins, from 0 to 1
};
[[nodiscard]] BinStatistics statisticsOf(const BinnedSeries& series, const BinRange& range);
/// Quantiles of the bytes of all bins of a range, empty ones included, as millrace::quantile defines them (R type 7).
[[nodiscard]] std::vector<double> quantilesOf(const BinnedSeries& series, const BinRange& range,
                                              std::span<const double> fractions);

} // namespace millrace::analysis
