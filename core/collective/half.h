// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <bit>
#include <cstdint>

namespace millrace::collective {

/// Conversions of 16-bit floating-point values, without branches so that loops over them are vectorised. Rounded to
/// nearest, ties to even; overflow is infinity, a NaN stays one. float16 needs no F16C: the exponent is moved by a
/// multiplication (Giesen 2012, "half to float done quick").

struct Float16Format
{
    [[nodiscard]] [[gnu::always_inline]] static float widen(std::uint16_t half) noexcept
    {
        const std::uint32_t bits = half;
        const float scaled = std::bit_cast<float>((bits & 0x7fffu) << 13) * std::bit_cast<float>(0x77800000u); // 2^112
        const std::uint32_t special = (bits & 0x7c00u) == 0x7c00u ? 0x7f800000u : 0u; // infinity or NaN
        return std::bit_cast<float>(std::bit_cast<std::uint32_t>(scaled) | special | ((bits & 0x8000u) << 16));
    }

    [[nodiscard]] [[gnu::always_inline]] static std::uint16_t narrow(float value) noexcept
    {
        const auto bits = std::bit_cast<std::uint32_t>(value);
        const std::uint32_t sign = bits & 0x80000000u;
        const std::uint32_t magnitude = bits ^ sign;
        // Normal results: the exponent is lowered by 112, the mantissa rounded at its 13th bit.
        const std::uint32_t normal = (magnitude - 0x38000000u + 0xfffu + ((magnitude >> 13) & 1u)) >> 13;
        // Below 2^-14: adding 0.5 leaves the rounded multiple of 2^-24 in the lowest bits.
        const std::uint32_t small =
            std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude) + 0.5f) - std::bit_cast<std::uint32_t>(0.5f);
        const std::uint32_t large = magnitude > 0x7f800000u ? 0x7e00u : 0x7c00u;
        const std::uint32_t finite = magnitude < 0x38800000u ? small : normal;
        return static_cast<std::uint16_t>((magnitude >= 0x47800000u ? large : finite) | (sign >> 16));
    }
};

struct BFloat16Format
{
    [[nodiscard]] [[gnu::always_inline]] static float widen(std::uint16_t half) noexcept
    {
        return std::bit_cast<float>(static_cast<std::uint32_t>(half) << 16);
    }

    [[nodiscard]] [[gnu::always_inline]] static std::uint16_t narrow(float value) noexcept
    {
        const auto bits = std::bit_cast<std::uint32_t>(value);
        const std::uint32_t rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
        const bool isNan = (bits & 0x7fffffffu) > 0x7f800000u;
        return static_cast<std::uint16_t>(isNan ? 0x7fc0u : rounded);
    }
};

} // namespace millrace::collective
