// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/detector.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace millrace::monitor {

/// Ground truth of a job: the injected slow-down.
struct InjectedSlowdown
{
    std::int64_t onset = 0; ///< first affected iteration
    std::int64_t end = 0; ///< first iteration that is no longer affected
    double requested = 0; ///< requested relative slow-down
    double measured = 0; ///< median of the loaded steps ÷ median of those before and after − 1
    std::optional<std::pair<int, int>> link; ///< ranks; from -1: all inbound traffic
    double level = 0; ///< level it is scored under; 0: the requested one
    double uncertainty = 0; ///< half of the 95 % interval of `measured`
};

/// One job with its ground truth; without one it is a clean control.
struct ScoredJob
{
    std::string name;
    std::optional<InjectedSlowdown> truth;
    std::vector<StepSight> steps;
    std::vector<LinkSample> links; ///< by time
    std::vector<NodeSight> nodes; ///< by time
    int ranks = 0;
};

/// An alarm up to this many iterations after the end of an injection still counts as found: a short load may end before
/// a detector has enough evidence.
inline constexpr std::int64_t graceIterations = 10;

/// Score of one detector on the jobs of one level. NaN: not defined.
///
/// Counts, for each injected job, the raises (not the ends) of alarms and the reports that an active one became worse.
/// Found: at least one is in [onset, end + graceIterations); the first of these gives delay, link and size (of one
/// that became worse: its growth), further ones there are ignored. False: every other one. An alarm raised before the
/// onset and still active is a false one, and the job is missed unless the detector reports that it became worse. In
/// clean controls every raise is false.
///
/// precision = found ÷ (found + false alarms), recall = found ÷ jobs, F1 = 2·found ÷ (2·found + false alarms + missed),
/// where the false alarms are those of the level's jobs, and those of the controls × (iterations of the level's jobs ÷
/// iterations of the controls), so that each level is compared with as many clean iterations as it has itself. With NaN
/// as level all jobs are pooled as they are.
struct DetectorScore
{
    std::string detector;
    double level = 0; ///< requested slow-down; 0: clean controls; NaN: all
    std::size_t jobs = 0;
    std::size_t found = 0; ///< jobs with an alarm between onset and end: true positives
    std::size_t missed = 0;
    std::size_t falseAlarms = 0; ///< outside of an injection; without those of the controls, unless of level 0 or NaN
    double precision = 0;
    double recall = 0;
    double f1 = 0; ///< NaN for controls
    double delayMedian = 0; ///< median iterations from onset to alarm
    double delayP90 = 0;
    double falseAlarmsPerHour = 0; ///< of training without an injection, of these jobs
    double linkNamed = 0; ///< share of the found ones with a true link where isNamed()
    double sizeError = 0; ///< median of |size − measured|
};

/// Alarms of one detector in one job, compared with the ground truth. Also for alarms that were raised live.
struct JobVerdict
{
    double level = 0; ///< 0: a control
    bool found = false;
    std::size_t falseAlarms = 0;
    double delay = 0; ///< iterations; NaN: not found
    double sizeError = 0; ///< NaN: not found, or not estimated
    std::optional<bool> named; ///< absent: not found, or the truth has no link
    std::size_t iterations = 0;
    double cleanSeconds = 0; ///< sum of the iteration times outside of the injection
};

/// Whether an alarm names the loaded link: one end of its link is an end of the true one in the same direction. A true
/// link has a direction, so an alarm that names a node without one does not name it.
[[nodiscard]] bool isNamed(const Alarm& alarm, const std::pair<int, int>& link);
[[nodiscard]] JobVerdict judge(const ScoredJob& job, std::span<const Alarm> alarms);
/// Scores the verdicts of one detector: one score per level, ascending, and last the one of all.
[[nodiscard]] std::vector<DetectorScore> scoreVerdicts(std::string_view detector, std::span<const JobVerdict> verdicts);

/// Returns the alarms of a detector that replays a job: steps and links by time.
[[nodiscard]] std::vector<Alarm> replay(const ScoredJob& job, Detector& detector);
/// Replays every job with the named detectors; unknown names are left out.
[[nodiscard]] std::vector<DetectorScore> scoreDetectors(std::span<const ScoredJob> jobs,
                                                        std::span<const std::string> detectors);

} // namespace millrace::monitor
