// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace millrace::store {

using Bytes = std::vector<std::byte>;

/// Maps small integers of either sign to small unsigned ones: 0, -1, 1, -2 to 0, 1, 2, 3.
[[nodiscard]] constexpr std::uint64_t zigzag(std::int64_t value) noexcept
{
    return (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
}
[[nodiscard]] constexpr std::int64_t unzigzag(std::uint64_t value) noexcept
{
    return static_cast<std::int64_t>((value >> 1) ^ (0 - (value & 1)));
}

/// Appends LEB128: seven bits per byte, the lowest first.
void appendVarint(Bytes& out, std::uint64_t value);
void appendBytes(Bytes& out, std::span<const std::byte> bytes);
void appendText(Bytes& out, std::string_view text);
/// Appends the checksum of the content of `out`.
void appendChecksum(Bytes& out);

/// Returns `bytes` without the checksum at the end; Corrupt if it does not match.
[[nodiscard]] Result<std::span<const std::byte>> checked(std::span<const std::byte> bytes);

/// Reads the formats of the functions above; Corrupt if the bytes end too early.
class ByteReader
{
public:
    explicit ByteReader(std::span<const std::byte> bytes) : m_bytes(bytes) { }

    [[nodiscard]] Result<std::uint8_t> byte();
    [[nodiscard]] Result<std::uint64_t> varint();
    [[nodiscard]] Result<std::span<const std::byte>> bytes(std::uint64_t size);
    [[nodiscard]] Result<std::string_view> text();
    [[nodiscard]] std::size_t left() const noexcept { return m_bytes.size(); }

private:
    std::span<const std::byte> m_bytes;
};

} // namespace millrace::store
