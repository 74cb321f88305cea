// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/step_detector.h"
#include "core/report/table.h"

namespace millrace::report {

/// The result of detectSteps() for the traffic of these flows, one row per quantity; doubts are in its note.
[[nodiscard]] Table stepSummaryTable(const analysis::StepDetection& found, const analysis::JobFlows& flows);
/// One row for each step; times since the first packet of the summary.
[[nodiscard]] Table stepTable(const analysis::TrafficSummary& summary, const analysis::StepDetection& found);
/// The flows used, largest first.
[[nodiscard]] Table stepFlowTable(const analysis::TrafficSummary& summary, const analysis::JobFlows& flows);

} // namespace millrace::report
