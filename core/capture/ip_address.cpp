// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/capture/ip_address.h"

#include <arpa/inet.h>

#include <algorithm>

namespace millrace::capture {

IpAddress IpAddress::v4(std::uint32_t hostOrder) noexcept
{
    IpAddress address;
    address.family = Family::V4;
    for (unsigned i = 0; i < 4; ++i)
        address.bytes[i] = static_cast<std::uint8_t>(hostOrder >> (24 - 8 * i));
    return address;
}

Result<IpAddress> IpAddress::parse(std::string_view text)
{
    const std::string copy(text);
    IpAddress address;
    if (::inet_pton(AF_INET, copy.c_str(), address.bytes.data()) == 1) {
        address.family = Family::V4;
        return address;
    }
    if (::inet_pton(AF_INET6, copy.c_str(), address.bytes.data()) == 1) {
        address.family = Family::V6;
        return address;
    }
    return fail(ErrorCode::InvalidInput,
                "\"" + copy + "\" is not an IP address; write it like 192.168.17.50 or fe80::1");
}

std::uint32_t IpAddress::asV4() const noexcept
{
    if (family != Family::V4)
        return 0;
    std::uint32_t value = 0;
    for (unsigned i = 0; i < 4; ++i)
        value = (value << 8) | bytes[i];
    return value;
}

std::string IpAddress::text() const
{
    if (family == Family::None)
        return "-";
    std::array<char, INET6_ADDRSTRLEN> buffer{};
    ::inet_ntop(family == Family::V4 ? AF_INET : AF_INET6, bytes.data(), buffer.data(), buffer.size());
    return buffer.data();
}

} // namespace millrace::capture
