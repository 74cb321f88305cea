// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/failures/goodput_ledger.h"
#include "core/run/run_plan.h"
#include "core/run/workload_record.h"
#include "core/store/records.h"

#include <vector>

namespace millrace::run {

/// What the time of a run went to, by the lines of its workers and the failures that were made.
[[nodiscard]] failures::GoodputLedger ledgerOf(const WorkloadRecord& record);
/// As metrics: of runs with failures or changing members; else none.
[[nodiscard]] std::vector<store::Metric> goodputMetrics(const RunPlan& plan, const WorkloadRecord& record);

} // namespace millrace::run
