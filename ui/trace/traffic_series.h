// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/rate_bins.h"
#include "core/analysis/series_pyramid.h"
#include "ui/plots/series_source.h"

namespace millrace::ui {

/// Unit of a rate.
enum class RateUnit
{
    BitsPerSecond,
    BytesPerSecond,
    PacketsPerSecond
};
/// Returns the unit of a TimelineSeries: "bit/s", "B/s", "packets/s".
[[nodiscard]] const char* unitName(RateUnit unit) noexcept;

/// Traffic in bins as a series of rates: one sample in the middle of each bin, 0 for an empty bin, from the beginning
/// to the end of `range`.
class TrafficSeries : public SeriesSource
{
public:
    /// `width`: of the drawn bins, nanoseconds, rounded to a multiple of those of `bins`; 0: some pixels at any zoom.
    /// Takes some milliseconds for a million bins.
    TrafficSeries(analysis::BinnedSeries bins, TimeRange range, RateUnit unit, std::int64_t width = 0);

    [[nodiscard]] TimeRange range() const override { return m_range; }
    [[nodiscard]] std::vector<analysis::SeriesColumn> columns(std::int64_t begin, std::int64_t end,
                                                              std::size_t width) const override;
    [[nodiscard]] std::uint64_t revision() const noexcept override { return 0; }
    /// Returns the width of drawn bins for `length` in `width` pixels.
    [[nodiscard]] std::int64_t binWidth(std::int64_t length, std::size_t width) const noexcept;

private:
    [[nodiscard]] std::vector<analysis::SeriesColumn> meanColumns(std::int64_t begin, std::int64_t end,
                                                                  std::int64_t width) const;
    [[nodiscard]] double rateIn(std::int64_t firstBin, std::int64_t endBin, std::int64_t width) const;
    void sumUp(const analysis::BinnedSeries& bins);
    void buildPyramid(const analysis::BinnedSeries& bins);

    TimeRange m_range;
    RateUnit m_unit;
    std::int64_t m_start = 0;
    std::int64_t m_base = 1; ///< width of the stored bins
    bool m_fixed = false;
    std::vector<std::int64_t> m_index;
    std::vector<double> m_sums; ///< cumulative sums, one more than bins
    analysis::SeriesPyramid m_pyramid; ///< of fixed bins, with a zero before and after each silence
};

} // namespace millrace::ui
