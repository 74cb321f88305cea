// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/step_detector.h"
#include "core/analysis/traffic.h"
#include "core/run/run_plan.h"
#include "core/run/workload_record.h"
#include "core/store/records.h"

#include <vector>

namespace millrace::run {

/// Returns the steps of a run as its workers logged them, warm-up included: from the first rank's begin to the last
/// one's end.
[[nodiscard]] std::vector<analysis::LoggedStep> loggedSteps(const WorkloadRecord& record);

/// Returns what identifies the flows of a run: the ports of the job and of the cross traffic, and, if the system
/// chooses the job's ports, the addresses of the nodes.
[[nodiscard]] analysis::KnownPorts knownPorts(const RunPlan& plan);

/// Returns the metrics of the recorded packets of all nodes: volume compared with theory, retransmissions and round
/// trips of the job, volume of cross traffic and of other flows, steps found in the job's traffic compared with the
/// log. Cancelled.
[[nodiscard]] Result<std::vector<store::Metric>> trafficMetrics(const RunPlan& plan, const WorkloadRecord& record,
                                                                const analysis::TrafficSummary& traffic,
                                                                const JobContext& job = {});

} // namespace millrace::run
