// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/crosstraffic/flow_log.h"
#include "core/crosstraffic/flow_schedule.h"
#include "core/report/table.h"

namespace millrace::headless {

/// What a schedule comes to, one row for each figure.
[[nodiscard]] report::Table scheduleTable(const crosstraffic::FlowSchedule& schedule,
                                          const crosstraffic::SchedulePreview& preview);
/// What made the volume of each source exact.
[[nodiscard]] report::Table volumeTable(const crosstraffic::FlowSchedule& schedule);
/// Sizes of the flows of a schedule at shares of their number.
[[nodiscard]] report::Table flowSizeTable(const crosstraffic::SchedulePreview& preview);
/// The bins of the preview over time.
[[nodiscard]] report::Table binTable(const crosstraffic::SchedulePreview& preview);
/// Mean, variation and quantiles of a distribution by both conventions.
[[nodiscard]] report::Table distributionTable(const crosstraffic::SizeDistribution& step,
                                              const crosstraffic::SizeDistribution& interpolated);
/// Small, medium, large and all flows of a log.
[[nodiscard]] report::Table flowTable(const crosstraffic::FlowSummary& summary);

} // namespace millrace::headless
