// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/comparison.h"

#include "core/base/unknown.h"

#include <algorithm>
#include <boost/math/distributions/non_central_t.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>

namespace millrace::analysis {

namespace {

constexpr Interval unknownInterval = {unknown, unknown};
constexpr std::size_t mostExact = 400; ///< limit of the product of group sizes for exact rank counts

double varianceOfMean(const Summary& group)
{
    return group.deviation * group.deviation / static_cast<double>(group.count);
}

/// Welch–Satterthwaite for the contrast of - ratio * with; NaN: no value differs, or the variances are not finite.
double degreesOf(const Summary& of, const Summary& with, double ratio = 1)
{
    double a = varianceOfMean(of), b = ratio * ratio * varianceOfMean(with);
    if (!std::isfinite(a) || !std::isfinite(b))
        return unknown;
    // Their squares may underflow.
    int exponent = 0;
    std::frexp(std::max(a, b), &exponent);
    a = std::ldexp(a, -exponent);
    b = std::ldexp(b, -exponent);
    const double sum = a * a / static_cast<double>(of.count - 1) + b * b / static_cast<double>(with.count - 1);
    return sum > 0 ? (a + b) * (a + b) / sum : unknown;
}

double tQuantile(double degrees, double confidence)
{
    if (std::isnan(degrees))
        return unknown;
    return boost::math::quantile(boost::math::students_t(degrees), 0.5 + confidence / 2);
}

double twoSided(double t, double degrees)
{
    if (std::isnan(t) || std::isnan(degrees))
        return unknown;
    return 2 * boost::math::cdf(boost::math::complement(boost::math::students_t(degrees), std::abs(t)));
}

/// Fieller's interval of the ratio of two means, minus 1. Unknown where the mean of `with` may be 0.
Estimate relativeDifference(const Summary& of, const Summary& with, double confidence)
{
    Estimate estimate{unknown, unknownInterval};
    if (!(with.mean > 0))
        return estimate;
    const double ratio = of.mean / with.mean;
    estimate.value = ratio - 1;
    if (of.count < 2 || with.count < 2)
        return estimate;
    const double degrees = degreesOf(of, with, ratio);
    const double a = varianceOfMean(of), b = varianceOfMean(with);
    if (std::isnan(degrees)) {
        estimate.interval = {estimate.value, estimate.value};
        return estimate;
    }
    const double t = tQuantile(degrees, confidence);
    const double g = t * t * b / (with.mean * with.mean);
    if (g >= 1)
        return estimate;
    const double half = t / with.mean * std::sqrt((1 - g) * a + ratio * ratio * b);
    estimate.interval = {(ratio - half) / (1 - g) - 1, (ratio + half) / (1 - g) - 1};
    return estimate;
}

/// The noncentrality at which a t of this size has this quantile.
double noncentralityAt(double t, double degrees, double probability)
{
    double low = t - 10 - std::abs(t), high = t + 10 + std::abs(t);
    for (int i = 0; i < 200 && high - low > 1e-10 * (1 + std::abs(t)); ++i) {
        const double middle = (low + high) / 2;
        const double below = boost::math::cdf(boost::math::non_central_t(degrees, middle), t);
        (below > probability ? low : high) = middle;
    }
    return (low + high) / 2;
}

double correction(double degrees)
{
    return std::exp(boost::math::lgamma(degrees / 2) - boost::math::lgamma((degrees - 1) / 2)) / std::sqrt(degrees / 2);
}

struct Ranks
{
    double u = 0; ///< pairs in which the value of `of` is larger, ties count half
    double ties = 0; ///< sum of t³ - t
};

Ranks rank(std::span<const double> of, std::span<const double> with)
{
    std::vector<std::pair<double, bool>> all;
    for (const double value : of)
        all.emplace_back(value, true);
    for (const double value : with)
        all.emplace_back(value, false);
    std::ranges::sort(all);
    Ranks ranks;
    double rankSum = 0;
    for (std::size_t i = 0; i < all.size();) {
        std::size_t end = i;
        while (end < all.size() && all[end].first == all[i].first)
            ++end;
        const auto tied = static_cast<double>(end - i);
        ranks.ties += tied * tied * tied - tied;
        const double middle = static_cast<double>(i) + (tied + 1) / 2;
        for (; i < end; ++i)
            rankSum += all[i].second ? middle : 0;
    }
    const auto n = static_cast<double>(of.size());
    ranks.u = rankSum - n * (n + 1) / 2;
    return ranks;
}

/// The probability of U <= u when both groups have one distribution, by counting all orders.
double exactBelow(std::size_t n, std::size_t m, std::size_t u)
{
    // Coefficients of the Gaussian binomial: after each factor (1 - q^(m+i)) / (1 - q^i) the counts of n = i.
    std::vector<double> counts(n * m + 1, 0.0);
    counts[0] = 1;
    for (std::size_t i = 1; i <= n; ++i) {
        for (std::size_t k = counts.size(); k-- > m + i;)
            counts[k] -= counts[k - (m + i)];
        for (std::size_t k = i; k < counts.size(); ++k)
            counts[k] += counts[k - i];
    }
    double below = 0, all = 0;
    for (std::size_t k = 0; k < counts.size(); ++k) {
        all += counts[k];
        below += k <= u ? counts[k] : 0;
    }
    return below / all;
}

std::string remarkOf(const Comparison& comparison)
{
    if (comparison.of.count == 0 || comparison.with.count == 0)
        return "a group has no values, so there is nothing to compare";
    if (comparison.of.count < 2 || comparison.with.count < 2)
        return "a group has a single value, so no interval and no p is known; repeat the runs";
    if (comparison.of.deviation == 0 && comparison.with.deviation == 0)
        return "the values of each group are all equal, so no effect size and no p is known";
    if (!comparison.relative.hasInterval())
        return "the mean that is compared with may be 0, so the relative difference has no interval";
    return {};
}

} // namespace

bool Estimate::hasInterval() const noexcept
{
    return !std::isnan(interval.low) && !std::isnan(interval.high);
}

Estimate welchDifference(const Summary& of, const Summary& with, double confidence)
{
    Estimate estimate{of.mean - with.mean, unknownInterval};
    if (of.count < 2 || with.count < 2)
        return estimate;
    const double error = std::sqrt(varianceOfMean(of) + varianceOfMean(with));
    const double half = error > 0 ? tQuantile(degreesOf(of, with), confidence) * error : 0;
    estimate.interval = {estimate.value - half, estimate.value + half};
    return estimate;
}

Estimate hedgesG(const Summary& of, const Summary& with, double confidence)
{
    Estimate estimate{unknown, unknownInterval};
    if (of.count < 2 || with.count < 2)
        return estimate;
    const auto n = static_cast<double>(of.count), m = static_cast<double>(with.count);
    const double degrees = n + m - 2;
    const double pooled =
        std::sqrt(((n - 1) * of.deviation * of.deviation + (m - 1) * with.deviation * with.deviation) / degrees);
    if (!(pooled > 0))
        return estimate;
    const double factor = correction(degrees), scale = std::sqrt(1 / n + 1 / m);
    const double t = (of.mean - with.mean) / pooled / scale;
    estimate.value = factor * t * scale;
    constexpr double far = 300; // outside, the tails of the noncentral distribution cannot be computed
    if (std::abs(t) > far)
        return estimate;
    estimate.interval = {factor * scale * noncentralityAt(t, degrees, 0.5 + confidence / 2),
                         factor * scale * noncentralityAt(t, degrees, 0.5 - confidence / 2)};
    return estimate;
}

double mannWhitneyP(std::span<const double> of, std::span<const double> with)
{
    const std::size_t n = of.size(), m = with.size();
    if (n == 0 || m == 0)
        return unknown;
    const Ranks ranks = rank(of, with);
    const auto product = static_cast<double>(n) * static_cast<double>(m);
    if (ranks.ties == 0 && n * m <= mostExact)
        return std::min(1.0, 2 * exactBelow(n, m, static_cast<std::size_t>(std::min(ranks.u, product - ranks.u))));
    const auto all = static_cast<double>(n + m);
    const double variance = product / 12 * (all + 1 - ranks.ties / (all * (all - 1)));
    if (!(variance > 0))
        return unknown;
    const double z = std::max(0.0, std::abs(ranks.u - product / 2) - 0.5) / std::sqrt(variance);
    return std::min(1.0, 2 * boost::math::cdf(boost::math::complement(boost::math::normal(), z)));
}

Comparison compare(std::span<const double> of, std::span<const double> with)
{
    constexpr double confidence = 0.95;
    Comparison result;
    result.of = summarise(of);
    result.with = summarise(with);
    result.difference = welchDifference(result.of, result.with, confidence);
    result.relative = relativeDifference(result.of, result.with, confidence);
    result.hedgesG = hedgesG(result.of, result.with, confidence);
    result.welchP = result.mannWhitneyP = result.degrees = unknown;
    result.pairedDifference = {unknown, unknownInterval};
    result.pairedP = unknown;
    if (of.size() >= 2 && with.size() >= 2) {
        result.degrees = degreesOf(result.of, result.with);
        const double error = std::sqrt(varianceOfMean(result.of) + varianceOfMean(result.with));
        if (error > 0)
            result.welchP = twoSided(result.difference.value / error, result.degrees);
        result.mannWhitneyP = mannWhitneyP(of, with);
    }
    result.remark = remarkOf(result);
    return result;
}

void addPairs(Comparison& comparison, std::span<const std::pair<double, double>> pairs)
{
    if (pairs.size() < 2)
        return;
    std::vector<double> differences;
    for (const auto& [of, with] : pairs)
        differences.push_back(of - with);
    const Summary summary = summarise(differences);
    comparison.pairs = pairs.size();
    comparison.pairedDifference = {summary.mean, summary.interval};
    const double error = std::sqrt(varianceOfMean(summary));
    comparison.pairedP = error > 0 ? twoSided(summary.mean / error, static_cast<double>(pairs.size() - 1)) : unknown;
}

} // namespace millrace::analysis
