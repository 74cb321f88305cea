// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/run_curves.h"

#include <cstdint>
#include <span>
#include <vector>

namespace millrace::report {

/// The limits of columns of equal width. Times beyond the range of int64 wrap around, harmlessly.
struct CurveGrid
{
    std::int64_t begin = 0;
    std::int64_t step = 1; ///< nanoseconds, at least 1
    std::size_t count = 0;

    [[nodiscard]] std::int64_t beginOf(std::size_t column) const noexcept;
    [[nodiscard]] std::int64_t middleOf(std::size_t column) const noexcept;
};
/// Over [range.begin, range.end) in about `width` columns, at least one.
[[nodiscard]] CurveGrid gridOver(const store::TimeRange& range, std::size_t width);

/// Aggregates samples, in any order, in the columns of a grid, and keeps the nearest sample outside on each side, so
/// that lines reach the edges.
class CurveBins
{
public:
    /// Times of samples minus `shift` are times of the grid.
    void begin(const CurveGrid& grid, std::int64_t shift);
    void add(std::span<const std::int64_t> times, std::span<const double> values);
    /// The non-empty columns, in order of time, with the times of the grid.
    [[nodiscard]] std::vector<CurveColumn> take() const;

private:
    struct Bin
    {
        analysis::SeriesColumn column;
        double sum = 0;
    };
    static void addTo(Bin& bin, std::int64_t time, double value);
    void addOutside(std::int64_t time, double value);

    std::int64_t m_begin = 0; ///< of the grid, as samples count
    std::uint64_t m_step = 1;
    std::int64_t m_shift = 0;
    std::vector<Bin> m_bins;
    Bin m_before, m_after;
};

/// The median of `columns` columns around each, fewer at the ends and at gaps.
[[nodiscard]] std::vector<CurveColumn> movingMedian(const std::vector<CurveColumn>& line, std::size_t columns);
/// y += (1 - exp(-dt / timeConstant)) * (x - y) from column to column; restarts after a gap. Nanoseconds.
[[nodiscard]] std::vector<CurveColumn> movingMean(const std::vector<CurveColumn>& line, double timeConstant);

using LineList = std::vector<const std::vector<CurveColumn>*>;
/// Combines the nodes of a run in one line.
[[nodiscard]] std::vector<CurveColumn> combined(const LineList& nodes, const CurveGrid& grid, NodeCombination how);
/// The median of several runs, with the quartiles as minimum and maximum (type 7, as millrace::quantile()).
[[nodiscard]] std::vector<CurveColumn> medianLine(const LineList& runs, const CurveGrid& grid);

/// Keeps one column before and after those that touch [begin, end).
void trim(std::vector<CurveColumn>& line, const store::TimeRange& range);

} // namespace millrace::report
