// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/series_pyramid.h"

#include <deque>

namespace millrace::analysis {

/// How much of a growing series is remembered, and how finely.
struct RecentLimits
{
    /// Samples that are kept as they are; up to twice as many are held.
    std::size_t samples = std::size_t(1) << 15;
    /// Blocks of each coarseness. What is older than the samples lies in blocks of 16 samples, what is older than those
    /// in blocks of 64, and so on.
    std::size_t blocks = std::size_t(1) << 13;
};

/// A series that grows without end in memory that does not: the newest samples as they are, older ones as blocks with
/// their extremes, the coarser the older. Samples may come late. Not thread-safe.
class RecentSeries
{
public:
    explicit RecentSeries(RecentLimits limits = {});

    /// Both spans have the same length.
    void append(std::span<const std::int64_t> times, std::span<const double> values);

    /// Of all samples that were appended.
    [[nodiscard]] std::int64_t count() const noexcept { return m_count; }
    [[nodiscard]] bool empty() const noexcept { return m_count == 0; }
    /// Of the earliest and the latest sample; not when empty().
    [[nodiscard]] std::int64_t firstTime() const noexcept;
    [[nodiscard]] std::int64_t lastTime() const noexcept;
    /// From here on every sample is kept as it is.
    [[nodiscard]] std::int64_t exactFrom() const noexcept { return m_newest.times().front(); }

    /// The samples with begin <= time < end in `width` equal stretches, as SeriesPyramid gives them; before exactFrom()
    /// a block lies whole in the stretch of its first sample. No extreme is ever lost.
    [[nodiscard]] std::vector<SeriesColumn> columns(std::int64_t begin, std::int64_t end, std::size_t width) const;
    /// The same, and where there are any, the nearest sample or block before the range and the nearest after it: what a
    /// line needs in order to reach both edges.
    [[nodiscard]] std::vector<SeriesColumn> columnsAround(std::int64_t begin, std::int64_t end,
                                                          std::size_t width) const;
    /// Bytes that the samples and blocks take.
    [[nodiscard]] std::size_t memory() const noexcept;

private:
    using Level = std::deque<SeriesColumn>;

    void mergeLate(std::int64_t time, double value);
    void retire();
    [[nodiscard]] const SeriesColumn* blockBefore(std::int64_t time) const;
    [[nodiscard]] const SeriesColumn* blockFrom(std::int64_t time) const;

    RecentLimits m_limits;
    SeriesPyramid m_newest;
    std::vector<Level> m_levels; ///< the finest and newest first; in each the oldest first
    std::int64_t m_count = 0;
};

/// The sample before `begin` and the first one at or after `end` as columns of their own around `columns`.
void addNeighbours(const SeriesPyramid& pyramid, std::int64_t begin, std::int64_t end,
                   std::vector<SeriesColumn>& columns);

} // namespace millrace::analysis
