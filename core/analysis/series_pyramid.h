// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/series.h"

#include <cstddef>
#include <span>

namespace millrace::analysis {

/// Summarises consecutive samples in one column; NaN values count as gaps.
[[nodiscard]] SeriesColumn columnOf(std::span<const std::int64_t> times, std::span<const double> values);
/// Appends `later` to `column`; either may be empty (count and gaps 0).
void mergeColumn(SeriesColumn& column, const SeriesColumn& later);

/// Samples with their minima and maxima, each level 16 times coarser than the one below: draws any part of a long
/// series in time that depends only on the width. Samples may come in any order of time; late ones are inserted. Not
/// thread-safe.
class SeriesPyramid
{
public:
    static constexpr std::size_t fanOut = 16;

    void append(std::int64_t time, double value);
    /// Both spans have the same length.
    void append(std::span<const std::int64_t> times, std::span<const double> values);

    [[nodiscard]] std::size_t size() const noexcept { return m_times.size(); }
    [[nodiscard]] bool empty() const noexcept { return m_times.empty(); }
    /// Ascending.
    [[nodiscard]] const std::vector<std::int64_t>& times() const noexcept { return m_times; }
    [[nodiscard]] const std::vector<double>& values() const noexcept { return m_values; }

    /// The samples with begin <= time < end in `width` equal intervals: exact, one column for each interval with
    /// samples, in order, so at most `width`. Empty when end <= begin or width is 0.
    [[nodiscard]] std::vector<SeriesColumn> columns(std::int64_t begin, std::int64_t end, std::size_t width) const;

private:
    /// Sorts the samples appended at `old` into place; returns the first sample that moved.
    std::size_t sortFrom(std::size_t old);
    void rebuildFrom(std::size_t sample);
    [[nodiscard]] SeriesColumn summarise(std::size_t from, std::size_t to) const;

    std::vector<std::int64_t> m_times;
    std::vector<double> m_values;
    std::vector<std::vector<SeriesColumn>> m_levels; ///< m_levels[k]: complete blocks of 16^(k+1) samples
};

/// The index of the interval that contains `time` when [begin, end) is divided into `width` equal ones; begin <= time <
/// end.
[[nodiscard]] std::size_t stretchOf(std::int64_t time, std::int64_t begin, std::int64_t end,
                                    std::size_t width) noexcept;

} // namespace millrace::analysis
