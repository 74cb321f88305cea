// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/capture/frame_decoder.h"

#include "core/capture/tunnel_header.h"

#include <algorithm>
#include <cstring>

namespace millrace::capture {

namespace {

constexpr std::uint16_t etherVlan = 0x8100, etherQinq = 0x88a8, etherOldQinq = 0x9100;
constexpr std::uint16_t etherIpv4 = ether_type::ipv4, etherArp = ether_type::arp, etherIpv6 = ether_type::ipv6;

bool isVlan(std::uint16_t etherType)
{
    return etherType == etherVlan || etherType == etherQinq || etherType == etherOldQinq;
}

/// Maps the address family at the beginning of BSD's loopback header; its byte order is that of the capturing machine.
std::uint16_t etherTypeOfFamily(std::uint32_t family)
{
    const std::uint32_t value = family > 0xffff ? __builtin_bswap32(family) : family;
    if (value == 2)
        return etherIpv4;
    return value == 10 || value == 24 || value == 28 || value == 30 ? etherIpv6 : std::uint16_t{0};
}

/// Smaller numbers are the length of an IEEE 802.3 frame, followed by LLC.
std::uint16_t typeOrLlc(std::uint16_t field)
{
    return field < 1536 ? frame_kind::llc : field;
}

/// Subtype of frames of one EtherType; bounded, so that the number of kinds is, too.
std::uint16_t kindDetail(std::uint16_t etherType, const std::uint8_t* p, std::uint32_t have)
{
    if (etherType == frame_kind::llc && have >= 1)
        return p[0];
    if (etherType != frame_kind::macControl || have < 2)
        return 0;
    const auto opcode = static_cast<std::uint16_t>((p[0] << 8) | p[1]);
    return opcode == frame_kind::pause || opcode == frame_kind::priorityPause ? opcode : std::uint16_t{0};
}

} // namespace

bool isKnownLinkType(std::uint16_t linkType) noexcept
{
    switch (linkType) {
    case link_type::null:
    case link_type::ethernet:
    case link_type::rawOld:
    case link_type::rawOpenBsd:
    case link_type::raw:
    case link_type::loop:
    case link_type::linuxSll:
    case link_type::ipv4:
    case link_type::ipv6:
    case link_type::linuxSll2: return true;
    default: return false;
    }
}

void FrameDecoder::decodeSlowly(std::uint16_t linkType, const std::uint8_t* frame, Packet& packet)
{
    const std::uint32_t have = packet.capturedBytes;
    std::uint32_t needed = 0;
    switch (linkType) {
    case link_type::ethernet: needed = 14; break;
    case link_type::linuxSll: needed = 16; break;
    case link_type::linuxSll2: needed = 20; break;
    case link_type::null:
    case link_type::loop: needed = 4; break;
    case link_type::raw:
    case link_type::rawOld:
    case link_type::rawOpenBsd:
    case link_type::ipv4:
    case link_type::ipv6: needed = 0; break;
    default: return;
    }
    if (have < std::max(needed, 1u)) {
        packet.marks |= packet_mark::headersCut;
        return;
    }
    packet.linkBytes = static_cast<std::uint8_t>(needed);
    std::uint16_t etherType = 0;
    if (linkType == link_type::ethernet)
        etherType = typeOrLlc(half(frame + 12));
    else if (linkType == link_type::linuxSll)
        etherType = half(frame + 14);
    else if (linkType == link_type::linuxSll2)
        etherType = half(frame);
    else if (needed == 4)
        etherType = etherTypeOfFamily(word(frame));
    else
        etherType = frame[0] >> 4 == 4 ? etherIpv4 : frame[0] >> 4 == 6 ? etherIpv6 : std::uint16_t{0};
    decodeNetwork(etherType, frame, packet);
}

void FrameDecoder::decodeNetwork(std::uint16_t etherType, const std::uint8_t* frame, Packet& packet)
{
    // More tags do not occur; without a limit a frame of tags alone would overflow linkBytes.
    constexpr int mostTags = 16;
    for (int tags = 0; isVlan(etherType); ++tags) {
        packet.marks |= packet_mark::vlan;
        packet.sequence = frame_kind::of(etherType);
        if (tags == mostTags)
            return;
        if (packet.capturedBytes < packet.linkBytes + 4u) {
            packet.marks |= packet_mark::headersCut;
            return;
        }
        etherType = typeOrLlc(half(frame + packet.linkBytes + 2));
        packet.linkBytes = static_cast<std::uint8_t>(packet.linkBytes + 4);
    }
    const std::uint8_t* p = frame + packet.linkBytes;
    const std::uint32_t have = packet.capturedBytes - packet.linkBytes;
    packet.sequence = 0;
    if (etherType == etherArp) {
        packet.network = Network::Arp;
    } else if (etherType == etherIpv4 && have >= 20 && p[0] >> 4 == 4) {
        decodeIpv4(p, have, packet);
    } else if (etherType == etherIpv6 && have >= 40 && p[0] >> 4 == 6) {
        decodeIpv6(p, have, packet);
    } else {
        packet.sequence = frame_kind::of(etherType, kindDetail(etherType, p, have));
        if ((etherType == etherIpv4 && have < 20) || (etherType == etherIpv6 && have < 40))
            packet.marks |= packet_mark::headersCut;
    }
}

void FrameDecoder::openTunnels(const std::uint8_t* frame, Packet& packet)
{
    constexpr int mostTunnels = 4; // nested
    for (int depth = 0; depth < mostTunnels; ++depth) {
        const auto header = TunnelHeader::of(frame, packet);
        if (!header)
            return;
        Packet inner;
        inner.time = packet.time;
        inner.offset = packet.offset;
        inner.wireBytes = packet.wireBytes;
        inner.capturedBytes = packet.capturedBytes;
        inner.interface = packet.interface;
        inner.marks = (packet.marks & packet_mark::vlan) | packet_mark::tunnel;
        inner.linkBytes = header->end;
        decodeNetwork(header->isFrame ? typeOrLlc(header->etherType) : header->etherType, frame, inner);
        // An inner packet that cannot be decoded leaves the packet with the outer addresses.
        if (inner.network == Network::Other)
            return;
        packet = inner;
    }
}

void FrameDecoder::decodeIpv6(const std::uint8_t* p, std::uint32_t have, Packet& packet)
{
    const std::uint32_t rest = packet.wireBytes > packet.linkBytes ? packet.wireBytes - packet.linkBytes : 0;
    const std::uint32_t length = half(p + 4);
    packet.network = Network::Ipv6;
    packet.trafficClass = static_cast<std::uint8_t>((p[0] << 4) | (p[1] >> 4));
    packet.ipBytes = length != 0 ? length + 40 : rest;
    IpAddress address;
    address.family = IpAddress::Family::V6;
    std::memcpy(address.bytes.data(), p + 8, 16);
    packet.source = m_addresses.idOf(address);
    std::memcpy(address.bytes.data(), p + 24, 16);
    packet.destination = m_addresses.idOf(address);
    std::uint8_t next = p[6];
    std::uint32_t at = 40;
    for (int count = 0; isIpv6Extension(next) && count < mostIpv6Extensions; ++count) {
        if (have < at + 8) {
            packet.protocol = next;
            packet.marks |= packet_mark::headersCut;
            return;
        }
        const std::uint8_t* header = p + at;
        const std::uint8_t kind = next;
        next = header[0];
        at += kind == 44 ? 8u : kind == 51 ? (header[1] + 2u) * 4 : (header[1] + 1u) * 8;
        if (kind == 44 && (half(header + 2) & 0xfff9) != 0) {
            packet.protocol = next;
            packet.ipId = half(header + 6);
            const auto more = static_cast<std::uint16_t>((header[3] & 1) != 0 ? 0x2000 : 0);
            const auto place = static_cast<std::uint16_t>(more | (half(header + 2) >> 3));
            const std::uint32_t left = packet.ipBytes > at ? packet.ipBytes - at : 0;
            decodeFragment(p + at, have > at ? have - at : 0, left, place, packet);
            return;
        }
    }
    packet.protocol = next;
    if (have < at) {
        packet.marks |= packet_mark::headersCut;
        return;
    }
    decodeTransport(p + at, have - at, packet.ipBytes > at ? packet.ipBytes - at : 0, packet);
}

void FrameDecoder::decodeFragment(const std::uint8_t* p, std::uint32_t have, std::uint32_t payload,
                                  std::uint16_t fragment, Packet& packet)
{
    FragmentPorts& place = placeOf(packet);
    if ((fragment & 0x1fff) == 0) {
        packet.marks |= packet_mark::moreFragments;
        decodeTransport(p, have, payload, packet);
        if (packet.has(packet_mark::transport))
            place = {packet.source, packet.destination, packet.ipId,           packet.protocol,
                     true,          packet.sourcePort,  packet.destinationPort};
        return;
    }
    packet.marks |= packet_mark::fragment;
    if (packet.protocol == ip_protocol::tcp || packet.protocol == ip_protocol::udp)
        packet.payloadBytes = payload;
    if (place.used && place.source == packet.source && place.destination == packet.destination
        && place.id == packet.ipId && place.protocol == packet.protocol) {
        packet.sourcePort = place.sourcePort;
        packet.destinationPort = place.destinationPort;
    }
}

void FrameDecoder::decodeRoce(const std::uint8_t* p, std::uint32_t have, Packet& packet)
{
    constexpr std::uint32_t baseHeader = 12;
    constexpr std::uint8_t acknowledge = 0x11, atomicAcknowledge = 0x12;
    packet.marks |= packet_mark::roce;
    // Packets from the port may be of another protocol.
    if (have < baseHeader || packet.payloadBytes < baseHeader || packet.destinationPort != rocePort)
        return;
    packet.marks |= packet_mark::baseTransport;
    packet.tcpFlags = p[0];
    packet.acknowledgement = word(p + 4) & 0xffffff;
    packet.sequence = word(p + 8) & 0xffffff;
    const std::uint8_t operation = p[0] & 0x1f;
    if ((operation == acknowledge || operation == atomicAcknowledge) && have > baseHeader)
        packet.window = p[baseHeader];
}

/// Decodes the header fields within the snap length.
void FrameDecoder::decodeCutTransport(const std::uint8_t* p, std::uint32_t have, std::uint32_t payload, Packet& packet)
{
    packet.marks |= packet_mark::headersCut;
    if (have < 4)
        return;
    packet.sourcePort = half(p);
    packet.destinationPort = half(p + 2);
    if (packet.protocol != ip_protocol::tcp) {
        packet.payloadBytes = payload > 8 ? payload - 8 : 0;
        return;
    }
    if (have >= 8)
        packet.sequence = word(p + 4);
    if (have >= 12)
        packet.acknowledgement = word(p + 8);
    if (have >= 14) {
        const std::uint32_t header = (p[12] >> 4) * 4u;
        packet.payloadBytes = payload > header ? payload - header : 0;
        packet.tcpFlags = p[13];
    }
    if (have >= 16)
        packet.window = half(p + 14);
}

FrameDecoder::FragmentPorts& FrameDecoder::placeOf(const Packet& packet)
{
    const std::uint32_t mixed = (packet.source * 0x9E3779B1u) ^ (packet.destination * 0x85EBCA77u) ^ packet.ipId;
    return m_fragments[(mixed ^ (mixed >> 15)) % m_fragments.size()];
}

} // namespace millrace::capture
