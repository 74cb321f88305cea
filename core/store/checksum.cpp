// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/checksum.h"

#include <array>
#include <bit>
#include <cstring>

namespace millrace::store {

namespace {

constexpr std::uint64_t prime1 = 0x9E3779B185EBCA87ull;
constexpr std::uint64_t prime2 = 0xC2B2AE3D27D4EB4Full;
constexpr std::uint64_t prime3 = 0x165667B19E3779F9ull;
constexpr std::uint64_t prime4 = 0x85EBCA77C2B2AE63ull;
constexpr std::uint64_t prime5 = 0x27D4EB2F165667C5ull;

static_assert(std::endian::native == std::endian::little, "lanes are read as little-endian");

template <typename T>
T load(const std::byte* bytes) noexcept
{
    T value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

std::uint64_t mixLane(std::uint64_t sum, std::uint64_t lane) noexcept
{
    return std::rotl(sum + lane * prime2, 31) * prime1;
}

std::uint64_t mergeSum(std::uint64_t hash, std::uint64_t sum) noexcept
{
    return (hash ^ mixLane(0, sum)) * prime1 + prime4;
}

} // namespace

std::uint64_t checksum(std::span<const std::byte> bytes) noexcept
{
    const std::byte* at = bytes.data();
    std::size_t left = bytes.size();
    std::uint64_t hash = prime5;
    if (left >= 32) {
        std::array<std::uint64_t, 4> sums = {prime1 + prime2, prime2, 0, 0 - prime1};
        for (; left >= 32; left -= 32)
            for (auto& sum : sums) {
                sum = mixLane(sum, load<std::uint64_t>(at));
                at += 8;
            }
        hash = std::rotl(sums[0], 1) + std::rotl(sums[1], 7) + std::rotl(sums[2], 12) + std::rotl(sums[3], 18);
        for (const auto sum : sums)
            hash = mergeSum(hash, sum);
    }
    hash += bytes.size();
    for (; left >= 8; left -= 8, at += 8)
        hash = std::rotl(hash ^ mixLane(0, load<std::uint64_t>(at)), 27) * prime1 + prime4;
    if (left >= 4) {
        hash = std::rotl(hash ^ (load<std::uint32_t>(at) * prime1), 23) * prime2 + prime3;
        at += 4;
        left -= 4;
    }
    for (; left > 0; --left, ++at)
        hash = std::rotl(hash ^ (static_cast<std::uint64_t>(*at) * prime5), 11) * prime1;
    hash = (hash ^ (hash >> 33)) * prime2;
    hash = (hash ^ (hash >> 29)) * prime3;
    return hash ^ (hash >> 32);
}

} // namespace millrace::store
