// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/capture/packet.h"

#include <cstring>

namespace millrace::capture {

std::size_t AddressBook::Hash::operator()(const IpAddress& address) const noexcept
{
    std::uint64_t high = 0, low = 0;
    std::memcpy(&high, address.bytes.data(), 8);
    std::memcpy(&low, address.bytes.data() + 8, 8);
    std::uint64_t mixed = (high * 0x9E3779B97F4A7C15ull) ^ (low * 0xC2B2AE3D27D4EB4Full);
    mixed ^= mixed >> 29;
    return static_cast<std::size_t>(mixed * 0xBF58476D1CE4E5B9ull);
}

AddressId AddressBook::idOf(const IpAddress& v6)
{
    if (const auto known = m_ids.find(v6); known != m_ids.end())
        return known->second;
    if (m_addresses.size() >= capacity) {
        m_overflowed = true;
        return static_cast<AddressId>(capacity - 1);
    }
    const auto id = static_cast<AddressId>(m_addresses.size());
    m_addresses.push_back(v6);
    m_ids.emplace(v6, id);
    return id;
}

IpAddress AddressBook::address(Network network, AddressId id) const
{
    if (network == Network::Ipv4)
        return IpAddress::v4(id);
    if (network == Network::Ipv6 && id < m_addresses.size())
        return m_addresses[id];
    return {};
}

} // namespace millrace::capture
