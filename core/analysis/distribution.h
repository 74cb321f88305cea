// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace millrace::analysis {

/// Count, mean and variance of values that arrive one by one or in parts; parts merge without the values (Chan, Golub,
/// LeVeque 1979). NaN: unknown.
class Moments
{
public:
    void add(double value, double weight = 1) noexcept;
    void merge(const Moments& other) noexcept;

    [[nodiscard]] double weight() const noexcept { return m_weight; } ///< the count, without weights
    [[nodiscard]] double mean() const noexcept; ///< first moment
    [[nodiscard]] double variance() const noexcept; ///< of the population (n)
    [[nodiscard]] double deviation() const noexcept; ///< of the population

    bool operator==(const Moments&) const = default;

private:
    double m_weight = 0;
    double m_mean = 0;
    double m_squares = 0; ///< Σ w (x − mean)²
};

/// Weights of values in bins of one width from `low` on. Bin i contains low + i·width <= value < low + (i+1)·width.
struct Histogram
{
    double low = 0;
    double width = 1; ///< above 0
    std::vector<double> weights;
    double below = 0; ///< weight of values under `low`
    double above = 0; ///< and from the end of the last bin on

    [[nodiscard]] double high() const noexcept { return edge(weights.size()); }
    [[nodiscard]] double edge(std::size_t bin) const noexcept { return low + width * static_cast<double>(bin); }
    [[nodiscard]] double middle(std::size_t bin) const noexcept { return edge(bin) + width / 2; }
    /// Infinite and NaN values are not counted.
    void add(double value, double weight = 1) noexcept;
    [[nodiscard]] double total() const noexcept; ///< `below` and `above` included
    /// Of the bins, with all values at the centre of their bin.
    [[nodiscard]] Moments moments() const noexcept;

    bool operator==(const Histogram&) const = default;
};
/// `bins` (at least 1) equal ones from the smallest to the largest value, which belongs to the last bin. Weights have
/// the length of the values or are empty: all 1; with durations as weights the histogram is weighted by time.
[[nodiscard]] Histogram histogramOf(std::span<const double> values, std::size_t bins,
                                    std::span<const double> weights = {});

/// Counts in classes whose width is a fixed share of the value, so that every quantile is right within `relativeError`
/// whatever the range: DDSketch (Masson, Rim, Lee, "DDSketch: a fast and fully-mergeable quantile sketch", 2019). With
/// γ = (1 + α) / (1 − α), class i holds γ^(i−1) < value <= γ^i. Negative values have classes of their own; those nearer
/// to 0 than 1e-300 count as 0. Memory is bounded by the range of double: at most 1400 / α classes; nanoseconds to
/// hours at 1 % take 1500.
class LogHistogram
{
public:
    /// Above 0 and below 1.
    explicit LogHistogram(double relativeError = 0.01);

    /// Infinite and NaN values are not counted.
    void add(double value, std::uint64_t count = 1);
    /// InvalidInput when the relative errors differ.
    [[nodiscard]] Result<void> merge(const LogHistogram& other);

    [[nodiscard]] double relativeError() const noexcept { return m_relativeError; }
    [[nodiscard]] std::uint64_t total() const noexcept { return m_total; }
    /// Within relativeError() of the value with rank ⌊1 + fraction (n − 1)⌋; NaN when empty.
    [[nodiscard]] double quantile(double fraction) const noexcept;
    /// One class: values above `from` up to `to` (for negative ones from `from` to below `to`).
    struct Class
    {
        double from = 0;
        double to = 0;
        std::uint64_t count = 0;
    };
    /// The non-empty ones, ascending.
    [[nodiscard]] std::vector<Class> classes() const;

    bool operator==(const LogHistogram&) const = default;

private:
    [[nodiscard]] int classOf(double magnitude) const noexcept;
    [[nodiscard]] double upperEdge(int number) const noexcept;
    [[nodiscard]] double valueOf(int number) const noexcept;

    double m_relativeError;
    double m_logGamma;
    std::map<int, std::uint64_t> m_positive;
    std::map<int, std::uint64_t> m_negative; ///< by magnitude
    std::uint64_t m_zero = 0;
    std::uint64_t m_total = 0;
};

/// How a quantile is read from n sorted values; the numbers are those of Hyndman and Fan, "Sample quantiles in
/// statistical packages", 1996, as in R.
enum class QuantileType
{
    InverseCdf = 1, ///< the smallest value whose share reaches the fraction
    AveragedInverseCdf = 2, ///< the same, the mean of two at a jump
    NearestEven = 3, ///< SAS
    LinearCdf = 4,
    Hydrologist = 5, ///< Matlab
    Weibull = 6, ///< SPSS, Minitab
    Linear = 7, ///< R, numpy; millrace::quantile
    MedianUnbiased = 8, ///< what Hyndman and Fan recommend
    NormalUnbiased = 9
};
/// NaN without values.
[[nodiscard]] double quantile(std::span<const double> values, double fraction, QuantileType type);

/// Distance of two samples.
struct KolmogorovSmirnov
{
    double distance = 0; ///< largest difference of the empirical distribution functions; NaN for an empty sample
    double p = 0; ///< p value: asymptotic, with Stephens' correction for small samples
};
[[nodiscard]] KolmogorovSmirnov kolmogorovSmirnov(std::span<const double> of, std::span<const double> with);
/// The first Wasserstein (earth mover's) distance ∫ |F − G|, in the unit of the values; NaN for an empty sample.
/// Weights have the length of the values or are empty: all 1.
[[nodiscard]] double wassersteinDistance(std::span<const double> of, std::span<const double> with,
                                         std::span<const double> ofWeights = {},
                                         std::span<const double> withWeights = {});

} // namespace millrace::analysis
