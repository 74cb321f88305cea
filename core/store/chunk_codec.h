// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/integer_coding.h"

namespace millrace::store {

/// Maximum of samples in a chunk.
inline constexpr std::size_t chunkSamples = 4096;

/// Encodes up to `chunkSamples` samples, bit-exact (NaN payloads, -0.0, any int64). Layout:
///
///   byte 1 (format), varint samples, times, values, XXH64 of all before (8 bytes, little-endian)
///
///   times:  byte codec, zigzag varint first time, then
///             1 differences: integers (samples - 1)
///             2 differences of differences: zigzag varint first difference, integers (samples - 2)
///   values: byte codec, then
///             1 integers:  byte decimals d, integers k; the value is k / 10^d
///             2 the same, as zigzag varint first k and the integers of the differences (samples - 1)
///             3 floats:    planes of the bits of float32 values
///             4 doubles:   planes of the bits
///
/// "integers" and "planes" are those of integer_coding.h, so regular times and constant values take a few bytes. The
/// shorter codec is estimated for each chunk.
class ChunkEncoder
{
public:
    /// Both spans have the same length, from 1 to chunkSamples.
    [[nodiscard]] Bytes encode(std::span<const std::int64_t> times, std::span<const double> values);

    // The parts, for other codecs:
    void appendTimes(Bytes& out, std::span<const std::int64_t> times);
    void appendValues(Bytes& out, std::span<const double> values);

private:
    [[nodiscard]] bool appendAsIntegers(Bytes& out, std::span<const double> values, int decimals);

    ZstdCompressor m_zstd;
    Bytes m_out;
    std::vector<std::uint64_t> m_words;
    std::vector<std::uint64_t> m_differences;
};

class ChunkDecoder
{
public:
    /// Appends the samples to both vectors; on Corrupt they are unchanged.
    [[nodiscard]] Result<void> decode(std::span<const std::byte> chunk, std::vector<std::int64_t>& times,
                                      std::vector<double>& values);

    [[nodiscard]] Result<void> takeTimes(ByteReader& in, std::span<std::int64_t> times);
    [[nodiscard]] Result<void> takeValues(ByteReader& in, std::span<double> values);

private:
    ZstdDecompressor m_zstd;
    std::vector<std::uint64_t> m_words;
};

} // namespace millrace::store
