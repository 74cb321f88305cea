// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/traffic.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/report/table.h"

namespace millrace::report {

/// Burst length, idle time and rate within bursts (Yang et al., POMACS 6(2), 2022) for each direction of each node with
/// at least a thousandth of the traffic: mean length of bursts and of the gaps between them, mean rate within bursts.
[[nodiscard]] Table rateBurstTable(const analysis::TrafficSummary& summary);
/// Whether the traffic of all nodes together, and of each node's sending, repeats, and how often. Cancelled.
[[nodiscard]] Result<Table> periodTable(const analysis::TrafficSummary& summary, const JobContext& job = {});

} // namespace millrace::report
