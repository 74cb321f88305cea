// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/figure_spec.h"
#include "ui/trace/trace_focus.h"

namespace millrace::ui {

/// What is distributed.
enum class DistributionKind
{
    PacketSizes,
    InterArrivals,
    FlowSizes,
    FlowDurations,
    FlowArrivals, ///< new flows over time
    Peaks ///< greatest and mean load by the length of the window
};

/// Where the numbers of a trace come from: its files and its filter.
[[nodiscard]] report::Provenance provenanceOf(const Trace& trace);

/// Words in the user's language. Takes some milliseconds for many flows; any thread.
[[nodiscard]] report::FigureSpec distributionFigure(const Trace& trace, const TraceFocus& focus, DistributionKind kind);

} // namespace millrace::ui
