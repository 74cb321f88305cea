// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/capture/tunnel_header.h"

namespace millrace::capture {

namespace {

constexpr std::uint32_t deepest = 160; ///< so that an inner header with all its tags fits Packet::linkBytes

/// Captured bytes of a frame with bounds checks.
class FrameBytes
{
public:
    FrameBytes(const std::uint8_t* frame, std::uint32_t size) : m_frame(frame), m_size(size) { }

    [[nodiscard]] bool has(std::uint32_t at, std::uint32_t count) const noexcept { return at + count <= m_size; }
    [[nodiscard]] std::uint8_t byte(std::uint32_t at) const noexcept { return m_frame[at]; }
    [[nodiscard]] std::uint16_t half(std::uint32_t at) const noexcept
    {
        return static_cast<std::uint16_t>((m_frame[at] << 8) | m_frame[at + 1]);
    }

private:
    const std::uint8_t* m_frame;
    std::uint32_t m_size;
};

struct Carried
{
    std::uint32_t at = 0;
    std::uint16_t etherType = 0;
};

/// Returns the offset of the transport header of an IP packet.
std::optional<std::uint32_t> transportOf(const FrameBytes& bytes, const Packet& packet)
{
    std::uint32_t at = packet.linkBytes;
    if (packet.network == Network::Ipv4)
        return at + (bytes.byte(at) & 15u) * 4;
    std::uint8_t next = bytes.byte(at + 6);
    at += 40;
    for (int count = 0; isIpv6Extension(next) && count < mostIpv6Extensions; ++count) {
        if (!bytes.has(at, 8) || at > deepest)
            return std::nullopt;
        const std::uint8_t kind = next;
        next = bytes.byte(at);
        at += kind == 44 ? 8u : kind == 51 ? (bytes.byte(at + 1) + 2u) * 4 : (bytes.byte(at + 1) + 1u) * 8;
    }
    return at;
}

std::optional<Carried> behindLabels(const FrameBytes& bytes, std::uint32_t at)
{
    for (; bytes.has(at, 5) && at <= deepest; at += 4) {
        if ((bytes.byte(at + 2) & 1) == 0)
            continue;
        // MPLS labels have no payload type; the IP version determines it.
        const int version = bytes.byte(at + 4) >> 4;
        if (version != 4 && version != 6)
            return std::nullopt;
        return Carried{at + 4, version == 4 ? ether_type::ipv4 : ether_type::ipv6};
    }
    return std::nullopt;
}

std::optional<Carried> behindGre(const FrameBytes& bytes, std::uint32_t at)
{
    constexpr unsigned checksum = 0x8000, routing = 0x4000, key = 0x2000, sequence = 0x1000, version = 7;
    if (!bytes.has(at, 4))
        return std::nullopt;
    const unsigned flags = bytes.half(at);
    if ((flags & (routing | version)) != 0)
        return std::nullopt;
    std::uint32_t length = 4;
    for (const unsigned flag : {checksum, key, sequence})
        length += (flags & flag) != 0 ? 4 : 0;
    return Carried{at + length, bytes.half(at + 2)};
}

std::optional<Carried> behindUdp(const FrameBytes& bytes, std::uint32_t at, std::uint16_t port)
{
    if (!bytes.has(at, 8))
        return std::nullopt;
    if (port == vxlanPort && (bytes.byte(at) & 8) != 0)
        return Carried{at + 8, ether_type::ethernetBridging};
    if (port == genevePort && bytes.byte(at) >> 6 == 0)
        return Carried{at + 8 + (bytes.byte(at) & 63u) * 4, bytes.half(at + 2)};
    return std::nullopt;
}

std::optional<Carried> behindIp(const FrameBytes& bytes, const Packet& packet)
{
    const bool udp = packet.protocol == ip_protocol::udp && packet.has(packet_mark::transport)
        && (packet.destinationPort == vxlanPort || packet.destinationPort == genevePort);
    if (!udp && packet.protocol != ip_protocol::gre && packet.protocol != ip_protocol::ipv4
        && packet.protocol != ip_protocol::ipv6)
        return std::nullopt;
    const auto at = transportOf(bytes, packet);
    if (!at)
        return std::nullopt;
    switch (packet.protocol) {
    case ip_protocol::udp: return behindUdp(bytes, *at + 8, packet.destinationPort);
    case ip_protocol::gre: return behindGre(bytes, *at);
    case ip_protocol::ipv4: return Carried{*at, ether_type::ipv4};
    default: return Carried{*at, ether_type::ipv6};
    }
}

bool isMpls(std::uint16_t etherType)
{
    return etherType == ether_type::mpls || etherType == ether_type::mplsMulticast;
}

} // namespace

bool isIpv6Extension(std::uint8_t header) noexcept
{
    return header == 0 || header == 43 || header == 44 || header == 51 || header == 60 || header == 135 || header == 139
        || header == 140;
}

std::optional<TunnelHeader> TunnelHeader::of(const std::uint8_t* frame, const Packet& packet)
{
    constexpr std::uint8_t unfit = packet_mark::fragment | packet_mark::moreFragments | packet_mark::headersCut;
    if (packet.has(unfit) || packet.network == Network::Arp)
        return std::nullopt;
    const FrameBytes bytes(frame, packet.capturedBytes);
    std::optional<Carried> carried;
    if (packet.isIp())
        carried = behindIp(bytes, packet);
    else if (isMpls(frame_kind::etherType(packet.sequence)))
        carried = behindLabels(bytes, packet.linkBytes);
    if (carried && isMpls(carried->etherType))
        carried = behindLabels(bytes, carried->at);
    const bool isFrame = carried && carried->etherType == ether_type::ethernetBridging;
    if (isFrame) {
        if (!bytes.has(carried->at, 14))
            return std::nullopt;
        carried = Carried{carried->at + 14, bytes.half(carried->at + 12)};
    }
    if (!carried || carried->at > deepest || carried->at > packet.capturedBytes)
        return std::nullopt;
    return TunnelHeader{static_cast<std::uint8_t>(carried->at), carried->etherType, isFrame};
}

} // namespace millrace::capture
