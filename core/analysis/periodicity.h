// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/rate_bins.h"
#include "core/base/job.h"

#include <optional>

namespace millrace::analysis {

/// The sample autocorrelation at lags 0 … maxLag: r(k) = Σ y(i)·y(i+k) / Σ y(i)², y = values − mean (Box, Jenkins,
/// "Time Series Analysis", 2.1.5; it falls with 1 − k/n). Empty for fewer than two values, or when all are equal.
/// maxLag is cut to n − 1.
[[nodiscard]] std::vector<double> autocorrelation(std::span<const double> values, std::size_t maxLag);

/// Power over frequency; power[i] belongs to i · step.
struct Spectrum
{
    double step = 0; ///< Hz
    std::vector<double> power; ///< one-sided density, (unit of the values)² per Hz; the mean is subtracted first
    std::size_t segments = 0;
};
/// Welch's method ("The use of fast Fourier transform …", 1967): mean of the periodograms of segments that overlap by
/// half, each through a Hann window. A segment as long as the values gives the plain windowed periodogram. Empty for
/// fewer than two values; `segment` is cut to their number. `interval` in seconds, above 0.
[[nodiscard]] Spectrum spectrumOf(std::span<const double> values, double interval, std::size_t segment);

struct PeriodParameters
{
    double falseAlarm = 0.05; ///< a period is reported when noise looks as periodic in fewer cases than this
    double samePeak = 0.9; ///< peaks of this share of the height of the others count as equally high
    double leastStrength = 0.1; ///< a fainter line of the spectrum is not reported
    int periodsInWindow = 3; ///< at least; longer periods are not searched
    int coarser = 4; ///< when no period is found, bins become this many times as wide, and so on
    std::size_t most = std::size_t(1) << 21; ///< bins; longer series are searched in wider bins

    bool operator==(const PeriodParameters&) const = default;
};

/// Whether traffic is periodic, and its period. NaN: unknown.
struct Periodicity
{
    PeriodParameters parameters;
    bool found = false;
    double period = 0; ///< seconds; the fundamental; NaN when nothing was found
    double strength = 0; ///< number of periods over which repetitions were compared
    int peaks = 0; ///< probability that noise shows such a comb or line anywhere
    double falseAlarm = 0; ///< how often noise would show such a comb or line anywhere
    bool byLine = false; ///< found as a line of the spectrum, where the autocorrelation alone was not sure
    double sampling = 0; ///< seconds per bin where it was found, or of the first search
    std::size_t bins = 0; ///< of this width
    std::vector<double> correlation; ///< the corrected autocorrelation from lag 0, `sampling` apart
};

/// Searches for the period of values that are `interval` seconds apart: at least 4 bins long, and at most the share of
/// the window that the parameters allow.
///
/// A comb of 1, 2, 4, 8 or 16 teeth is laid over the autocorrelation; the period is the tooth distance that chance
/// explains least, reduced to the fundamental. Chance is white noise with the same tail and the same short memory: with
/// n values, memory T = 1 + 2 Σ r(k)² (Bartlett 1946, k up to the first valley), kurtosis κ and largest product b =
/// y₁y₂ / Σ y² (as in Bennett's inequality) there are about N = min(n / κ, 1 / b) / T independent events, of which λ =
/// N²T / n coincide at any lag by chance. A mean correlation r at J lags then has the surprise S = Jλ h(rN / λ), h(u) =
/// (1 + u) ln(1 + u) − u (Poisson; it becomes Jr²n / 2T for many events); the false alarm probability is the normal
/// tail at √(2S) times the number of distinct combs. The correlation between the teeth is subtracted, so that a slow
/// drift is not a period. Where that finds nothing, strongestLine() searches for a line in the spectrum. The first
/// search may use half of the false alarm probability, each one in wider bins half of the rest. With noise of fourteen
/// kinds (white, heavy tails, rare pulses, random bursts, with memory, drifting) 0 to 3 % of simulated series show a
/// period at falseAlarm 0.05.
[[nodiscard]] Result<Periodicity> findPeriod(std::span<const double> values, double interval,
                                             const PeriodParameters& parameters = {}, const JobContext& job = {});
/// The same for the bins of a range, silent ones included; without a range for the whole series.
[[nodiscard]] Result<Periodicity> findPeriod(const BinnedSeries& series, std::optional<BinRange> range = {},
                                             const PeriodParameters& parameters = {}, const JobContext& job = {});

} // namespace millrace::analysis
