// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/run_length_filter.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace millrace::monitor {

namespace {

constexpr double negligible = 1e-9;

/// Density of Student's t with 2α degrees of freedom, the prediction of a segment. The ratio of gamma functions by its
/// asymptotic series, whose error is below 1e-4 from 8 degrees of freedom on.
double prediction(const RunLengthFilter::Segment& segment, double value) noexcept
{
    const double freedom = 2 * segment.shape;
    const double scale2 = segment.rate * (segment.precision + 1) / (segment.shape * segment.precision);
    const double distance2 = (value - segment.mean) * (value - segment.mean) / scale2;
    const double gammas = 0.5 * std::log(freedom / 2) - 1 / (4 * freedom);
    return std::exp(gammas - 0.5 * std::log(freedom * std::numbers::pi * scale2)
                    - 0.5 * (freedom + 1) * std::log1p(distance2 / freedom));
}

void learn(RunLengthFilter::Segment& segment, double value, double weight) noexcept
{
    const double distance = value - segment.mean;
    const double precision = segment.precision + weight;
    segment.rate += 0.5 * weight * segment.precision * distance * distance / precision;
    segment.mean += weight * distance / precision;
    segment.precision = precision;
    segment.shape += 0.5 * weight;
}

} // namespace

double RunLengthFilter::Segment::meanDeviation() const noexcept
{
    return std::sqrt(rate / (shape * precision));
}

double RunLengthFilter::Segment::above(double level, double deviation) const noexcept
{
    return 0.5 * std::erfc((level - mean) / (std::numbers::sqrt2 * std::hypot(meanDeviation(), deviation)));
}

void RunLengthFilter::take(std::int64_t number, double value, const RunPrior& prior)
{
    const double noise2 = prior.noise * prior.noise;
    Segment begun{number,          m_segments.empty() ? 1 : m_settings.hazard,
                  prior.level,     noise2 / (prior.reach * prior.reach),
                  prior.certainty, prior.certainty * noise2};
    for (Segment& segment : m_segments)
        segment.probability *= 1 - m_settings.hazard;
    m_segments.push_back(begun);
    const double broad = m_settings.outliers * m_settings.outlierDensity;
    for (Segment& segment : m_segments) {
        const double inlier = (1 - m_settings.outliers) * prediction(segment, value);
        const double both = inlier + broad;
        segment.probability *= std::pow(both, prior.discount);
        learn(segment, value, prior.discount * inlier / both);
    }
    normalise();
}

void RunLengthFilter::normalise()
{
    double sum = 0;
    for (const Segment& segment : m_segments)
        sum += segment.probability;
    if (!(sum > 0)) {
        m_segments.erase(m_segments.begin(), m_segments.end() - 1);
        m_segments.front().probability = 1;
        return;
    }
    for (Segment& segment : m_segments)
        segment.probability /= sum;
    std::erase_if(m_segments, [](const Segment& segment) { return segment.probability < negligible; });
    if (m_segments.size() > m_settings.most)
        m_segments.erase(std::ranges::min_element(m_segments, {}, &Segment::probability));
}

void RunLengthFilter::forgetBefore(std::int64_t number)
{
    std::erase_if(m_segments, [number](const Segment& segment) { return segment.begin < number; });
    if (!m_segments.empty())
        normalise();
}

const RunLengthFilter::Segment* RunLengthFilter::likeliest() const noexcept
{
    const auto it = std::ranges::max_element(m_segments, {}, &Segment::probability);
    return it == m_segments.end() ? nullptr : &*it;
}

} // namespace millrace::monitor
