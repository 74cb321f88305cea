// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/recorded_run.h"
#include "ui/plots/timeline_series.h"

#include <vector>

namespace millrace::ui {

/// Events and bands from the record of a run, for every time axis of its captures.
struct TraceMarks
{
    std::vector<TimelineEvent> events; ///< alarms and worker events
    std::vector<TimelineBand> bands; ///< phases of the load, and the steps of the workload
};
[[nodiscard]] TraceMarks marksOf(const report::RecordedRun& run);

} // namespace millrace::ui
