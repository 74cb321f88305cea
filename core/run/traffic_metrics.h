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

/// What a metric of recorded packets is: its id in the store, the unit and the formula.
struct TrafficMetric
{
    std::string name;
    std::string unit;
    std::string how;
};
/// All that trafficMetrics() can give.
[[nodiscard]] std::vector<TrafficMetric> allTrafficMetrics();

/// By what the flows of a run are told apart: the ports of the job and of the cross traffic, and where the system
/// chooses the job's ports, the addresses of the nodes.
[[nodiscard]] analysis::KnownPorts knownPorts(const RunPlan& plan);

/// The metrics that the recorded packets of all nodes give: volume against theory, repetitions and round trips of
/// the job, volume of cross traffic and of other flows, steps found in the job's traffic against the log. Cancelled.
[[nodiscard]] Result<std::vector<store::Metric>> trafficMetrics(const RunPlan& plan, const WorkloadRecord& record,
                                                                const analysis::TrafficSummary& traffic,
                                                                const JobContext& job = {});

} // namespace millrace::run
