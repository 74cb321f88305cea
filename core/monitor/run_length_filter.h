// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace millrace::monitor {

/// What is believed about values before they come.
struct RunPrior
{
    double level = 0; ///< of a new segment: mean …
    double reach = 0.25; ///< … and standard deviation
    double noise = 0.02; ///< standard deviation of values in a segment …
    double certainty = 8; ///< … worth 2 × this many values
    double discount = 1; ///< weight of a value, below 1 when neighbours resemble each other
};

/// Bayesian online change-point detection (Adams, MacKay 2007, arXiv 0710.3742): the posterior of when the current
/// segment of constant mean began, with Student-t predictions of normal–inverse-gamma segments and a constant hazard.
///
/// Two additions. A value is with a small probability an outlier of a broad density; each hypothesis then learns from
/// it with the probability that it is none, so a single spike neither begins a segment nor widens one. And likelihoods
/// are raised to the power `discount` (a tempered posterior; Grünwald's safe Bayes), (1−φ)/(1+φ) for values with
/// autocorrelation φ, since n of those tell as much about the mean as n·(1−φ)/(1+φ) independent ones.
/// At most `most` hypotheses; unlikely ones are dropped.
class RunLengthFilter
{
public:
    struct Segment
    {
        std::int64_t begin = 0; ///< number of its first value
        double probability = 0;
        double mean = 0;
        double precision = 0; ///< κ: weight of values behind the mean, with the prior's
        double shape = 0; ///< α and β of the inverse gamma of the variance
        double rate = 0;
        /// Standard deviation of what is believed about the mean.
        [[nodiscard]] double meanDeviation() const noexcept;
        /// Probability that the mean is above a level that is itself known with a standard deviation (normal
        /// approximation).
        [[nodiscard]] double above(double level, double deviation = 0) const noexcept;
    };

    struct Settings
    {
        double hazard = 1.0 / 250; ///< probability of a new segment with each value
        double outliers = 0.02; ///< share of outliers …
        double outlierDensity = 0.3; ///< … and their density
        std::size_t most = 160;
    };

    RunLengthFilter() = default;
    explicit RunLengthFilter(const Settings& settings) : m_settings(settings) { }
    /// `number` counts up; the prior is that of a segment that begins with this value.
    void take(std::int64_t number, double value, const RunPrior& prior);
    /// Forgets all hypotheses but those that began at `number` or later; when none is left, the next value begins one.
    void forgetBefore(std::int64_t number);
    [[nodiscard]] const std::vector<Segment>& segments() const noexcept { return m_segments; } ///< by beginning
    [[nodiscard]] const Segment* likeliest() const noexcept;

private:
    void normalise();

    Settings m_settings;
    std::vector<Segment> m_segments;
};

} // namespace millrace::monitor
