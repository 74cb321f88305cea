// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "ui/plots/timeline_series.h"
#include "ui/trace/trace_focus.h"
#include "ui/trace/traffic_series.h"

namespace millrace::ui {

/// Lines of a plot of traffic while no rows are selected.
enum class PlotLines
{
    Total,
    Nodes,
    Pairs,
    Flows
};

struct PlotChoice
{
    PlotLines lines = PlotLines::Total;
    RateUnit unit = RateUnit::BitsPerSecond;
    std::int64_t binWidth = 0; ///< nanoseconds; 0: by the zoom

    bool operator==(const PlotChoice&) const = default;
};

/// Maximum of lines besides that of all traffic: the number of colours.
constexpr std::size_t mostPlotLines = 7;

/// Returns all traffic in the focus, and the selected rows or else the largest ones of the chosen kind. Time is
/// proportional to the bins of their flows; any thread. Empty if cancelled.
[[nodiscard]] std::vector<TimelineSeries> plotSeries(const Trace& trace, const TraceFocus& focus,
                                                     const PlotChoice& choice, const JobContext& job);

} // namespace millrace::ui
