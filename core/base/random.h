// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace millrace {

/// SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014): spreads a seed.
[[nodiscard]] constexpr std::uint64_t mixSeed(std::uint64_t value) noexcept
{
    value += 0x9e3779b97f4a7c15ull;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ull;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebull;
    return value ^ (value >> 31);
}

/// xoshiro256++ 1.0 (Blackman, Vigna 2019): the only generator of Millrace, so that a seed gives the same runs
/// everywhere. Satisfies UniformRandomBitGenerator.
class Random
{
public:
    using result_type = std::uint64_t;
    __extension__ using Wide = unsigned __int128;

    explicit constexpr Random(std::uint64_t seed) noexcept
    {
        for (auto& word : m_state)
            word = seed = mixSeed(seed);
    }

    static constexpr result_type min() noexcept { return 0; }
    static constexpr result_type max() noexcept { return ~result_type(0); }

    constexpr result_type operator()() noexcept
    {
        const std::uint64_t result = std::rotl(m_state[0] + m_state[3], 23) + m_state[0];
        const std::uint64_t shifted = m_state[1] << 17;
        m_state[2] ^= m_state[0];
        m_state[3] ^= m_state[1];
        m_state[1] ^= m_state[2];
        m_state[0] ^= m_state[3];
        m_state[2] ^= shifted;
        m_state[3] = std::rotl(m_state[3], 45);
        return result;
    }

    /// Uniform in [0, 1).
    constexpr double uniform() noexcept { return static_cast<double>((*this)() >> 11) * 0x1.0p-53; }
    /// Uniform in 0 … bound-1, with negligible bias (multiply-shift).
    constexpr std::uint64_t below(std::uint64_t bound) noexcept
    {
        return static_cast<std::uint64_t>((static_cast<Wide>((*this)()) * bound) >> 64);
    }
    /// Standard normal (Box–Muller; the second value is discarded, so that every call draws twice).
    double normal() noexcept;
    /// Exponential with mean 1.
    double exponential() noexcept;

private:
    std::uint64_t m_state[4]{};
};

/// Fisher–Yates shuffle with Random: the same order with every standard library.
template <typename Container>
void shuffle(Container& items, Random& random)
{
    for (std::size_t i = items.size(); i > 1; --i)
        std::swap(items[i - 1], items[random.below(i)]);
}

/// FNV-1a, 64 bit: a stable hash of text for seeds and names (not for integrity).
[[nodiscard]] constexpr std::uint64_t stableHash(std::string_view text) noexcept
{
    std::uint64_t hash = 0xcbf29ce484222325ull;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
    return hash;
}

} // namespace millrace
