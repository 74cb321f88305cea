// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/trainer/gradient_monitor.h"

#include <array>
#include <cmath>
#include <fmt/format.h>

namespace millrace::trainer {

Result<GradientStatistic> parseGradientStatistic(std::string_view text)
{
    if (text == "none")
        return GradientStatistic::None;
    if (text == "noise-scale")
        return GradientStatistic::NoiseScale;
    if (text == "variance")
        return GradientStatistic::Variance;
    return fail(ErrorCode::InvalidInput,
                fmt::format("unknown statistic \"{}\"; choose none, noise-scale or variance", text));
}

double squaredNorm(std::span<const float> values) noexcept
{
    // Several sums, so that the compiler may use vectors without changing the order of additions.
    constexpr std::size_t lanes = 16;
    std::array<double, lanes> sums{};
    std::size_t i = 0;
    for (; i + lanes <= values.size(); i += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane)
            sums[lane] += static_cast<double>(values[i + lane]) * static_cast<double>(values[i + lane]);
    double total = 0;
    for (; i < values.size(); ++i)
        total += static_cast<double>(values[i]) * static_cast<double>(values[i]);
    for (const double sum : sums)
        total += sum;
    return total;
}

NoiseScaleEstimate::NoiseScaleEstimate(int batch, int ranks, double alpha) noexcept
    : m_small(batch), m_big(static_cast<double>(batch) * ranks), m_alpha(alpha)
{
}

void NoiseScaleEstimate::setSizes(int batch, int ranks) noexcept
{
    m_small = batch;
    m_big = static_cast<double>(batch) * ranks;
}

void NoiseScaleEstimate::add(double localSquare, double meanSquare) noexcept
{
    if (m_big <= m_small)
        return;
    const double signal = (m_big * meanSquare - m_small * localSquare) / (m_big - m_small);
    const double noise = (localSquare - meanSquare) / (1 / m_small - 1 / m_big);
    // Without the bias both would be divided by the same weight, which their ratio does not show.
    m_signal = m_alpha * m_signal + (1 - m_alpha) * signal;
    m_noise = m_alpha * m_noise + (1 - m_alpha) * noise;
    m_known = true;
}

std::optional<double> NoiseScaleEstimate::value() const noexcept
{
    if (!m_known || m_signal <= 0)
        return std::nullopt;
    return m_noise / m_signal;
}

double gradientVariance(std::span<const float> sums, std::span<const float> squareSums,
                        std::span<const std::size_t> tensors, int ranks) noexcept
{
    const double n = ranks;
    double total = 0;
    std::size_t begin = 0;
    for (const std::size_t size : tensors) {
        double squares = 0;
        for (std::size_t i = begin; i < begin + size; ++i) {
            const double mean = static_cast<double>(sums[i]) / n;
            const double variance = static_cast<double>(squareSums[i]) / n - mean * mean;
            squares += variance * variance;
        }
        total += std::sqrt(squares);
        begin += size;
    }
    return total;
}

} // namespace millrace::trainer
