// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace millrace::analysis {

/// The periodic demand of a job on a link.
struct TrafficPattern
{
    double period = 0; ///< s
    std::vector<double> rates; ///< bit/s in equal parts of the period, from its start
    double periodDeviation = 0; ///< s; standard deviation of the period

    bool operator==(const TrafficPattern&) const = default;
};

/// A rate that is `rate` for the last `share` of the period and 0 before: compute, then communicate.
[[nodiscard]] TrafficPattern onOffPattern(double period, double share, double rate, std::size_t parts = 360);
/// A measured rate folded at a period from the first sample on: the mean over time in each part; empty parts take the
/// previous value. `times` ns ascending, each value valid since the previous sample. InvalidInput when period, parts or
/// samples do not allow it.
[[nodiscard]] Result<TrafficPattern> foldPattern(std::span<const std::int64_t> times, std::span<const double> rates,
                                                 double period, std::size_t parts);

struct PhaseCircleParameters
{
    int mostTurns = 30; ///< periods of one job on the circle, at most
    /// Tolerated difference between a job's turns and the circle's length, as a share of its own period; larger where
    /// the periods are less certain: two standard deviations of the difference of one turn.
    double mismatch = 0.005;
    int partsPerTurn = 72; ///< at least; 5° as in the paper

    bool operator==(const PhaseCircleParameters&) const = default;
};

/// Two jobs on one link, laid around a circle as long as their common period (CASSINI: Rajasekaran, Ghobadi, Akella,
/// NSDI'24, section 3). With A parts, demand(α) = bw₁(α) + bw₂(α − Δ), the score is 1 − Σ max(0, demand(α) − C) /
/// (A·C): 1 when the sum of both demands never exceeds the link capacity.
struct PhaseCircle
{
    double perimeter = 0; ///< s; of the first job's turns
    int firstTurns = 0;
    int secondTurns = 0;
    bool common = false; ///< false: no common period was found; the jobs drift, and only `meanScore` is meaningful
    double mismatch = 0; ///< of the second job's turns from the perimeter, as a share of its period
    double tolerance = 0; ///< allowed value of the same
    std::vector<double> first; ///< bit/s in equal parts of the circle
    std::vector<double> second; ///< not shifted
    std::vector<double> scores; ///< by shift of the second job, equal steps over its period
    double shiftStep = 0; ///< s
    double bestShift = 0; ///< s; the smallest with the best score
    double bestScore = 0;
    double worstScore = 0;
    double meanScore = 0; ///< over all shifts
};
/// InvalidInput for an empty pattern, a rate that is not finite or negative, or a period or capacity that is not
/// positive.
[[nodiscard]] Result<PhaseCircle> phaseCircle(const TrafficPattern& first, const TrafficPattern& second,
                                              double capacity, const PhaseCircleParameters& parameters = {});

} // namespace millrace::analysis
