// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace millrace::trainer {

/// Gradients whose sums are exact in float32, whatever the order of addition, so that a result can be compared with its
/// closed form.
///
/// Element i of rank r in step s is pattern[(i + offset(s, r)) mod P]: the pattern holds P = 65 521 seeded integers
/// from -2048 to 2047, and the offset is a hash of seed, step and rank. P is prime, so that a piece displaced by one
/// chunk, tensor or page is detected. With n ranks |sum| ≤ 2048·n < 2^24 while n < 8192.
///
/// All-reduce works in place and leaves the sums behind. Filling is a few copies of the pattern, which stays in the
/// second-level cache: the cost of writing the memory once. That would still distort a step without computation, so
/// only a step to be verified gets fresh values. Any other one adds up the previous sums, the same on every rank, n
/// times as large each time; stepsUntilOverflow() returns when it must be refreshed.
class SyntheticGradient
{
public:
    static constexpr std::size_t period = 65521;
    static constexpr int maximumRanks = 8191;
    static constexpr int maximumRanksWithNoise = 4095;

    explicit SyntheticGradient(std::uint64_t seed);
    /// Gradients of a batch with about this gradient noise scale, tr(Σ) / |G|², from 1e-4 to 1e4 times the batch: a
    /// second pattern, that of the mean, is added to that of rank and step, whose values are the noise. The amplitudes
    /// are whole numbers, so the sums stay exact; noiseScale() returns what they make.
    SyntheticGradient(std::uint64_t seed, double noiseScale, int batch);
    /// Exact noise scale of gradients with so many elements: the expectation over all offsets. 0: not defined, because
    /// there is no mean.
    [[nodiscard]] double noiseScale(std::size_t elements) const noexcept;
    /// Writes the gradient of one rank in one step.
    void fill(std::span<float> gradient, std::int64_t step, int rank) const;
    /// Returns how many consecutive all-reduces of `ranks` ranks keep every value below 2^120.
    [[nodiscard]] static std::int64_t stepsUntilOverflow(int ranks) noexcept;
    /// Value of one element before the all-reduce.
    [[nodiscard]] float value(std::size_t element, std::int64_t step, int rank) const;
    /// Value of one element after the all-reduce of `ranks` ranks.
    [[nodiscard]] float sum(std::size_t element, std::int64_t step, int ranks) const;

    /// Reduced element that is not the sum of the ranks' values.
    struct Mismatch
    {
        std::size_t element = 0;
        float found = 0;
        float expected = 0;
    };
    /// What a result is held against.
    struct Expected
    {
        int ranks = 1;
        bool isMean = false; ///< and not the sum
        float tolerance = 0; ///< of a mean
        std::size_t begin = 0; ///< elements of the gradient …
        std::size_t end = SIZE_MAX; ///< … that were reduced
    };
    /// Checks the first and last element of every tensor and `samples` more, different ones in every step.
    [[nodiscard]] std::optional<Mismatch> check(std::span<const float> reduced, std::span<const std::size_t> tensors,
                                                std::int64_t step, const Expected& expected, std::size_t samples) const;
    [[nodiscard]] std::optional<Mismatch> check(std::span<const float> reduced, std::span<const std::size_t> tensors,
                                                std::int64_t step, int ranks, std::size_t samples) const
    {
        return check(reduced, tensors, step, Expected{.ranks = ranks}, samples);
    }
    /// Absolute value that no element of a rank is above.
    [[nodiscard]] float largest() const noexcept;

private:
    [[nodiscard]] std::size_t offset(std::int64_t step, int rank) const noexcept;
    [[nodiscard]] std::vector<std::size_t> offsets(std::int64_t step, int ranks) const;
    [[nodiscard]] float sumAt(std::size_t element, std::span<const std::size_t> offsets) const noexcept;

    std::uint64_t m_seed;
    std::vector<float> m_pattern;
    std::vector<float> m_mean; ///< empty: zero
    int m_batch = 0;
};

} // namespace millrace::trainer
