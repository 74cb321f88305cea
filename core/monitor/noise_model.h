// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <array>
#include <cstddef>

namespace millrace::monitor {

/// Streaming noise model of deviations from a level: a robust autoregression plus outliers.
///
/// Order and coefficients come from exponentially weighted autocovariances by Levinson's recursion; the order ends
/// where a partial autocorrelation is within twice its standard error. The innovation follows Student's t with
/// probability 1 − w; otherwise it is an outlier (spike, pause, long sequence). 90 % of the outliers follow a learnt
/// normal distribution, which also models a second step length; the rest follows a broad Cauchy distribution.
/// Predictions use deviations cleaned by the probability of being no outlier (robust autoregression: Denby, Martin
/// 1979).
class NoiseModel
{
public:
    static constexpr std::size_t mostOrder = 6;
    using History = std::array<double, mostOrder>; ///< cleaned deviations from the level, newest first

    /// Training sample.
    struct Sample
    {
        double innovation = 0;
        double deviation = 0; ///< cleaned
        History before{};
    };

    void begin(double deviation, double count); ///< of the first values
    void learn(const Sample& sample);
    [[nodiscard]] double predicted(const History& history) const noexcept;
    [[nodiscard]] double logDensity(double innovation) const noexcept;
    /// Probability that it is no outlier.
    [[nodiscard]] double inlier(double innovation) const noexcept;
    [[nodiscard]] double innovationDeviation() const noexcept { return m_deviation; }
    /// Standard deviation of the values themselves.
    [[nodiscard]] double wholeDeviation() const noexcept;
    [[nodiscard]] double outlierShare() const noexcept { return m_outliers; }

private:
    void learnOutlier(double innovation, double doubt);
    void solve();
    struct Parts
    {
        double inlier = 0;
        double outlier = 0;
    };
    [[nodiscard]] Parts parts(double innovation) const noexcept;

    double m_count = 0; ///< values learnt from, at most the memory
    double m_deviation = 0; ///< of innovations
    std::array<double, mostOrder + 1> m_covariance{};
    History m_coefficients{};
    std::size_t m_order = 0;
    double m_outliers = 0.02; ///< w
    double m_outlierCount = 0;
    double m_outlierMean = 0;
    double m_outlierVariance = 0;
};

} // namespace millrace::monitor
