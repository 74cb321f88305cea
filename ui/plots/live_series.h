// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/recent_series.h"
#include "ui/plots/series_source.h"

#include <atomic>
#include <mutex>

namespace millrace::ui {

/// A series that grows while it is drawn. Memory is bounded: at most 4 MB for a day at 100 Hz with the usual limits;
/// what is older than five minutes at that rate loses detail, but never an extreme.
class LiveSeries : public SeriesSource
{
public:
    explicit LiveSeries(analysis::RecentLimits limits = {}) : m_series(limits) { }

    /// Any thread. NaN is a gap. Both have the same length; times are nanoseconds since the epoch, in any order.
    void append(std::span<const std::int64_t> times, std::span<const double> values);
    void append(std::int64_t time, double value);
    /// Nothing more will come: plots stop looking.
    void finish();

    [[nodiscard]] TimeRange range() const override;
    [[nodiscard]] std::vector<analysis::SeriesColumn> columns(std::int64_t begin, std::int64_t end,
                                                              std::size_t width) const override;
    [[nodiscard]] std::uint64_t revision() const noexcept override { return m_revision.load(); }
    [[nodiscard]] bool isGrowing() const noexcept override { return m_growing.load(); }
    /// Bytes that the data take.
    [[nodiscard]] std::size_t memory() const;

private:
    mutable std::mutex m_mutex;
    analysis::RecentSeries m_series;
    std::atomic<std::uint64_t> m_revision{0};
    std::atomic<bool> m_growing{true};
};

} // namespace millrace::ui
