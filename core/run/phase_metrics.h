// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/workload_run.h"

namespace millrace::run {

/// What the phases of a run with cross traffic give: steps before, under and after the load, and the load itself. A
/// step is as long as that of its slowest rank and belongs to the phase in which all ranks began and ended it.
[[nodiscard]] std::vector<store::Metric> phaseMetrics(const TrafficPlan& plan, const WorkloadRecord& record);

/// Whether all phases took place, and whether as much cross traffic arrived as was asked for.
[[nodiscard]] std::vector<store::GateResult> judgeTraffic(const TrafficPlan& plan, const WorkloadRecord& record,
                                                          const grid::GateTolerances& tolerances);

/// Bytes of these stretches that fall into [from, to), each spread evenly over its time.
[[nodiscard]] double bytesBetween(const std::vector<TrafficRate>& rates, Nanoseconds from, Nanoseconds to);

} // namespace millrace::run
