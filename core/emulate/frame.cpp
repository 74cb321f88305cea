// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/emulate/frame.h"

#include <cstring>

namespace millrace::emulate {

namespace {

constexpr std::uint8_t gsoTypeMask = 0x7f; // without the ECN flag
constexpr std::uint8_t gsoTcp4 = 1;
constexpr std::uint8_t gsoTcp6 = 4;
constexpr std::uint8_t gsoUdp = 5;
constexpr std::size_t udpHeaderBytes = 8;
constexpr std::size_t ip6HeaderBytes = 40;

std::uint8_t byteAt(std::span<const std::byte> frame, std::size_t offset) noexcept
{
    return offset < frame.size() ? std::to_integer<std::uint8_t>(frame[offset]) : std::uint8_t(0);
}

/// Returns the size of the IP header. The length field of the virtio header is only a hint and is not used.
std::size_t ipHeaderBytes(std::span<const std::byte> frame) noexcept
{
    const std::uint8_t first = byteAt(frame, ethernetHeaderBytes);
    return (first >> 4) == 6 ? ip6HeaderBytes : std::size_t(first & 0x0f) * 4;
}

/// Returns the size of the Ethernet, IP and TCP or UDP headers, repeated in every packet of the GSO frame; 0 for other
/// frames.
std::size_t repeatedHeaderBytes(std::span<const std::byte> frame, std::uint8_t gsoType) noexcept
{
    const std::size_t transport = ethernetHeaderBytes + ipHeaderBytes(frame);
    switch (gsoType & gsoTypeMask) {
    case gsoTcp4:
    case gsoTcp6: return transport + std::size_t(byteAt(frame, transport + 12) >> 4) * 4;
    case gsoUdp: return transport + udpHeaderBytes;
    default: return 0;
    }
}

} // namespace

bool inspectFrame(std::span<const std::byte> bytes, FrameFacts& facts) noexcept
{
    if (bytes.size() < vnetHeaderBytes + ethernetHeaderBytes)
        return false;
    VnetHeader header;
    std::memcpy(&header, bytes.data(), sizeof header);
    const auto frame = bytes.subspan(vnetHeaderBytes);
    std::memcpy(facts.destination.data(), frame.data(), facts.destination.size());
    std::memcpy(facts.source.data(), frame.data() + facts.destination.size(), facts.source.size());
    facts.isGroup = (facts.destination[0] & 1) != 0;
    facts.packets = 1;
    facts.wireBytes = static_cast<std::uint32_t>(frame.size());
    const std::size_t headers = repeatedHeaderBytes(frame, header.gsoType);
    if (headers == 0 || header.gsoSize == 0 || frame.size() <= headers)
        return true;
    const std::size_t packets = (frame.size() - headers + header.gsoSize - 1) / header.gsoSize;
    facts.packets = static_cast<std::uint32_t>(packets);
    facts.wireBytes = static_cast<std::uint32_t>(frame.size() + (packets - 1) * headers);
    return true;
}

} // namespace millrace::emulate
