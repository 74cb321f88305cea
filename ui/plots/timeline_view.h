// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/plots/time_range.h"

namespace millrace::ui {

enum class ViewMode
{
    Fit, ///< all there is
    Follow, ///< a stretch of fixed length that ends at the newest data
    Fixed
};

/// Which stretch of time a plot shows.
class TimelineView
{
public:
    static constexpr std::int64_t shortest = 20; ///< nanoseconds
    static constexpr std::int64_t longest = std::int64_t(1) << 60; ///< some 36 years

    /// Empty while there is nothing to fit.
    [[nodiscard]] TimeRange range() const noexcept { return m_range; }
    [[nodiscard]] ViewMode mode() const noexcept { return m_mode; }

    /// The data grew or changed; moves the view as its mode says. True when it moved.
    bool setData(TimeRange data);
    void set(TimeRange range, ViewMode mode);
    void setMode(ViewMode mode);
    /// Makes the view `factor` times as long; `at` stays where it is. Fixed from then on.
    void zoom(double factor, std::int64_t at);
    /// About the middle; while following about the newest data, and goes on following.
    void zoomInPlace(double factor);
    void pan(std::int64_t by);

private:
    TimeRange m_range;
    TimeRange m_data;
    std::int64_t m_length = 60'000'000'000; ///< of what is followed
    ViewMode m_mode = ViewMode::Fit;
};

} // namespace millrace::ui
