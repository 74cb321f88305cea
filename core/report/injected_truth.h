// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/result_query.h"

#include <span>
#include <string>
#include <vector>

namespace millrace::report {

/// Median of iteration times, s, and its standard error from the medians of eight consecutive blocks, so that a
/// disturbance of part of the series counts. NaN without values.
struct TimesMedian
{
    double value = 0;
    double deviation = 0;
};
[[nodiscard]] TimesMedian timesMedian(std::span<const double> times);

/// Slow-down under load and its uncertainty.
struct LoadEffect
{
    double size = 0; ///< median under load ÷ median without load − 1; NaN: unknown
    double uncertainty = 0; ///< half-width of the 95 % interval
};
/// From the iteration times, s, before, under and after the load. Half of the difference between the unloaded phases is
/// added to the uncertainty.
[[nodiscard]] LoadEffect loadEffect(std::span<const double> before, std::span<const double> loaded,
                                    std::span<const double> after);

/// Ground truth as measured in one run with an injected slow-down.
struct MeasuredTruth
{
    std::string cell; ///< key shared by its repetitions
    double requested = 0; ///< slow-down; NaN: only a rate was requested
    LoadEffect effect;
    double runDelayShare = 0; ///< metric `run_delay_share`; NaN: unknown
    double steal = 0; ///< metric `machine_steal`; NaN: unknown
};

/// Level under which a run is scored.
struct TruthDecision
{
    double level = 0;
    bool isMoved = false; ///< differs from the requested one
    std::string problem; ///< reason for leaving the run out; empty: scored
};

/// Decides the ground truth of all runs together, so that host noise is not taken for an injected slow-down. Leaves out
/// runs on a machine much busier than in the other runs (twice the median, above a floor), runs with an uncertainty of
/// more than half of the requested slow-down, and runs that disagree with the repetitions of their cell. Changes the
/// level only when the effect is below half of the requested one, or above twice of it in two runs or more.
[[nodiscard]] std::vector<TruthDecision> decideTruths(std::span<const MeasuredTruth> runs);

inline constexpr double leastSlowdown = 0.025; ///< half of the lowest level
/// Nearest of the levels 0.05, 0.08, 0.1, 0.2, 0.5 by ratio; NaN below leastSlowdown.
[[nodiscard]] double nearestLevel(double slowdown) noexcept;

} // namespace millrace::report
