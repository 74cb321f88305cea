// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/crosstraffic/flow_log.h"
#include "core/crosstraffic/flow_schedule.h"
#include "core/report/table.h"

namespace millrace::headless {

/// Returns the figures of a schedule, one per row.
[[nodiscard]] report::Table scheduleTable(const crosstraffic::FlowSchedule& schedule,
                                          const crosstraffic::SchedulePreview& preview);
/// Returns the volume fit of each source.
[[nodiscard]] report::Table volumeTable(const crosstraffic::FlowSchedule& schedule);
/// Returns quantiles of the flow sizes of a schedule.
[[nodiscard]] report::Table flowSizeTable(const crosstraffic::SchedulePreview& preview);
/// Returns the bins of the preview over time.
[[nodiscard]] report::Table binTable(const crosstraffic::SchedulePreview& preview);
/// Returns mean, variation and quantiles of a distribution by both conventions.
[[nodiscard]] report::Table distributionTable(const crosstraffic::SizeDistribution& step,
                                              const crosstraffic::SizeDistribution& interpolated);
/// Returns small, medium, large and all flows of a log.
[[nodiscard]] report::Table flowTable(const crosstraffic::FlowSummary& summary);

} // namespace millrace::headless
