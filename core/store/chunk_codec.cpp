// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/chunk_codec.h"

#include <array>
#include <bit>
#include <cassert>
#include <cmath>

namespace millrace::store {

namespace {

constexpr std::byte chunkFormat{1};

enum class TimeCodec : std::uint8_t
{
    Differences = 1,
    SecondDifferences = 2
};
enum class ValueCodec : std::uint8_t
{
    Integers = 1,
    IntegerDifferences = 2,
    Floats = 3,
    Doubles = 4
};

constexpr std::array<double, 7> powersOfTen = {1, 10, 100, 1000, 10'000, 100'000, 1'000'000};

bool sameBits(double a, double b) noexcept
{
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// Sets `out` to value * 10^d, if that is an integer that decodes to the same value (-0.0 does not).
bool asInteger(double value, double power, std::uint64_t& out) noexcept
{
    const double scaled = value * power;
    if (!(std::abs(scaled) < 0x1p52))
        return false;
    const auto integer = static_cast<std::int64_t>(scaled + std::copysign(0.5, scaled));
    out = static_cast<std::uint64_t>(integer);
    return sameBits(static_cast<double>(integer) / power, value);
}

bool areFloats(std::span<const double> values) noexcept
{
    // Conversion outside of float's range is undefined; NaN and infinities are allowed.
    for (const double value : values)
        if ((std::abs(value) > 0x1.fffffep127 && std::isfinite(value))
            || !sameBits(static_cast<double>(static_cast<float>(value)), value))
            return false;
    return true;
}

/// Estimates, from every eighth word, the bits needed for the signed differences between words at an offset.
std::size_t estimatedBits(std::span<const std::uint64_t> words, std::uint64_t offset) noexcept
{
    std::size_t total = 0;
    for (std::size_t i = 0; i < words.size(); i += 8)
        total += static_cast<std::size_t>(std::bit_width(zigzag(static_cast<std::int64_t>(words[i] - offset))));
    return total;
}

void differences(std::vector<std::uint64_t>& out, std::span<const std::uint64_t> words)
{
    out.resize(words.size() - 1);
    for (std::size_t i = 1; i < words.size(); ++i)
        out[i - 1] = words[i] - words[i - 1];
}

void sumUp(std::uint64_t first, std::span<std::uint64_t> words) noexcept
{
    for (std::uint64_t& word : words)
        word = first += word;
}

Error unknownCodec()
{
    return fail(ErrorCode::Corrupt, "a chunk is coded in an unknown way");
}

} // namespace

Bytes ChunkEncoder::encode(std::span<const std::int64_t> times, std::span<const double> values)
{
    assert(times.size() == values.size() && !times.empty() && times.size() <= chunkSamples);
    m_out.assign(1, chunkFormat);
    appendVarint(m_out, times.size());
    appendTimes(m_out, times);
    appendValues(m_out, values);
    appendChecksum(m_out);
    return {m_out.begin(), m_out.end()};
}

void ChunkEncoder::appendTimes(Bytes& out, std::span<const std::int64_t> times)
{
    m_words.resize(times.size() - 1);
    for (std::size_t i = 1; i < times.size(); ++i)
        m_words[i - 1] = static_cast<std::uint64_t>(times[i]) - static_cast<std::uint64_t>(times[i - 1]);
    if (m_words.size() > 1)
        differences(m_differences, m_words);
    const bool second = m_words.size() > 1 && estimatedBits(m_differences, 0) < estimatedBits(m_words, m_words.front());
    out.push_back(static_cast<std::byte>(second ? TimeCodec::SecondDifferences : TimeCodec::Differences));
    appendVarint(out, zigzag(times.front()));
    if (second)
        appendVarint(out, zigzag(static_cast<std::int64_t>(m_words.front())));
    appendIntegers(out, second ? m_differences : m_words, m_zstd);
}

bool ChunkEncoder::appendAsIntegers(Bytes& out, std::span<const double> values, int decimals)
{
    m_words.resize(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!asInteger(values[i], powersOfTen[static_cast<std::size_t>(decimals)], m_words[i]))
            return false;
    differences(m_differences, m_words);
    const std::uint64_t first = m_words.front();
    const bool asDifferences = estimatedBits(m_differences, 0) < estimatedBits(m_words, first);
    out.push_back(static_cast<std::byte>(asDifferences ? ValueCodec::IntegerDifferences : ValueCodec::Integers));
    out.push_back(static_cast<std::byte>(decimals));
    if (asDifferences)
        appendVarint(out, zigzag(static_cast<std::int64_t>(first)));
    appendIntegers(out, asDifferences ? m_differences : m_words, m_zstd);
    return true;
}

void ChunkEncoder::appendValues(Bytes& out, std::span<const double> values)
{
    for (int decimals = 0; decimals < static_cast<int>(powersOfTen.size()); ++decimals)
        if (appendAsIntegers(out, values, decimals))
            return;
    const bool floats = areFloats(values);
    out.push_back(static_cast<std::byte>(floats ? ValueCodec::Floats : ValueCodec::Doubles));
    m_words.resize(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        m_words[i] = floats ? std::bit_cast<std::uint32_t>(static_cast<float>(values[i]))
                            : std::bit_cast<std::uint64_t>(values[i]);
    appendPlanes(out, m_words, m_zstd);
}

Result<void> ChunkDecoder::decode(std::span<const std::byte> chunk, std::vector<std::int64_t>& times,
                                  std::vector<double>& values)
{
    MR_TRY(body, checked(chunk));
    ByteReader in(body);
    MR_TRY(version, in.byte());
    if (static_cast<std::byte>(version) != chunkFormat)
        return unknownCodec();
    MR_TRY(samples, in.varint());
    if (samples == 0 || samples > chunkSamples)
        return fail(ErrorCode::Corrupt, "a chunk has an impossible number of samples");
    const std::size_t before = times.size();
    const auto add = static_cast<std::size_t>(samples);
    times.resize(before + add);
    values.resize(before + add);
    Result<void> done = takeTimes(in, std::span(times).subspan(before));
    if (done)
        done = takeValues(in, std::span(values).subspan(before));
    if (!done) {
        times.resize(before);
        values.resize(before);
    }
    return done;
}

Result<void> ChunkDecoder::takeTimes(ByteReader& in, std::span<std::int64_t> times)
{
    MR_TRY(codec, in.byte());
    const bool second = static_cast<TimeCodec>(codec) == TimeCodec::SecondDifferences;
    if ((!second && static_cast<TimeCodec>(codec) != TimeCodec::Differences) || times.size() < (second ? 2 : 1))
        return unknownCodec();
    MR_TRY(firstTime, in.varint());
    m_words.resize(times.size() - 1);
    std::span<std::uint64_t> words(m_words);
    if (second) {
        MR_TRY(firstStep, in.varint());
        words[0] = static_cast<std::uint64_t>(unzigzag(firstStep));
        MR_CHECK(takeIntegers(in, words.subspan(1), m_zstd));
        sumUp(words[0], words.subspan(1));
    } else {
        MR_CHECK(takeIntegers(in, words, m_zstd));
    }
    times[0] = unzigzag(firstTime);
    auto at = static_cast<std::uint64_t>(times[0]);
    for (std::size_t i = 1; i < times.size(); ++i)
        times[i] = static_cast<std::int64_t>(at += words[i - 1]);
    return {};
}

Result<void> ChunkDecoder::takeValues(ByteReader& in, std::span<double> values)
{
    MR_TRY(codec, in.byte());
    const auto kind = static_cast<ValueCodec>(codec);
    m_words.resize(values.size());
    std::span<std::uint64_t> words(m_words);
    if (kind == ValueCodec::Floats || kind == ValueCodec::Doubles) {
        MR_CHECK(takePlanes(in, words, m_zstd));
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = kind == ValueCodec::Doubles
                ? std::bit_cast<double>(words[i])
                : static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(words[i])));
        return {};
    }
    if (kind != ValueCodec::Integers && kind != ValueCodec::IntegerDifferences)
        return unknownCodec();
    MR_TRY(decimals, in.byte());
    if (decimals >= powersOfTen.size() || values.empty())
        return unknownCodec();
    if (kind == ValueCodec::IntegerDifferences) {
        MR_TRY(first, in.varint());
        words[0] = static_cast<std::uint64_t>(unzigzag(first));
        MR_CHECK(takeIntegers(in, words.subspan(1), m_zstd));
        sumUp(words[0], words.subspan(1));
    } else {
        MR_CHECK(takeIntegers(in, words, m_zstd));
    }
    const double power = powersOfTen[decimals];
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<double>(static_cast<std::int64_t>(words[i])) / power;
    return {};
}

} // namespace millrace::store
