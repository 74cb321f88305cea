// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/detector_score.h"

#include <cstdint>
#include <span>
#include <vector>

namespace millrace::monitor {

/// Kind of noise of iteration times. Deviations are of the logarithm of the time.
struct NoiseFamily
{
    const char* name = "";
    double jitter = 0.01; ///< standard deviation of what is independent …
    bool isHeavy = false; ///< … or the scale of Student's t with two degrees of freedom
    double correlated = 0; ///< standard deviation of an autoregressive part …
    double similarity = 0; ///< … and its φ
    double spikes = 0; ///< share of iterations that take 1.5 to 4 times as long
    int pauseEvery = 0; ///< iterations from one checkpoint to the next, of random phase; 0: none
    int pauseLength = 0; ///< iterations
    double pauseSize = 0; ///< growth while it lasts
    double drift = 0; ///< growth over the whole job
    double warmup = 0; ///< growth at the beginning, which fades away …
    double warmupSteps = 40; ///< … over this many iterations
    double swing = 0; ///< of a sine …
    double swingSteps = 40; ///< … of this many iterations
    double longShare = 0; ///< of iterations that take `longFactor` as long
    double longFactor = 1.25;
};

/// 17 kinds of noise: jitter of three sizes, heavy tails, spikes, checkpoints, neighbours that resemble each other,
/// drifts, a slow warm-up, a swing, two step lengths, sequences of random lengths.
[[nodiscard]] std::span<const NoiseFamily> noiseFamilies();
/// The same kinds with other amplitudes, autocorrelations and periods; not used for choosing parameters.
[[nodiscard]] std::span<const NoiseFamily> noiseVariants();

struct Injection
{
    double level = 0; ///< 0.05: iterations take 5 % longer; 0: a clean control
    std::int64_t length = 100; ///< iterations
    std::int64_t ramp = 1; ///< iterations until it has its whole size
};

/// A job of 600 iterations; the onset is drawn from the iterations 100 to 379. The level of the truth is 1 for every
/// slow-down, so that the verdicts of all sizes make one score.
[[nodiscard]] ScoredJob noisyJob(const NoiseFamily& family, const Injection& injection, std::uint64_t seed);

/// The ladder of injections for each family: levels 0, 3, 5, 8, 10, 20, 50 % × lengths 10, 25, 50, 100, 200.
[[nodiscard]] std::vector<Injection> injectionLadder();

inline constexpr double leastScoredLevel = 0.05; ///< 3 % is reported separately

} // namespace millrace::monitor
