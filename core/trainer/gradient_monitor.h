// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <optional>
#include <span>
#include <string_view>

namespace millrace::trainer {

/// Statistic of the gradients of a step over all ranks.
enum class GradientStatistic
{
    None,
    NoiseScale,
    Variance
};

/// Parses "none", "noise-scale", "variance".
[[nodiscard]] Result<GradientStatistic> parseGradientStatistic(std::string_view text);

/// Sum of the squares, added in float64.
[[nodiscard]] double squaredNorm(std::span<const float> values) noexcept;

/// Gradient noise scale tr(Σ) / |G|² over steps: an estimate of the batch above which larger batches gain little.
/// McCandlish et al., An Empirical Model of Large-Batch Training (2018), appendix A.1: with batch b on each of n ranks
/// and B = n b, from the mean over the ranks of the squared norm of their gradients and that of the mean gradient
///     |G|² ≈ (B |mean|² − b |g|²) / (B − b)     tr(Σ) ≈ (|g|² − |mean|²) / (1/b − 1/B)
/// Both are smoothed separately, each by an exponentially weighted mean without the bias of its first value.
class NoiseScaleEstimate
{
public:
    /// `alpha`: weight of the past, from 0 to less than 1.
    NoiseScaleEstimate(int batch, int ranks, double alpha = 0.9) noexcept;
    void add(double localSquare, double meanSquare) noexcept;
    /// Other numbers from now on; what is known about the gradients stays.
    void setSizes(int batch, int ranks) noexcept;
    /// Nothing for one rank, before the first value, and while the estimate of |G|² is not above zero.
    [[nodiscard]] std::optional<double> value() const noexcept;

private:
    double m_small; ///< b
    double m_big; ///< B
    double m_alpha;
    double m_signal = 0;
    double m_noise = 0;
    bool m_known = false;
};

/// Norm of the elementwise variance over the ranks, for each tensor, summed over the tensors: KungFu's metric. From the
/// sums over the ranks of the gradients and of their squares; `tensors`: elements of each.
[[nodiscard]] double gradientVariance(std::span<const float> sums, std::span<const float> squareSums,
                                      std::span<const std::size_t> tensors, int ranks) noexcept;

} // namespace millrace::trainer
