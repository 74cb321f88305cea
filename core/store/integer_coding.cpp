// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/integer_coding.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <utility>

namespace millrace::store {

namespace {

enum class Plane : std::uint8_t
{
    Constant = 0,
    Raw = 1,
    Zstd = 2
};

/// A zstd frame of fewer bytes is never shorter than the input.
constexpr std::size_t worthCompressing = 48;

void appendPlane(Bytes& out, std::span<const std::byte> plane, ZstdCompressor& zstd)
{
    if (std::equal(plane.begin() + 1, plane.end(), plane.begin())) {
        out.push_back(static_cast<std::byte>(Plane::Constant));
        out.push_back(plane.front());
        return;
    }
    if (plane.size() >= worthCompressing) {
        const auto frame = zstd.compress(plane);
        if (frame.size() < plane.size() - plane.size() / 64) {
            out.push_back(static_cast<std::byte>(Plane::Zstd));
            appendVarint(out, frame.size());
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

/// Exact division by multiplication (Granlund, Montgomery, "Division by invariant integers using multiplication", 1994,
/// section 9): multiplies by the inverse of the odd part modulo 2^64.
class ExactDivisor
{
public:
    explicit ExactDivisor(std::uint64_t divisor)
        : m_shift(std::countr_zero(divisor)), m_largest(~std::uint64_t(0) / divisor)
    {
        const std::uint64_t odd = divisor >> m_shift;
        m_inverse = odd;
        // Newton's iteration doubles the correct bits, three at first.
        for (int i = 0; i < 5; ++i)
            m_inverse *= 2 - odd * m_inverse;
    }
    [[nodiscard]] std::uint64_t quotient(std::uint64_t word) const { return std::rotr(word * m_inverse, m_shift); }
    [[nodiscard]] bool divides(std::uint64_t word) const { return quotient(word) <= m_largest; }

private:
    int m_shift;
    std::uint64_t m_largest; ///< quotient
    std::uint64_t m_inverse = 0;
};

/// Divides all words by their greatest common divisor and returns it; 1 when all are 0.
std::uint64_t divideByCommon(std::span<std::uint64_t> words)
{
    std::uint64_t divisor = 0;
    for (const std::uint64_t word : words)
        if (divisor = word; divisor != 0)
            break;
    if (divisor == 0)
        return 1;
    ExactDivisor exact(divisor);
    for (const std::uint64_t word : words) {
        if (exact.divides(word))
            continue;
        divisor = std::gcd(divisor, word);
        if (divisor == 1)
            return 1;
        exact = ExactDivisor(divisor);
    }
    for (std::uint64_t& word : words)
        word = exact.quotient(word);
    return divisor;
}

template <std::size_t width>
void joinPlanesOf(const std::byte* planes, std::span<std::uint64_t> words)
{
    const std::size_t size = words.size();
    for (std::size_t i = 0; i < size; ++i) {
        std::uint64_t word = 0;
        for (std::size_t b = 0; b < width; ++b)
            word |= static_cast<std::uint64_t>(planes[b * size + i]) << (8 * b);
        words[i] = word;
    }
}

/// A width known at compile time allows vector instructions.
template <std::size_t... widths>
void joinPlanes(const Bytes& planes, std::span<std::uint64_t> words, std::index_sequence<widths...>)
{
    (void)((planes.size() == widths * words.size() && (joinPlanesOf<widths>(planes.data(), words), true)) || ...);
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
    Bytes planes(width * words.size());
    for (std::size_t b = 0; b < width; ++b)
        MR_CHECK(takePlane(in, std::span(planes).subspan(b * words.size(), words.size()), zstd));
    joinPlanes(planes, words, std::make_index_sequence<9>());
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
    const std::uint64_t divisor = divideByCommon(words);
    appendVarint(out, zigzag(minimum));
    appendVarint(out, divisor);
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
