// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/figure_spec.h"
#include "ui/trace/trace_focus.h"

namespace millrace::ui {

/// Distributed quantity.
enum class DistributionKind
{
    PacketSizes,
    InterArrivals,
    FlowSizes,
    FlowDurations,
    FlowArrivals, ///< new flows over time
    Peaks ///< peak and mean load by the length of the window
};

/// Returns the provenance of a trace's numbers: its files and its filter.
[[nodiscard]] report::Provenance provenanceOf(const Trace& trace);

/// Makes a figure with texts in the user's language. Takes some milliseconds for many flows; any thread.
[[nodiscard]] report::FigureSpec distributionFigure(const Trace& trace, const TraceFocus& focus, DistributionKind kind);

} // namespace millrace::ui
