// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/series_pyramid.h"

#include <deque>

namespace millrace::analysis {

/// How much of a growing series is kept, and at which resolution.
struct RecentLimits
{
    /// Samples kept unchanged; up to twice as many are stored.
    std::size_t samples = std::size_t(1) << 15;
    /// Blocks of each resolution. Data older than the samples is in blocks of 16 samples, data older than those in
    /// blocks of 64, and so on.
    std::size_t blocks = std::size_t(1) << 13;
};

/// An endlessly growing series in bounded memory: the newest samples unchanged, older ones as blocks with their
/// extremes, coarser with age. Samples may arrive late. Not thread-safe.
class RecentSeries
{
public:
    explicit RecentSeries(RecentLimits limits = {});

    /// Both spans have the same length.
    void append(std::span<const std::int64_t> times, std::span<const double> values);

    /// Of all samples that were appended.
    [[nodiscard]] std::int64_t count() const noexcept { return m_count; }
    [[nodiscard]] bool empty() const noexcept { return m_count == 0; }
    /// Of the earliest and the latest sample; do not call when empty().
    [[nodiscard]] std::int64_t firstTime() const noexcept;
    [[nodiscard]] std::int64_t lastTime() const noexcept;
    /// From here on every sample is kept unchanged.
    [[nodiscard]] std::int64_t exactFrom() const noexcept { return m_newest.times().front(); }

    /// The samples with begin <= time < end in `width` equal intervals, as in SeriesPyramid; before exactFrom() a block
    /// belongs entirely to the interval of its first sample. No extreme is ever lost.
    [[nodiscard]] std::vector<SeriesColumn> columns(std::int64_t begin, std::int64_t end, std::size_t width) const;
    /// The same, and if they exist, the nearest sample or block before the range and after it, which a line needs to
    /// reach both edges.
    [[nodiscard]] std::vector<SeriesColumn> columnsAround(std::int64_t begin, std::int64_t end,
                                                          std::size_t width) const;
    /// Memory used by the samples and blocks, bytes.
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
