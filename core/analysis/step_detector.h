// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

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
    Gaps, ///< by silence between them
    Period ///< by the period alone: the traffic has no silence between steps
};

/// Training steps found in the traffic of a job, without its log. What is not known is NaN.
struct StepDetection
{
    StepMethod method = StepMethod::None;
    std::vector<TrafficStep> steps; ///< in order of time; the first and the last may be cut by the capture
    double gap = 0; ///< seconds of silence that separate steps, for Gaps
    double period = 0; ///< seconds: median distance of begins
    double deviation = 0; ///< seconds: median absolute deviation of the distances
    double confidence = 0; ///< share of the distances within 25 % of the period
    Periodicity periodicity; ///< of the whole series
    std::string reason; ///< why nothing was found
};

/// Looks for steps in the traffic of one job, all nodes together. Candidates are all ways to cut the series at silences
/// longer than a gap; the one is taken whose begins are spaced most evenly and, where the autocorrelation knows a
/// period, that lie one period apart (study A, A7.2). Without fitting silences, a period of a strength of at least 0.3
/// cuts the series at its quietest phase. Fewer than four steps are none. Cancelled.
[[nodiscard]] Result<StepDetection> detectSteps(const BinnedSeries& series, const JobContext& job = {});

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
