// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/trainer/synthetic_gradient.h"

#include "core/base/random.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace millrace::trainer {

SyntheticGradient::SyntheticGradient(std::uint64_t seed) : m_seed(mixSeed(seed)), m_pattern(period)
{
    Random random(m_seed);
    for (float& value : m_pattern)
        value = static_cast<float>(static_cast<int>(random.below(4096)) - 2048);
}

SyntheticGradient::SyntheticGradient(std::uint64_t seed, double noiseScale, int batch)
    : m_seed(mixSeed(seed)), m_pattern(period), m_mean(period), m_batch(batch)
{
    constexpr double largest = 2047;
    const double ratio = std::sqrt(noiseScale / batch); // of the noise of a batch to the mean
    const auto amplitude = [](double wanted) { return static_cast<std::uint64_t>(std::max(1.0, std::round(wanted))); };
    const std::uint64_t noise = amplitude(largest * std::min(1.0, ratio));
    const std::uint64_t mean = amplitude(largest * std::min(1.0, 1 / ratio));
    Random random(m_seed);
    const auto draw = [&random](std::uint64_t most) {
        return static_cast<float>(random.below(2 * most + 1)) - static_cast<float>(most);
    };
    for (float& value : m_pattern)
        value = draw(noise);
    for (float& value : m_mean)
        value = draw(mean);
}

double SyntheticGradient::noiseScale(std::size_t elements) const noexcept
{
    if (m_mean.empty())
        return 0;
    double sum = 0, squares = 0, signal = 0;
    for (std::size_t i = 0; i < period; ++i) {
        sum += static_cast<double>(m_pattern[i]);
        squares += static_cast<double>(m_pattern[i]) * static_cast<double>(m_pattern[i]);
        const auto times = static_cast<double>(elements / period + (i < elements % period ? 1 : 0));
        signal += times * static_cast<double>(m_mean[i]) * static_cast<double>(m_mean[i]);
    }
    const double all = static_cast<double>(period);
    const double variance = squares / all - sum / all * (sum / all);
    return signal > 0 ? m_batch * variance * static_cast<double>(elements) / signal : 0;
}

void SyntheticGradient::fill(std::span<float> gradient, std::int64_t step, int rank) const
{
    if (!m_mean.empty()) {
        std::size_t place = offset(step, rank), element = 0;
        for (float& value : gradient) {
            value = m_mean[element] + m_pattern[place];
            element = element + 1 == period ? 0 : element + 1;
            place = place + 1 == period ? 0 : place + 1;
        }
        return;
    }
    std::size_t from = offset(step, rank);
    while (!gradient.empty()) {
        const std::size_t count = std::min(period - from, gradient.size());
        std::memcpy(gradient.data(), m_pattern.data() + from, count * sizeof(float));
        gradient = gradient.subspan(count);
        from = 0;
    }
}

std::int64_t SyntheticGradient::stepsUntilOverflow(int ranks) noexcept
{
    constexpr double patternBits = 11;
    constexpr double mostBits = 120;
    if (ranks < 2)
        return std::numeric_limits<std::int64_t>::max();
    return static_cast<std::int64_t>((mostBits - patternBits) / std::log2(ranks));
}

float SyntheticGradient::value(std::size_t element, std::int64_t step, int rank) const
{
    const float mean = m_mean.empty() ? 0 : m_mean[element % period];
    return mean + m_pattern[(element + offset(step, rank)) % period];
}

float SyntheticGradient::sum(std::size_t element, std::int64_t step, int ranks) const
{
    return sumAt(element, offsets(step, ranks));
}

std::optional<SyntheticGradient::Mismatch> SyntheticGradient::check(std::span<const float> reduced,
                                                                    std::span<const std::size_t> tensors,
                                                                    std::int64_t step, const Expected& expected,
                                                                    std::size_t samples) const
{
    const std::vector<std::size_t> starts = offsets(step, expected.ranks);
    const auto wrong = [&](std::size_t element) -> std::optional<Mismatch> {
        if (element < expected.begin || element >= expected.end)
            return std::nullopt;
        const float sum = sumAt(element, starts);
        const float right = expected.isMean ? sum / static_cast<float>(expected.ranks) : sum;
        if (std::abs(reduced[element] - right) <= expected.tolerance) // not for a NaN
            return std::nullopt;
        return Mismatch{element, reduced[element], right};
    };
    std::size_t begin = 0;
    for (const std::size_t size : tensors) {
        if (size == 0 || begin + size > reduced.size())
            continue;
        if (auto mismatch = wrong(begin))
            return mismatch;
        if (auto mismatch = wrong(begin + size - 1))
            return mismatch;
        begin += size;
    }
    const std::size_t stride = std::max<std::size_t>(1, reduced.size() / std::max<std::size_t>(1, samples));
    const std::size_t first = mixSeed(m_seed ^ static_cast<std::uint64_t>(step)) % stride;
    for (std::size_t element = first; element < reduced.size(); element += stride) {
        if (auto mismatch = wrong(element))
            return mismatch;
    }
    return std::nullopt;
}

float SyntheticGradient::largest() const noexcept
{
    const auto largestOf = [](const std::vector<float>& values) {
        float largest = 0;
        for (const float value : values)
            largest = std::max(largest, std::abs(value));
        return largest;
    };
    return largestOf(m_pattern) + largestOf(m_mean);
}

std::size_t SyntheticGradient::offset(std::int64_t step, int rank) const noexcept
{
    const std::uint64_t place = mixSeed(static_cast<std::uint64_t>(step)) ^ static_cast<std::uint64_t>(rank);
    return static_cast<std::size_t>(mixSeed(m_seed ^ mixSeed(place)) % period);
}

std::vector<std::size_t> SyntheticGradient::offsets(std::int64_t step, int ranks) const
{
    std::vector<std::size_t> starts;
    for (int rank = 0; rank < ranks; ++rank)
        starts.push_back(offset(step, rank));
    return starts;
}

float SyntheticGradient::sumAt(std::size_t element, std::span<const std::size_t> offsets) const noexcept
{
    double total =
        m_mean.empty() ? 0.0 : static_cast<double>(offsets.size()) * static_cast<double>(m_mean[element % period]);
    for (const std::size_t start : offsets)
        total += static_cast<double>(m_pattern[(element + start) % period]);
    return static_cast<float>(total);
}

} // namespace millrace::trainer
