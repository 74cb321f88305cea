// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/series.h"
#include "ui/plots/time_range.h"

#include <cstddef>
#include <vector>

namespace millrace::ui {

/// What a plot asks a series. Every function may be called from any thread, also while data are appended.
class SeriesSource
{
public:
    SeriesSource() = default;
    SeriesSource(const SeriesSource&) = delete;
    SeriesSource& operator=(const SeriesSource&) = delete;
    virtual ~SeriesSource() = default;

    /// From the earliest sample to just after the latest one; empty when there is none.
    [[nodiscard]] virtual TimeRange range() const = 0;
    /// What happened from `begin` to before `end`, at most about `width` columns in order of time; and, where there is
    /// one, a column before and one after, so that lines reach the edges. May read a file: not for the GUI thread,
    /// except of a LiveSeries.
    [[nodiscard]] virtual std::vector<analysis::SeriesColumn> columns(std::int64_t begin, std::int64_t end,
                                                                      std::size_t width) const = 0;
    /// Differs from all earlier values once something was added.
    [[nodiscard]] virtual std::uint64_t revision() const noexcept = 0;
    /// Whether more may come: a plot looks again and again.
    [[nodiscard]] virtual bool isGrowing() const noexcept { return false; }
    /// Why there is nothing, in words for people; empty when nothing went wrong.
    [[nodiscard]] virtual std::string problem() const { return {}; }
};

} // namespace millrace::ui
