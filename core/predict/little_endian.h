// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace millrace::predict {

static_assert(std::endian::native == std::endian::little, "values of files are copied as they are");

/// Returns the little-endian number at `base + offset`, or nothing where the bytes end before it.
template <typename T>
requires std::integral<T>
[[nodiscard]] std::optional<T> littleAt(std::string_view bytes, std::uint64_t base, std::uint64_t offset = 0) noexcept
{
    if (base > bytes.size() || offset > bytes.size() - base || sizeof(T) > bytes.size() - base - offset)
        return std::nullopt;
    T value{};
    std::memcpy(&value, bytes.data() + base + offset, sizeof value);
    return value;
}

} // namespace millrace::predict
