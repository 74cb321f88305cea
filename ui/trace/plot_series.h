// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "ui/plots/timeline_series.h"
#include "ui/trace/trace_focus.h"
#include "ui/trace/traffic_series.h"

namespace millrace::ui {

/// Which lines a plot of traffic has, as long as no rows are selected.
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

/// Lines besides that of all traffic: as many as there are colours.
constexpr std::size_t mostPlotLines = 7;

/// All traffic in the focus, and the selected rows or else the largest ones of the chosen kind. Takes as long as the
/// bins of their flows are many; any thread. Empty when cancelled.
[[nodiscard]] std::vector<TimelineSeries> plotSeries(const Trace& trace, const TraceFocus& focus,
                                                     const PlotChoice& choice, const JobContext& job);

} // namespace millrace::ui
