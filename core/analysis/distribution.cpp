// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/distribution.h"

#include "core/base/unknown.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <utility>

namespace millrace::analysis {

namespace {

constexpr double nearestToZero = 1e-300;

std::vector<double> sorted(std::span<const double> values)
{
    std::vector<double> result(values.begin(), values.end());
    std::ranges::sort(result);
    return result;
}

/// Sorted values with the share of the weight up to each.
struct WeightedSample
{
    std::vector<double> values;
    std::vector<double> shares;
};

WeightedSample sampleOf(std::span<const double> values, std::span<const double> weights)
{
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
    WeightedSample sample;
    double sum = 0;
    for (const std::size_t i : order) {
        sum += weights.empty() ? 1 : weights[i];
        sample.values.push_back(values[i]);
        sample.shares.push_back(sum);
    }
    for (double& share : sample.shares)
        share /= sum;
    return sample;
}

/// Calls body(from, to, F, G) for each stretch between neighbouring values of both samples.
template <typename Body>
void forStretches(const WeightedSample& of, const WeightedSample& with, Body&& body)
{
    std::size_t a = 0;
    std::size_t b = 0;
    while (a < of.values.size() || b < with.values.size()) {
        const double next = std::min(a < of.values.size() ? of.values[a] : std::numeric_limits<double>::infinity(),
                                     b < with.values.size() ? with.values[b] : std::numeric_limits<double>::infinity());
        while (a < of.values.size() && of.values[a] <= next)
            ++a;
        while (b < with.values.size() && with.values[b] <= next)
            ++b;
        const double after =
            std::min(a < of.values.size() ? of.values[a] : std::numeric_limits<double>::infinity(),
                     b < with.values.size() ? with.values[b] : std::numeric_limits<double>::infinity());
        body(next, after, a == 0 ? 0 : of.shares[a - 1], b == 0 ? 0 : with.shares[b - 1]);
    }
}

/// The upper tail of Kolmogorov's distribution (Numerical Recipes, 14.3.3: both series, each where it is fast).
double kolmogorovTail(double z)
{
    if (z <= 0)
        return 1;
    if (z < 1.18) {
        constexpr double pi = std::numbers::pi;
        const double y = std::exp(-pi * pi / (8 * z * z));
        const double sum = y + std::pow(y, 9) + std::pow(y, 25) + std::pow(y, 49);
        return 1 - std::sqrt(2 * pi) / z * sum;
    }
    const double x = std::exp(-2 * z * z);
    return std::max(0.0, 2 * (x - std::pow(x, 4) + std::pow(x, 9)));
}

} // namespace

void Moments::add(double value, double weight) noexcept
{
    if (!(weight > 0))
        return;
    m_weight += weight;
    const double difference = value - m_mean;
    m_mean += difference * weight / m_weight;
    m_squares += weight * difference * (value - m_mean);
}

void Moments::merge(const Moments& other) noexcept
{
    if (!(other.m_weight > 0))
        return;
    const double weight = m_weight + other.m_weight;
    const double difference = other.m_mean - m_mean;
    m_squares += other.m_squares + difference * difference * m_weight * other.m_weight / weight;
    m_mean += difference * other.m_weight / weight;
    m_weight = weight;
}

double Moments::mean() const noexcept
{
    return m_weight > 0 ? m_mean : unknown;
}

double Moments::variance() const noexcept
{
    return m_weight > 0 ? m_squares / m_weight : unknown;
}

double Moments::deviation() const noexcept
{
    return std::sqrt(variance());
}

void Histogram::add(double value, double weight) noexcept
{
    if (!std::isfinite(value))
        return;
    const double place = std::floor((value - low) / width);
    if (place < 0)
        below += weight;
    else if (place >= static_cast<double>(weights.size()))
        above += weight;
    else
        weights[static_cast<std::size_t>(place)] += weight;
}

double Histogram::total() const noexcept
{
    return std::accumulate(weights.begin(), weights.end(), below + above);
}

Moments Histogram::moments() const noexcept
{
    Moments moments;
    for (std::size_t i = 0; i < weights.size(); ++i)
        moments.add(middle(i), weights[i]);
    return moments;
}

Histogram histogramOf(std::span<const double> values, std::size_t bins, std::span<const double> weights)
{
    assert(bins >= 1 && (weights.empty() || weights.size() == values.size()));
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const double value : values) {
        if (std::isfinite(value)) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }
    Histogram histogram;
    histogram.weights.assign(bins, 0.0);
    if (!(low <= high))
        return histogram;
    histogram.low = low;
    // Divided before it is subtracted, so that not even the widest range overflows.
    const double width = high / static_cast<double>(bins) - low / static_cast<double>(bins);
    histogram.width = width > 0 ? width : 1;
    for (std::size_t i = 0; i < values.size(); ++i)
        histogram.add(values[i], weights.empty() ? 1 : weights[i]);
    histogram.weights.back() += std::exchange(histogram.above, 0.0);
    return histogram;
}

LogHistogram::LogHistogram(double relativeError)
    : m_relativeError(relativeError), m_logGamma(std::log1p(2 * relativeError / (1 - relativeError)))
{
    assert(relativeError > 0 && relativeError < 1);
}

