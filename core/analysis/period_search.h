// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"

#include <span>
#include <vector>

namespace millrace::analysis {

/// The autocorrelation expected for values without a period; notation as in findPeriod().
struct Chance
{
    double values = 0; ///< n
    double memory = 1; ///< T
    double events = 0; ///< N
    double coincidences = 0; ///< λ

    /// Standard error of the mean correlation at this many lags.
    [[nodiscard]] double error(double lags) const;
    /// S for a mean correlation r at this many lags, which on average leave out this share of the pairs.
    [[nodiscard]] double surprise(double r, int lags, double leftOut) const;
};
[[nodiscard]] Chance chanceOf(std::span<const double> values, std::span<const double> correlation);

/// A comb with `teeth` teeth, `lag` apart, laid over the autocorrelation.
struct Comb
{
    double lag = 0; ///< bins
    int teeth = 0;
    double height = 0; ///< mean correlation under the teeth
    double standing = 0; ///< how far they exceed the correlation between the teeth
    double surprise = 0;
};

/// Finds the comb that fits an autocorrelation, and its fundamental. Both arguments must outlive it.
class CombSearch
{
public:
    /// No period is longer than `longest` bins.
    CombSearch(std::span<const double> correlation, const Chance& chance, double longest);

    /// Number of different combs that best() tries, in terms of chance: calibrated with noise of many kinds.
    [[nodiscard]] double trials() const;
    /// The most significant comb, of 1, 2, 4, 8 or 16 teeth that are at least 4 bins apart; a clearly stronger one with
    /// a longer period takes precedence.
    [[nodiscard]] Comb best(const JobContext& job) const;
    /// The same among the combs whose lag differs from `lag` by at most this share.
    [[nodiscard]] Comb bestNear(double lag, double share) const;
    /// The same period without octave errors: where the correlation between the teeth has `samePeak` of their height,
    /// the period is shorter; where every second, third or fourth tooth is clearly higher than the others, it is
    /// longer.
    [[nodiscard]] Comb fundamental(Comb comb, double samePeak) const;
    /// Adds teeth as long as they increase the significance, and interpolates between the bins.
    [[nodiscard]] Comb refine(Comb comb) const;

private:
    /// The best comb of each block of lags under the last tooth, so that a search among longer ones is a short one.
    struct Blocks
    {
        [[nodiscard]] Comb best(std::size_t from = 0) const;

        int teeth = 0;
        double first = 0; ///< lag under the last tooth
        double last = 0;
        std::vector<Comb> combs;
    };
    /// From and to a lag under the last tooth.
    [[nodiscard]] Comb bestOf(int teeth, double from, double to) const;
    [[nodiscard]] Blocks blocksOf(int teeth, const JobContext& job) const;
    [[nodiscard]] Comb bestFrom(double leastLag, const Blocks& blocks) const;
    [[nodiscard]] Comb coarser(const Comb& best, std::span<const Blocks> ofSizes) const;
    [[nodiscard]] Comb withoutSlip(const Comb& comb, double fine) const;
    [[nodiscard]] int teethFor(double lag) const;
    [[nodiscard]] double mean(double lag, int teeth, double phase) const;
    [[nodiscard]] double surprise(double height, double lag, int teeth) const;
    [[nodiscard]] Comb combAt(double lag, int teeth) const;
    void consider(double lag, int teeth, Comb& best) const;
    /// Mean correlation at the multiples of a lag, and at the multiples of lag / factor between them.
    struct Split
    {
        double own = 0;
        double others = 0;
        double error = 0; ///< of each, by chance
    };
    [[nodiscard]] Split split(double lag, int factor, int teeth) const;

    std::span<const double> m_correlation;
    const Chance& m_chance;
    double m_lags;
    double m_longest;
};

/// The strongest line of a spectrum and its harmonics.
struct Line
{
    double frequency = 0; ///< in steps of the spectrum; 0: none
    int harmonics = 0;
    double surprise = 0; ///< −ln of the probability that noise has such a line here
};
/// Number of different lines that strongestLine() tries, in terms of chance.
[[nodiscard]] double lineTrials(std::size_t frequencies);
/// Searches for 1, 2, 4, 8 or 16 harmonics that exceed the noise around them, as searches for pulsars do (Ransom,
/// Eikenberry, Middleditch 2002, section 3): power over the local median is exponential in noise, the sum of H such
/// values follows a gamma distribution. `power` is a periodogram from frequency 0 with `fineness` steps per cycle in
/// the window; only lines with at least 8 cycles in the window and 8 values per cycle count.
[[nodiscard]] Line strongestLine(std::span<const double> power, int fineness, const JobContext& job);

} // namespace millrace::analysis
