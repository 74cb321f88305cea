// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/noise_model.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace millrace::monitor {

namespace {

constexpr double leastDeviation = 0.002;
constexpr double memory = 100; // values
constexpr double memoryGain = 0.5; // of memory per value: the first values fade faster
constexpr double limit = 2.5; // standard deviations; larger values are clipped to it
constexpr double limitedVariance = 0.92; // of a standard normal value clipped there
constexpr double leastOutliers = 0.01;
constexpr double mostOutliers = 0.4;
constexpr double broadShare = 0.1; // of the outliers outside the learnt distribution …
constexpr double broadScale = 0.3; // … the scale of their Cauchy distribution
constexpr double supposedLikeness = 0.5; // of neighbours, before any were observed
constexpr double firstSpread = 0.1; // of outliers, while few were observed
constexpr double outlierMemory = 30; // outliers
constexpr double fewOutliers = 4; // too few to fit a distribution

/// Student's t with 5 degrees of freedom, of unit variance of its core.
double core(double z) noexcept
{
    constexpr double peak = 0.3796066898224944;
    const double q = 1 + z * z / 5;
    return peak / (q * q * q);
}

} // namespace

void NoiseModel::begin(double deviation, double count)
{
    m_deviation = std::max(leastDeviation, deviation);
    m_covariance[0] = m_deviation * m_deviation;
    for (std::size_t lag = 1; lag <= mostOrder; ++lag)
        m_covariance[lag] = supposedLikeness * m_covariance[lag - 1];
    m_count = count;
    solve();
}

NoiseModel::Parts NoiseModel::parts(double innovation) const noexcept
{
    const double broad = 1 / (std::numbers::pi * broadScale * (1 + std::pow(innovation / broadScale, 2)));
    double outlier = broad;
    if (m_outlierCount >= fewOutliers) {
        const double spread = std::max(std::sqrt(m_outlierVariance), m_deviation);
        const double z = (innovation - m_outlierMean) / spread;
        outlier =
            broadShare * broad + (1 - broadShare) * std::exp(-0.5 * z * z) / (spread * std::sqrt(2 * std::numbers::pi));
    }
    return {(1 - m_outliers) * core(innovation / m_deviation) / m_deviation, m_outliers * outlier};
}

double NoiseModel::logDensity(double innovation) const noexcept
{
    const Parts of = parts(innovation);
    return std::log(of.inlier + of.outlier + 1e-300);
}

double NoiseModel::inlier(double innovation) const noexcept
{
    const double outlier = parts(innovation).outlier;
    const double z = innovation / m_deviation;
    const double inlier = (1 - m_outliers) * std::exp(-0.5 * z * z) / (m_deviation * std::sqrt(2 * std::numbers::pi));
    return inlier / (inlier + outlier + 1e-300);
}

double NoiseModel::predicted(const History& history) const noexcept
{
    double sum = 0;
    for (std::size_t i = 0; i < m_order; ++i)
        sum += m_coefficients[i] * history[i];
    return sum;
}

double NoiseModel::wholeDeviation() const noexcept
{
    return std::max(m_deviation, std::sqrt(std::max(0.0, m_covariance[0])));
}

void NoiseModel::learn(const Sample& sample)
{
    m_count = std::min(m_count + memoryGain, memory);
    const double share = 1 / m_count;
    const double inlying = inlier(sample.innovation);
    const double most = limit * m_deviation;
    const double innovation = std::clamp(sample.innovation, -most, most);
    const double variance = innovation * innovation / limitedVariance;
    m_deviation = std::sqrt(m_deviation * m_deviation + share * inlying * (variance - m_deviation * m_deviation));
    m_deviation = std::max(leastDeviation, m_deviation);
    m_covariance[0] += share * (sample.deviation * sample.deviation - m_covariance[0]);
    for (std::size_t lag = 1; lag <= mostOrder; ++lag)
        m_covariance[lag] += share * (sample.deviation * sample.before[lag - 1] - m_covariance[lag]);
    learnOutlier(sample.innovation, 1 - inlying);
    solve();
}

void NoiseModel::learnOutlier(double innovation, double doubt)
{
    m_outliers += (doubt - m_outliers) / std::max(50.0, m_count);
    m_outliers = std::clamp(m_outliers, leastOutliers, mostOutliers);
    if (doubt < 0.5)
        return;
    if (m_outlierCount == 0) {
        m_outlierMean = innovation;
        m_outlierVariance = firstSpread * firstSpread;
    }
    m_outlierCount = std::min(m_outlierCount + 1, outlierMemory);
    const double distance = innovation - m_outlierMean;
    m_outlierMean += distance / m_outlierCount;
    m_outlierVariance += (distance * (innovation - m_outlierMean) - m_outlierVariance) / m_outlierCount;
    m_outlierVariance = std::max(m_outlierVariance, firstSpread * firstSpread / (m_outlierCount * m_outlierCount));
}

/// Levinson–Durbin recursion.
void NoiseModel::solve()
{
    m_order = 0;
    m_coefficients = {};
    double error = m_covariance[0];
    if (!(error > 0))
        return;
    const double least = 2 / std::sqrt(m_count);
    for (std::size_t order = 0; order < mostOrder; ++order) {
        double sum = m_covariance[order + 1];
        for (std::size_t i = 0; i < order; ++i)
            sum -= m_coefficients[i] * m_covariance[order - i];
        const double reflection = std::clamp(sum / error, -0.98, 0.98);
        if (std::abs(reflection) < least)
            return;
        const History last = m_coefficients;
        for (std::size_t i = 0; i < order; ++i)
            m_coefficients[i] -= reflection * last[order - 1 - i];
        m_coefficients[order] = reflection;
        m_order = order + 1;
        error *= 1 - reflection * reflection;
    }
}

} // namespace millrace::monitor
