// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/grid/grid_spec.h"
#include "core/run/traffic_plan.h"
#include "core/run/workload_record.h"
#include "core/store/records.h"

namespace millrace::run {

/// Returns the metrics of a run with cross traffic by phase: steps before, under and after the load, and the load
/// itself. A step is as long as that of its slowest rank and belongs to the phase in which all ranks began and ended
/// it.
[[nodiscard]] std::vector<store::Metric> phaseMetrics(const TrafficPlan& plan, const WorkloadRecord& record);

/// Says in which phase the workload ended, before the last one was over.
[[nodiscard]] std::string unfinishedText(const PhaseMarks& marks);
/// Checks that all phases took place, and that the requested cross traffic arrived.
[[nodiscard]] std::vector<store::GateResult> judgeTraffic(const TrafficPlan& plan, const WorkloadRecord& record,
                                                          const grid::GateTolerances& tolerances);

/// Returns the bytes of these intervals in [from, to), each spread evenly over its time.
[[nodiscard]] double bytesBetween(const std::vector<TrafficRate>& rates, Nanoseconds from, Nanoseconds to);

} // namespace millrace::run
