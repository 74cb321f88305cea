// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/job_flows.h"
#include "core/analysis/periodicity.h"
#include "core/analysis/rate_bins.h"
#include "core/base/job.h"

#include <span>

namespace millrace::analysis {

/// The traffic of one training step, as far as visible: from its first busy bin to the end of its last.
struct TrafficStep
{
    std::int64_t begin = 0;
    std::int64_t end = 0;
    double bytes = 0;
    std::uint64_t packets = 0;

    bool operator==(const TrafficStep&) const = default;
};

/// How steps were found.
enum class StepMethod
{
    None, ///< not found
    Volume, ///< by silences with the same volume between them
    Gaps, ///< by silences at even distances
    Period ///< by the period alone: the traffic has no silence between steps
};

/// How reliable the steps are. NaN: unknown.
struct StepQuality
{
    double even = 0; ///< share of the bytes in steps whose volume is within 25 % of the median volume
    double regular = 0; ///< share of the distances of starts within 25 % of their median; of Period: of the steps whose
                        ///< traffic profile correlates with that of all
    double contrast = 0; ///< of Volume: how much better this volume fits than others, from 0 (not at all) to 1
    double separation = 0; ///< of Volume: share of the cuts among as many of the longest silences
    double largestBytes = 0; ///< share of the bytes in the largest step
    double longestTime = 0; ///< share of the time of all steps in the longest one
};

/// Training steps found in the traffic of a job, without its log. NaN: unknown.
struct StepDetection
{
    StepMethod method = StepMethod::None;
    std::vector<TrafficStep> steps; ///< in order of time; the first and the last may be truncated by the capture
    double gap = 0; ///< seconds: the shortest silence that separates steps; of Period unknown
    double volume = 0; ///< bytes: median of the steps
    double period = 0; ///< seconds: median distance of starts
    double lowerQuartile = 0; ///< seconds: a quarter of the distances is shorter …
    double upperQuartile = 0; ///< … and a quarter longer; both unknown for Period, which does not measure single steps
    StepQuality quality;
    double confidence = 0; ///< the share of `quality` that the method rests on, from 0 to 1
    bool reliable = false; ///< false: steps, if any, are a guess
    std::string doubt; ///< why steps are not reliable; empty when they are
    Periodicity periodicity; ///< of the whole series
    std::string reason; ///< why nothing was found
};

/// Searches for steps in the traffic of one job, all nodes together. First for silences that cut the traffic into equal
/// volumes (cutByVolume()); otherwise for silences whose steps start at even distances, one period apart if the
/// autocorrelation shows a period; without suitable silences, a period with a strength of at least 0.3 cuts the series
/// at its quietest phase. Several levels below which a bin counts as silent are tried. Cuts that leave half of the
/// bytes or of the time in one step are rejected; fewer than four steps count as none. Cancelled.
[[nodiscard]] Result<StepDetection> detectSteps(const BinnedSeries& series, const JobContext& job = {});
/// The same in the traffic of these flows.
[[nodiscard]] Result<StepDetection> detectSteps(const TrafficSummary& summary, const JobFlows& flows,
                                                const JobContext& job = {});

/// One iteration of the log, all ranks together: from the first start to the last end.
struct LoggedStep
{
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

/// Steps found in traffic compared with those of the log.
struct StepComparison
{
    std::uint64_t logged = 0;
    std::uint64_t matched = 0; ///< logged ones that contain the middle of exactly one step found in traffic
    std::uint64_t missed = 0; ///< logged ones without
    std::uint64_t split = 0; ///< logged ones with more than one
    std::uint64_t outside = 0; ///< steps found in traffic outside all logged ones
    double delay = 0; ///< seconds, median from the start of the log's step to that of the traffic; NaN without matches
    double error = 0; ///< seconds, mean absolute difference from that delay
};
/// Both in order of time.
[[nodiscard]] StepComparison compareSteps(std::span<const TrafficStep> found, std::span<const LoggedStep> logged);

} // namespace millrace::analysis
