// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/recorded_run.h"
#include "ui/plots/timeline_series.h"

#include <vector>

namespace millrace::ui {

/// What the record of a run says about the time of its captures, for every time axis of them.
struct TraceMarks
{
    std::vector<TimelineEvent> events; ///< alarms, and what happened to the workers
    std::vector<TimelineBand> bands; ///< phases of the load, and the steps of the workload
};
[[nodiscard]] TraceMarks marksOf(const report::RecordedRun& run);

} // namespace millrace::ui
