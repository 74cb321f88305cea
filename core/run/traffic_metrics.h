// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/step_detector.h"
#include "core/analysis/traffic.h"
#include "core/run/workload_run.h"

#include <vector>

namespace millrace::run {

/// The steps of a run as its workers logged them, warm-up included: from the first rank's begin to the last one's end.
[[nodiscard]] std::vector<analysis::LoggedStep> loggedSteps(const WorkloadRecord& record);

/// The metrics that the recorded packets of all nodes give: volume against theory, repetitions, round trips, steps
/// found in the traffic against the log. Cancelled.
[[nodiscard]] Result<std::vector<store::Metric>> trafficMetrics(const RunPlan& plan, const WorkloadRecord& record,
                                                                const analysis::TrafficSummary& traffic,
                                                                const JobContext& job = {});

} // namespace millrace::run
