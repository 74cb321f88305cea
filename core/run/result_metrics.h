// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/records.h"

#include <vector>

namespace millrace::run {

struct RunPlan;
struct WorkloadRecord;

/// Returns the printed results of a benchmark as metrics: "result_time" (s), "result_rate" (B/s), the metrics that
/// lines or patterns name ("iperf_rate"), and the printed throughput if no step reports one (`hasThroughput`). The last
/// line of each process counts; of several processes the mean, with each one's own value.
[[nodiscard]] std::vector<store::Metric> resultMetrics(const RunPlan& plan, const WorkloadRecord& record,
                                                       bool hasThroughput);

} // namespace millrace::run
