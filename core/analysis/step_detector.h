// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/job_flows.h"
#include "core/analysis/periodicity.h"
#include "core/analysis/rate_bins.h"
#include "core/base/job.h"

#include <span>

namespace millrace::analysis {

/// The traffic of one training step, as far as traffic tells: from its first busy bin to the end of its last.
struct TrafficStep
{
    std::int64_t begin = 0;
    std::int64_t end = 0;
    double bytes = 0;
    std::uint64_t packets = 0;

    bool operator==(const TrafficStep&) const = default;
};

/// How steps were told apart.
enum class StepMethod
{
    None, ///< they were not
    Volume, ///< by silences between which the same volume lies
    Gaps, ///< by silences at even distances
    Period ///< by the period alone: the traffic has no silence between steps
};

/// How far steps can be trusted. What is not known is NaN.
struct StepQuality
{
    double even = 0; ///< share of the bytes in steps whose volume is within 25 % of the median volume
    double regular = 0; ///< share of the distances of begins within 25 % of their median; of Period: of the steps whose
                        ///< traffic rises and falls as that of all together
    double contrast = 0; ///< of Volume: how much better this volume fits than others, from 0 (not at all) to 1
    double separation = 0; ///< of Volume: share of the cuts among as many of the longest silences
    double largestBytes = 0; ///< share of the bytes in the largest step
    double longestTime = 0; ///< share of the time of all steps in the longest one
};

/// Training steps found in the traffic of a job, without its log. What is not known is NaN.
struct StepDetection
{
    StepMethod method = StepMethod::None;
    std::vector<TrafficStep> steps; ///< in order of time; the first and the last may be cut by the capture
    double gap = 0; ///< seconds: the shortest silence that separates steps; of Period unknown
    double volume = 0; ///< bytes: median of the steps
    double period = 0; ///< seconds: median distance of begins
    double lowerQuartile = 0; ///< seconds: a quarter of the distances is shorter …
    double upperQuartile = 0; ///< … and a quarter longer; both unknown for Period, which does not measure single steps
    StepQuality quality;
    double confidence = 0; ///< the share of `quality` that the method rests on, from 0 to 1
    bool reliable = false; ///< false: steps, if any, are a guess
    std::string doubt; ///< why steps are not reliable; empty when they are
    Periodicity periodicity; ///< of the whole series
    std::string reason; ///< why nothing was found
};

/// Looks for steps in the traffic of one job, all nodes together. First for silences that cut the traffic into equal
/// volumes (cutByVolume()); else for silences whose steps begin at even distances, one period apart where the
/// autocorrelation knows a period (study A, A7.2); without fitting silences a period of a strength of at least 0.3 cuts
/// the series at its quietest phase. Several levels below which a bin counts as silent are tried. Cuts that leave half
/// of the bytes or of the time in one step are refused; fewer than four steps are none. Cancelled.
[[nodiscard]] Result<StepDetection> detectSteps(const BinnedSeries& series, const JobContext& job = {});
/// The same in the traffic of these flows.
[[nodiscard]] Result<StepDetection> detectSteps(const TrafficSummary& summary, const JobFlows& flows,
                                                const JobContext& job = {});

/// One iteration of the log, all ranks together: from the first begin to the last end.
struct LoggedStep
{
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

/// Steps from traffic against those of the log.
struct StepComparison
{
    std::uint64_t logged = 0;
    std::uint64_t matched = 0; ///< logged ones within which the middle of exactly one step from traffic lies
    std::uint64_t missed = 0; ///< logged ones without
    std::uint64_t split = 0; ///< logged ones with more than one
    std::uint64_t outside = 0; ///< steps from traffic in no logged one
    double delay = 0; ///< seconds, median from the begin of the log's step to that of the traffic; NaN without matches
    double error = 0; ///< seconds, mean absolute difference from that delay
};
/// Both in order of time.
[[nodiscard]] StepComparison compareSteps(std::span<const TrafficStep> found, std::span<const LoggedStep> logged);

} // namespace millrace::analysis
