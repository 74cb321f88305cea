// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/capture/packet.h"

#include <array>
#include <cstdint>

namespace millrace::capture {

/// Link types as tcpdump.org numbers them.
namespace link_type {
constexpr std::uint16_t null = 0, ethernet = 1, rawOld = 12, rawOpenBsd = 14, raw = 101, loop = 108, linuxSll = 113,
                        ipv4 = 228, ipv6 = 229, linuxSll2 = 276;
}

/// Whether FrameDecoder supports a link type; packets of others are kept with Network::Other.
[[nodiscard]] bool isKnownLinkType(std::uint16_t linkType) noexcept;

/// Decodes addresses, ports and lengths of frames: VLAN and QinQ tags, IPv4 with options and fragments, IPv6 with
/// extension headers, TCP, UDP. Never reads beyond the captured bytes. A later fragment gets the ports of its first
/// one, from a table of 1 024 entries.
class FrameDecoder
{
public:
    /// `tunnels`: a packet within VXLAN, Geneve, GRE, IP or MPLS replaces the outer one; see TunnelHeader.
    explicit FrameDecoder(AddressBook& addresses, bool tunnels = false) : m_addresses(addresses), m_tunnels(tunnels) { }

    /// Fills all of `packet` but time, offset, interface and the two lengths, which must be set before, with 0 in
    /// everything else.
    void decode(std::uint16_t linkType, const std::uint8_t* frame, Packet& packet)
    {
        const std::uint8_t* p = frame;
        if (linkType == link_type::ethernet && packet.capturedBytes >= 54 && p[12] == 8 && p[13] == 0
            && p[14] == 0x45) {
            packet.linkBytes = 14;
            decodeIpv4(p + 14, packet.capturedBytes - 14, packet);
        } else {
            decodeSlowly(linkType, frame, packet);
        }
        if (m_tunnels) [[unlikely]]
            openTunnels(frame, packet);
    }

private:
    struct FragmentPorts
    {
        AddressId source = 0, destination = 0;
        std::uint16_t id = 0;
        std::uint8_t protocol = 0;
        bool used = false;
        std::uint16_t sourcePort = 0, destinationPort = 0;
    };

    static std::uint32_t word(const std::uint8_t* p) noexcept
    {
        return (std::uint32_t{p[0]} << 24) | (std::uint32_t{p[1]} << 16) | (std::uint32_t{p[2]} << 8) | p[3];
    }
    static std::uint16_t half(const std::uint8_t* p) noexcept { return static_cast<std::uint16_t>((p[0] << 8) | p[1]); }

    void decodeIpv4(const std::uint8_t* p, std::uint32_t have, Packet& packet)
    {
        const std::uint32_t header = (p[0] & 15u) * 4;
        const std::uint32_t rest = packet.wireBytes > packet.linkBytes ? packet.wireBytes - packet.linkBytes : 0;
        const std::uint32_t total = half(p + 2);
        packet.network = Network::Ipv4;
        packet.trafficClass = p[1];
        packet.ipBytes = total != 0 ? total : rest;
        packet.ipId = half(p + 4);
        packet.protocol = p[9];
        packet.source = word(p + 12);
        packet.destination = word(p + 16);
        const std::uint16_t fragment = half(p + 6);
        const std::uint32_t payload = packet.ipBytes > header ? packet.ipBytes - header : 0;
        if (header < 20 || header > have) {
            packet.marks |= packet_mark::headersCut;
            return;
        }
        if ((fragment & 0x3fff) != 0) {
            decodeFragment(p + header, have - header, payload, fragment, packet);
            return;
        }
        decodeTransport(p + header, have - header, payload, packet);
    }

    void decodeTransport(const std::uint8_t* p, std::uint32_t have, std::uint32_t payload, Packet& packet)
    {
        if (packet.protocol == ip_protocol::tcp) {
            if (have < 20) {
                decodeCutTransport(p, have, payload, packet);
                return;
            }
            packet.sourcePort = half(p);
            packet.destinationPort = half(p + 2);
            packet.sequence = word(p + 4);
            packet.acknowledgement = word(p + 8);
            packet.tcpFlags = p[13];
            packet.window = half(p + 14);
            const std::uint32_t header = (p[12] >> 4) * 4u;
            packet.payloadBytes = payload > header ? payload - header : 0;
            packet.marks |= packet_mark::transport;
        } else if (packet.protocol == ip_protocol::udp) {
            if (have < 8) {
                decodeCutTransport(p, have, payload, packet);
                return;
            }
            packet.sourcePort = half(p);
            packet.destinationPort = half(p + 2);
            packet.payloadBytes = payload > 8 ? payload - 8 : 0;
            packet.marks |= packet_mark::transport;
            if (packet.sourcePort == rocePort || packet.destinationPort == rocePort) [[unlikely]]
                decodeRoce(p + 8, have - 8, packet);
        }
    }

    void decodeSlowly(std::uint16_t linkType, const std::uint8_t* frame, Packet& packet);
    void decodeNetwork(std::uint16_t etherType, const std::uint8_t* frame, Packet& packet);
    /// Replaces the packet by the innermost one in the captured bytes.
    void openTunnels(const std::uint8_t* frame, Packet& packet);
    void decodeIpv6(const std::uint8_t* p, std::uint32_t have, Packet& packet);
    void decodeFragment(const std::uint8_t* p, std::uint32_t have, std::uint32_t payload, std::uint16_t fragment,
                        Packet& packet);
    /// The base transport header of InfiniBand (volume 1, section 9.2), where it was captured.
    static void decodeRoce(const std::uint8_t* p, std::uint32_t have, Packet& packet);
    void decodeCutTransport(const std::uint8_t* p, std::uint32_t have, std::uint32_t payload, Packet& packet);
    [[nodiscard]] FragmentPorts& placeOf(const Packet& packet);

    AddressBook& m_addresses;
    bool m_tunnels;
    std::array<FragmentPorts, 1024> m_fragments{};
};

} // namespace millrace::capture
