// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace millrace::capture {

/// IPv4 or IPv6 address. Ordered by family, then by value.
struct IpAddress
{
    enum class Family : std::uint8_t
    {
        None, ///< no IP packet: text "-"
        V4,
        V6
    };

    Family family = Family::None;
    std::array<std::uint8_t, 16> bytes{}; ///< network order; IPv4 in the first four

    [[nodiscard]] static IpAddress v4(std::uint32_t hostOrder) noexcept;
    /// Parses "192.168.17.50", "fe80::1". InvalidInput otherwise.
    [[nodiscard]] static Result<IpAddress> parse(std::string_view text);
    /// The value of an IPv4 address; 0 for others.
    [[nodiscard]] std::uint32_t asV4() const noexcept;
    /// The canonical text (RFC 5952 for IPv6).
    [[nodiscard]] std::string text() const;

    auto operator<=>(const IpAddress&) const = default;
};

} // namespace millrace::capture
