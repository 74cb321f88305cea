// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/collective/element.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::collective {

/// How the values of an averaging are sent.
enum class Compression
{
    None, ///< float32
    Float16,
    BFloat16,
    /// One scale for all ranks, chosen so that their sum fits into a byte, as in IntSGD (Mishchenko et al., ICLR 2022):
    /// any strategy can add them up. Each rank has 127 / ranks levels on either side of 0.
    Int8,
};

[[nodiscard]] std::string_view compressionName(Compression compression) noexcept;
/// "none", "float16", "bfloat16", "int8".
[[nodiscard]] std::vector<std::string> compressionNames();
[[nodiscard]] Result<Compression> parseCompression(std::string_view name);
[[nodiscard]] ElementType elementTypeOf(Compression compression) noexcept;
/// With more ranks, the bytes of Int8 have less than two levels.
inline constexpr int mostInt8Ranks = 63;
/// InvalidInput if the values of so many ranks cannot be added up.
[[nodiscard]] Result<void> checkRanks(Compression compression, int ranks);

/// Values of one rank on the way to their mean over all ranks, compressed. `largest`: absolute value that no value of
/// any rank is above; Int8 needs it.
struct Quantizer
{
    Compression compression = Compression::None; ///< with None there is nothing to do
    int ranks = 1;
    float largest = 0;

    /// Writes what is sent; `sent` has elementBytes() for each value.
    void compress(std::span<const float> values, std::span<char> sent) const noexcept;
    /// Writes the mean, from the sum of what all ranks have sent.
    void expand(std::span<const char> sum, std::span<float> mean) const noexcept;
    /// How far a mean can be from the exact one.
    [[nodiscard]] float largestError() const noexcept;
};

} // namespace millrace::collective
