// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/monitor/detector_score.h"
#include "core/store/result_query.h"

#include <map>
#include <string>
#include <vector>

namespace millrace::report {

/// What a store holds of one run for scoring detectors.
struct ScoredRun
{
    monitor::ScoredJob job; ///< no steps when the run told no iterations
    std::map<std::string, std::vector<monitor::Alarm>> live; ///< by detector; those that watched while it ran
    bool isMoved = false; ///< scored under another level than was asked for
    std::string problem; ///< why it cannot be scored; empty: it can
};

/// Reads a run. Steps: the series "step.time", "step.communication" and "step.compute" of "rank N" after the event
/// "phase" of text "benchmark" (without it: all of them), the k-th of every rank being iteration k. Links: the series
/// "link.acked", "link.rtt", "link.retransmissions" and "link.delivery" of "rank N→rank M". Nodes: "net.received",
/// "net.sent", "cpu.waiting" and "cpu.stopped" of the node on which a worker started. Truth: events "phase" "baseline",
/// "loaded", "recovery", and "cross-traffic" with its profile. What was asked for is the factor `cross_slowdown` (0: a
/// control), else the profile's slow-down; a run that came to less than half or more than twice of it is scored under
/// the level next to what it came to, and one that came to less than `leastSlowdown` not at all.
[[nodiscard]] Result<ScoredRun> readScoredRun(store::Database& database, const store::ResultRow& row,
                                              const JobContext& job);

/// The fields of the event "alarm"; what is missing or damaged stays unknown.
[[nodiscard]] monitor::Alarm parseAlarm(const std::string& json, std::string& detector);

inline constexpr double leastSlowdown = 0.025; ///< half of the lowest level
/// The level of 0.05, 0.08, 0.1, 0.2, 0.5 whose ratio to the slow-down is nearest 1; NaN below leastSlowdown.
[[nodiscard]] double nearestLevel(double slowdown) noexcept;

} // namespace millrace::report
