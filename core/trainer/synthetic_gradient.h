// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace millrace::trainer {

/// Gradients whose sums are exact in float32, whatever the order of addition, so that a result can be held against its
/// closed form.
///
/// Element i of rank r in step s is pattern[(i + offset(s, r)) mod P]: the pattern holds P = 65 521 seeded integers
/// from -2048 to 2047, and the offset is a hash of seed, step and rank. P is prime, so that a piece that lands one
/// chunk, tensor or page away from its place does not fit there. With n ranks |sum| ≤ 2048·n < 2^24 while n < 8192.
///
/// All-reduce works in place and leaves the sums behind. Filling is a few copies out of the pattern, which stays in the
/// second-level cache: no more than writing the memory once. Still that would be felt in a step without computation, so
/// only a step that will be verified is given fresh values. Any other one adds up what the last one left, the same on
/// every rank, n times as large each time; stepsUntilOverflow() says when it must be fresh again.
class SyntheticGradient
{
public:
    static constexpr std::size_t period = 65521;
    static constexpr int maximumRanks = 8191;

    explicit SyntheticGradient(std::uint64_t seed);
    /// Writes the gradient of one rank in one step.
    void fill(std::span<float> gradient, std::int64_t step, int rank) const;
    /// How many all-reduces of `ranks` ranks in a row keep every value below 2^120.
    [[nodiscard]] static std::int64_t stepsUntilOverflow(int ranks) noexcept;
    /// The value of one element before the all-reduce.
    [[nodiscard]] float value(std::size_t element, std::int64_t step, int rank) const;
    /// The value of one element after the all-reduce of `ranks` ranks.
    [[nodiscard]] float sum(std::size_t element, std::int64_t step, int ranks) const;

    /// A reduced element that is not the sum of what the ranks put in.
    struct Mismatch
    {
        std::size_t element = 0;
        float found = 0;
        float expected = 0;
    };
    /// Looks at the first and last element of every tensor and at `samples` more, other ones in every step.
    [[nodiscard]] std::optional<Mismatch> check(std::span<const float> reduced, std::span<const std::size_t> tensors,
                                                std::int64_t step, int ranks, std::size_t samples) const;

private:
    [[nodiscard]] std::size_t offset(std::int64_t step, int rank) const noexcept;
    [[nodiscard]] std::vector<std::size_t> offsets(std::int64_t step, int ranks) const;
    [[nodiscard]] float sumAt(std::size_t element, std::span<const std::size_t> offsets) const noexcept;

    std::uint64_t m_seed;
    std::vector<float> m_pattern;
};

} // namespace millrace::trainer
