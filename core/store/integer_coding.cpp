// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/integer_coding.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

namespace millrace::store {

namespace {

enum class Plane : std::uint8_t
{
    Constant = 0,
    Raw = 1,
    Zstd = 2
};

/// A zstd frame of fewer bytes than this is never shorter than they are.
constexpr std::size_t worthCompressing = 48;

void appendPlane(Bytes& out, std::span<const std::byte> plane, ZstdCompressor& zstd)
{
    if (std::equal(plane.begin() + 1, plane.end(), plane.begin())) {
        out.push_back(static_cast<std::byte>(Plane::Constant));
        out.push_back(plane.front());
        return;
    }
    if (plane.size() >= worthCompressing) {
        Bytes frame;
        const std::size_t size = zstd.append(frame, plane);
        if (size < plane.size() - plane.size() / 64) {
            out.push_back(static_cast<std::byte>(Plane::Zstd));
            appendVarint(out, size);
            appendBytes(out, frame);
            return;
        }
    }
    out.push_back(static_cast<std::byte>(Plane::Raw));
    appendBytes(out, plane);
}

Result<void> takePlane(ByteReader& in, std::span<std::byte> plane, ZstdDecompressor& zstd)
{
    MR_TRY(kind, in.byte());
    switch (static_cast<Plane>(kind)) {
    case Plane::Constant: {
        MR_TRY(value, in.byte());
        std::fill(plane.begin(), plane.end(), static_cast<std::byte>(value));
        return {};
    }
    case Plane::Raw: {
        MR_TRY(raw, in.bytes(plane.size()));
        std::copy(raw.begin(), raw.end(), plane.begin());
        return {};
    }
    case Plane::Zstd: {
        MR_TRY(size, in.varint());
        MR_TRY(frame, in.bytes(size));
        return zstd.fill(plane, frame);
    }
    }
    return fail(ErrorCode::Corrupt, "a stored plane is of an unknown kind");
}

/// Of all words; 0 when all are 0.
std::uint64_t commonDivisor(std::span<const std::uint64_t> words)
{
    std::uint64_t divisor = 0;
    for (const std::uint64_t word : words) {
        if (word == 0 || word == divisor)
            continue;
        divisor = std::gcd(divisor, word);
        if (divisor == 1)
            break;
    }
    return divisor;
}

} // namespace

void appendPlanes(Bytes& out, std::span<const std::uint64_t> words, ZstdCompressor& zstd)
{
    std::uint64_t used = 0;
    for (const std::uint64_t word : words)
        used |= word;
    const std::size_t width = (static_cast<std::size_t>(std::bit_width(used)) + 7) / 8;
    out.push_back(static_cast<std::byte>(width));
    Bytes plane(words.size());
    for (std::size_t b = 0; b < width; ++b) {
        for (std::size_t i = 0; i < words.size(); ++i)
            plane[i] = static_cast<std::byte>(words[i] >> (8 * b));
        appendPlane(out, plane, zstd);
    }
}

Result<void> takePlanes(ByteReader& in, std::span<std::uint64_t> words, ZstdDecompressor& zstd)
{
    MR_TRY(width, in.byte());
    if (width > 8)
        return fail(ErrorCode::Corrupt, "stored words have more than eight bytes");
    std::fill(words.begin(), words.end(), 0);
    Bytes plane(words.size());
    for (std::size_t b = 0; b < width; ++b) {
        MR_CHECK(takePlane(in, plane, zstd));
        for (std::size_t i = 0; i < words.size(); ++i)
            words[i] |= static_cast<std::uint64_t>(plane[i]) << (8 * b);
    }
    return {};
}

void appendIntegers(Bytes& out, std::span<std::uint64_t> words, ZstdCompressor& zstd)
{
    std::int64_t minimum = 0;
    if (!words.empty())
        minimum = static_cast<std::int64_t>(words.front());
    for (const std::uint64_t word : words)
        minimum = std::min(minimum, static_cast<std::int64_t>(word));
    for (std::uint64_t& word : words)
        word -= static_cast<std::uint64_t>(minimum);
    const std::uint64_t divisor = commonDivisor(words);
    if (divisor > 1)
        for (std::uint64_t& word : words)
            word /= divisor;
    appendVarint(out, zigzag(minimum));
    appendVarint(out, std::max<std::uint64_t>(divisor, 1));
    appendPlanes(out, words, zstd);
}

Result<void> takeIntegers(ByteReader& in, std::span<std::uint64_t> words, ZstdDecompressor& zstd)
{
    MR_TRY(minimum, in.varint());
    MR_TRY(divisor, in.varint());
    MR_CHECK(takePlanes(in, words, zstd));
    const auto base = static_cast<std::uint64_t>(unzigzag(minimum));
    for (std::uint64_t& word : words)
        word = word * divisor + base;
    return {};
}

} // namespace millrace::store
