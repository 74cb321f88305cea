// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/collective/strategy.h"
#include "core/monitor/detector_score.h"
#include "core/report/injected_truth.h"
#include "core/store/result_query.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace millrace::report {

/// Data of one run in a store for scoring detectors.
struct ScoredRun
{
    monitor::ScoredJob job; ///< no steps when the run reported no iterations
    std::map<std::string, std::vector<monitor::Alarm>> live; ///< by detector; those that watched live
    collective::Strategy strategy = collective::Strategy::RingAllReduce; ///< of the run, as far as it is known
    std::optional<MeasuredTruth> truth; ///< absent for controls; decideTruths() gives the final level
    std::string problem; ///< why it cannot be scored; empty: it can
};

/// Reads a run. Steps: the series "step.time", "step.communication" and "step.compute" of "rank N" after the event
/// "phase" of text "benchmark" (without it: all of them), the k-th of every rank being iteration k. Links: the series
/// "link.acked", "link.rtt", "link.retransmissions" and "link.delivery" of "rank N→rank M". Nodes: "net.received",
/// "net.sent", "cpu.waiting" and "cpu.stopped" of the node on which a worker started. Truth: events "phase" "baseline",
/// "loaded", "recovery", and "cross-traffic" with its profile. The requested slow-down is the factor `cross_slowdown`
/// (0: a control), otherwise that of the profile; decideTruths() gives the level used for scoring.
[[nodiscard]] Result<ScoredRun> readScoredRun(store::Database& database, const store::ResultRow& row,
                                              const JobContext& job);

/// The fields of the event "alarm"; missing or damaged ones stay unknown.
[[nodiscard]] monitor::Alarm parseAlarm(const std::string& json, std::string& detector);

} // namespace millrace::report
