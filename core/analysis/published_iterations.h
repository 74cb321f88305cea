// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/published_figure.h"
#include "core/base/statistics.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace millrace::analysis {

/// One line of a job's iteration log, in the order of the log.
struct IterationLine
{
    double seconds = 0;
    int rank = -1; ///< -1: the line does not say
    std::int64_t epoch = -1; ///< -1: the line does not say
    std::int64_t iteration = -1;
};

struct IterationOptions
{
    std::size_t cutFront = 0; ///< values after the first 3 lines, as the user of the script gives it
    std::size_t cutBack = 0;
};

/// pytorch_iter_time_processing.py and CDF_processing.py (B3.7). Published: the lines of all ranks as if each were an
/// iteration, without the first 3 lines; population deviation; p99 the maximum where there are fewer than 200 (B-33,
/// B-34). Right: one value for each iteration, the slowest rank's; the first iteration left out as warm-up.
struct IterationStatistics
{
    PublishedFigures figures; ///< "iteration.mean", ".deviation", ".p99", ".median", ".count"
    std::vector<double> pooled; ///< as published, in the order of the log
    std::vector<double> right; ///< one for each iteration
    Interval p99Interval; ///< 95 % of the right p99, distribution-free; NaN: too few iterations for one
};
[[nodiscard]] IterationStatistics iterationStatistics(std::span<const IterationLine> lines,
                                                      const IterationOptions& options = {});

/// A point of a distribution: value and share of the values up to it.
using CdfPoint = std::pair<double, double>;
/// As published: sorted values against i / (n - 1), i from 0; one value has no share (NaN).
[[nodiscard]] std::vector<CdfPoint> publishedCdf(std::vector<double> values);
/// What CDF_processing.py keeps after its user's truncation: nothing at all where `back` is 0 (B-32).
[[nodiscard]] std::vector<double> publishedCut(std::span<const double> values, std::size_t front, std::size_t back);
/// The empirical distribution function: (i + 1) / n, values that are equal once.
[[nodiscard]] std::vector<CdfPoint> empiricalCdf(std::vector<double> values);

/// iperf_bw_processing.py: the intervals of an iperf text log.
struct IperfLine
{
    double bitsPerSecond = 0;
    double begin = 0; ///< seconds
    double end = 0;
    bool isSum = false; ///< "[SUM]", of parallel streams
    bool inMegabits = false; ///< the script reads only these (B-38)
    int stream = -1; ///< number between the brackets; -1: sum
};
/// `streams` 1 reads all lines, others only sums, as the script does. "iperf.mean", "iperf.deviation" in Mbit/s. Right:
/// without the last line over the whole run, all units, weighted by time, first interval kept.
[[nodiscard]] PublishedFigures iperfFigures(std::span<const IperfLine> lines, int streams);

} // namespace millrace::analysis
