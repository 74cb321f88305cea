// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/compression.h"

#include "core/base/text.h"
#include "core/collective/half.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <fmt/format.h>

namespace millrace::collective {

namespace {

constexpr std::array<std::string_view, 4> compressionTexts = {"none", "float16", "bfloat16", "int8"};

int levelsOf(int ranks) noexcept
{
    return std::max(1, 127 / std::max(ranks, 1));
}

template <typename Format>
void narrow(std::span<const float> values, float factor, char* sent) noexcept
{
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::uint16_t half = Format::narrow(values[i] * factor);
        std::memcpy(sent + 2 * i, &half, sizeof half);
    }
}

template <typename Format>
void widen(const char* sum, std::span<float> values) noexcept
{
    for (std::size_t i = 0; i < values.size(); ++i) {
        std::uint16_t half = 0;
        std::memcpy(&half, sum + 2 * i, sizeof half);
        values[i] = Format::widen(half);
    }
}

} // namespace

std::string_view compressionName(Compression compression) noexcept
{
    return compressionTexts[static_cast<std::size_t>(compression)];
}

std::vector<std::string> compressionNames()
{
    return {compressionTexts.begin(), compressionTexts.end()};
}

Result<Compression> parseCompression(std::string_view name)
{
    const auto found = std::ranges::find(compressionTexts, name);
    if (found == compressionTexts.end())
        return fail(ErrorCode::InvalidInput,
                    fmt::format("\"{}\" is not a compression; available: {}", name, join(compressionNames(), ", ")));
    return static_cast<Compression>(found - compressionTexts.begin());
}

Result<void> checkRanks(Compression compression, int ranks)
{
    if (compression == Compression::Int8 && ranks > mostInt8Ranks)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("the bytes of int8 can add up the values of at most {} workers, not of {}",
                                mostInt8Ranks, ranks));
    return {};
}

ElementType elementTypeOf(Compression compression) noexcept
{
    switch (compression) {
    case Compression::Float16: return ElementType::Float16;
    case Compression::BFloat16: return ElementType::BFloat16;
    case Compression::Int8: return ElementType::Int8;
    case Compression::None: break;
    }
    return ElementType::Float32;
}

// Sums of means do not overflow: 16-bit values are divided by the number of ranks first.
void Quantizer::compress(std::span<const float> values, std::span<char> sent) const noexcept
{
    const float part = 1.0f / static_cast<float>(ranks);
    switch (compression) {
    case Compression::None: return;
    case Compression::Float16: return narrow<Float16Format>(values, part, sent.data());
    case Compression::BFloat16: return narrow<BFloat16Format>(values, part, sent.data());
    case Compression::Int8: break;
    }
    const auto most = static_cast<float>(levelsOf(ranks));
    const float factor = largest > 0 ? most / largest : 0;
    for (std::size_t i = 0; i < values.size(); ++i)
        sent[i] =
            static_cast<char>(static_cast<signed char>(std::nearbyint(std::clamp(values[i] * factor, -most, most))));
}

void Quantizer::expand(std::span<const char> sum, std::span<float> mean) const noexcept
{
    const float part = 1.0f / static_cast<float>(ranks);
    switch (compression) {
    case Compression::None: return;
    case Compression::Float16: return widen<Float16Format>(sum.data(), mean);
    case Compression::BFloat16: return widen<BFloat16Format>(sum.data(), mean);
    case Compression::Int8: break;
    }
    const float level = largest / static_cast<float>(levelsOf(ranks)) * part;
    for (std::size_t i = 0; i < mean.size(); ++i)
        mean[i] = static_cast<float>(static_cast<signed char>(sum[i])) * level;
}

/// A mean of 16-bit values is rounded once for each rank's part and once in each sum of two.
float Quantizer::largestError() const noexcept
{
    const auto count = static_cast<float>(ranks);
    switch (compression) {
    case Compression::Float16: return count * largest * 0x1p-11f;
    case Compression::BFloat16: return count * largest * 0x1p-8f;
    case Compression::Int8: return 0.501f * largest / static_cast<float>(levelsOf(ranks));
    case Compression::None: break;
    }
    return 0;
}

} // namespace millrace::collective