int LogHistogram::classOf(double magnitude) const noexcept
{
    return static_cast<int>(std::ceil(std::log(magnitude) / m_logGamma));
}

double LogHistogram::upperEdge(int number) const noexcept
{
    return std::exp(m_logGamma * number);
}

/// The value that is nearest to all of a class, in relative terms: 2 γ^i / (γ + 1).
double LogHistogram::valueOf(int number) const noexcept
{
    return std::exp(m_logGamma * number + std::log1p(-m_relativeError));
}

void LogHistogram::add(double value, std::uint64_t count)
{
    if (!std::isfinite(value) || count == 0)
        return;
    m_total += count;
    if (std::abs(value) < nearestToZero)
        m_zero += count;
    else
        (value > 0 ? m_positive : m_negative)[classOf(std::abs(value))] += count;
}

Result<void> LogHistogram::merge(const LogHistogram& other)
{
    if (m_relativeError != other.m_relativeError)
        return fail(ErrorCode::InvalidInput, "histograms with different relative errors cannot be added");
    for (const auto& [number, count] : other.m_positive)
        m_positive[number] += count;
    for (const auto& [number, count] : other.m_negative)
        m_negative[number] += count;
    m_zero += other.m_zero;
    m_total += other.m_total;
    return {};
}

double LogHistogram::quantile(double fraction) const noexcept
{
    if (m_total == 0)
        return unknown;
    const auto rank = static_cast<std::uint64_t>(std::clamp(fraction, 0.0, 1.0) * static_cast<double>(m_total - 1));
    std::uint64_t seen = 0;
    for (auto it = m_negative.rbegin(); it != m_negative.rend(); ++it) {
        seen += it->second;
        if (seen > rank)
            return -valueOf(it->first);
    }
    seen += m_zero;
    if (seen > rank)
        return 0;
    for (const auto& [number, count] : m_positive) {
        seen += count;
        if (seen > rank)
            return valueOf(number);
    }
    return valueOf(m_positive.rbegin()->first);
}

std::vector<LogHistogram::Class> LogHistogram::classes() const
{
    std::vector<Class> all;
    for (auto it = m_negative.rbegin(); it != m_negative.rend(); ++it)
        all.push_back({-upperEdge(it->first), -upperEdge(it->first - 1), it->second});
    if (m_zero > 0)
        all.push_back({0, 0, m_zero});
    for (const auto& [number, count] : m_positive)
        all.push_back({upperEdge(number - 1), upperEdge(number), count});
    return all;
}

double quantile(std::span<const double> values, double fraction, QuantileType type)
{
    if (values.empty())
        return unknown;
    const std::vector<double> x = sorted(values);
    const auto n = static_cast<double>(x.size());
    const double p = std::clamp(fraction, 0.0, 1.0);
    // (1 − γ) x[j] + γ x[j + 1], counted from 1, with j = ⌊np + m⌋; rounding of np is forgiven, as R does.
    const double m[] = {0, 0, -0.5, 0, 0.5, p, 1 - p, (p + 1) / 3, p / 4 + 3.0 / 8};
    constexpr double fuzz = 4 * std::numeric_limits<double>::epsilon();
    const double place = n * p + m[static_cast<int>(type) - 1];
    const double j = std::floor(place + fuzz);
    double gamma = place - j;
    if (std::abs(gamma) < fuzz)
        gamma = 0;
    switch (type) {
    case QuantileType::InverseCdf: gamma = gamma > 0 ? 1 : 0; break;
    case QuantileType::AveragedInverseCdf: gamma = gamma > 0 ? 1 : 0.5; break;
    case QuantileType::NearestEven: gamma = gamma == 0 && std::fmod(j, 2) == 0 ? 0 : 1; break;
    default: break;
    }
    const auto at = [&](double rank) { return x[static_cast<std::size_t>(std::clamp(rank, 1.0, n)) - 1]; };
    return std::lerp(at(j), at(j + 1), gamma);
}

KolmogorovSmirnov kolmogorovSmirnov(std::span<const double> of, std::span<const double> with)
{
    if (of.empty() || with.empty())
        return {unknown, unknown};
    KolmogorovSmirnov result;
    forStretches(sampleOf(of, {}), sampleOf(with, {}), [&](double, double, double f, double g) {
        result.distance = std::max(result.distance, std::abs(f - g));
    });
    const double n = static_cast<double>(of.size());
    const double m = static_cast<double>(with.size());
    const double root = std::sqrt(n * m / (n + m));
    result.p = kolmogorovTail((root + 0.12 + 0.11 / root) * result.distance);
    return result;
}

double wassersteinDistance(std::span<const double> of, std::span<const double> with, std::span<const double> ofWeights,
                           std::span<const double> withWeights)
{
    assert(ofWeights.empty() || ofWeights.size() == of.size());
    assert(withWeights.empty() || withWeights.size() == with.size());
    if (of.empty() || with.empty())
        return unknown;
    double distance = 0;
    forStretches(sampleOf(of, ofWeights), sampleOf(with, withWeights), [&](double from, double to, double f, double g) {
        if (f != g && std::isfinite(to))
            distance += std::abs(f - g) * (to - from);
    });
    return distance;
}

} // namespace millrace::analysis
