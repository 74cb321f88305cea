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

/// What was really done to a job: the truth that detectors are held against.
struct InjectedSlowdown
{
    std::int64_t onset = 0; ///< first iteration that the load touched
    std::int64_t end = 0; ///< first one that it no longer touched
    double requested = 0; ///< relative slow-down asked for
    double measured = 0; ///< what it came to: median of the loaded steps ÷ median of those before and after − 1
    std::optional<std::pair<int, int>> link; ///< ranks; from -1: whatever comes in
    double level = 0; ///< under which it is scored; 0: the requested one
    double uncertainty = 0; ///< half of the 95 % interval of `measured`
};

/// One job with its truth; without one it is a clean control.
struct ScoredJob
{
    std::string name;
    std::optional<InjectedSlowdown> truth;
    std::vector<StepSight> steps;
    std::vector<LinkSight> links; ///< by time
    std::vector<NodeSight> nodes; ///< by time
    int ranks = 0;
};

/// An alarm that comes so many iterations after the end of an injection still counts as found: a detector that needs
/// some iterations to be sure may be overtaken by a short load.
inline constexpr std::int64_t graceIterations = 10;

/// How one detector did on the jobs of one level. NaN: not defined.
///
/// Of each injected job the raises (not the ends) of alarms are looked at, and that one which stands became worse.
/// Found: at least one lies in [onset, end + graceIterations); the first of these gives delay, link and size (of one
/// that became worse: by how much), further ones there count for nothing. False: every other one. An alarm that was
/// raised before the onset and still holds is a false one, and the job is missed unless the detector says that it
/// became worse. In clean controls every raise is false.
///
/// precision = found ÷ (found + false alarms), recall = found ÷ jobs, F1 = 2·found ÷ (2·found + false alarms + missed),
/// where the false alarms are those of the level's jobs, and those of the controls × (iterations of the level's jobs ÷
/// iterations of the controls), so that each level is held against as many clean iterations as it has itself. With NaN
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
    double delayMedian = 0; ///< iterations from onset to alarm
    double delayP90 = 0;
    double falseAlarmsPerHour = 0; ///< of training without an injection, of these jobs
    double linkNamed = 0; ///< share of the found ones whose truth has a link where isNamed()
    double sizeError = 0; ///< median of |size − measured|
};

/// What one detector raised in one job, held against the truth. Also for alarms that were raised live.
struct JobVerdict
{
    double level = 0; ///< 0: a control
    bool found = false;
    std::size_t falseAlarms = 0;
    double delay = 0; ///< iterations; NaN: not found
    double sizeError = 0; ///< NaN: not found, or not estimated
    std::optional<bool> named; ///< absent: not found, or the truth has no link
    std::size_t iterations = 0;
    double cleanSeconds = 0; ///< iteration times outside of the injection, added up
};

/// Whether an alarm names what was loaded: one end of its link is an end of the true one in the same direction. A true
/// link has a direction, so an alarm that names a node without one does not name it.
[[nodiscard]] bool isNamed(const Alarm& alarm, const std::pair<int, int>& link);
[[nodiscard]] JobVerdict judge(const ScoredJob& job, std::span<const Alarm> alarms);
/// Over the verdicts of one detector: one score for each level, ascending, and last the one of all.
[[nodiscard]] std::vector<DetectorScore> scoreVerdicts(std::string_view detector, std::span<const JobVerdict> verdicts);

/// What a detector says about a job when it is fed anew: steps and links by time.
[[nodiscard]] std::vector<Alarm> replay(const ScoredJob& job, Detector& detector);
/// Runs detectors anew over every job; names that there are not are left out.
[[nodiscard]] std::vector<DetectorScore> scoreDetectors(std::span<const ScoredJob> jobs,
                                                        std::span<const std::string> detectors);

} // namespace millrace::monitor
