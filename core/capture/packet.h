// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/capture/ip_address.h"

#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

namespace millrace::capture {

/// Network layer of a frame.
enum class Network : std::uint8_t
{
    Other, ///< none of these, or the frame is truncated before it can be determined
    Arp,
    Ipv4,
    Ipv6
};

namespace tcp_flag {
constexpr std::uint8_t fin = 0x01, syn = 0x02, rst = 0x04, psh = 0x08, ack = 0x10, urg = 0x20, ece = 0x40, cwr = 0x80;
}
namespace ip_protocol {
constexpr std::uint8_t icmp = 1, ipv4 = 4, tcp = 6, udp = 17, ipv6 = 41, gre = 47, icmp6 = 58;
}
/// The lower two bits of the traffic class (RFC 3168).
namespace ecn {
constexpr std::uint8_t capable1 = 1, capable0 = 2, congestionExperienced = 3;
}
/// The UDP port of RoCEv2.
constexpr std::uint16_t rocePort = 4791;
/// Opcodes of the base transport header of InfiniBand; the upper three bits are the service, the lower five the
/// operation.
namespace roce_opcode {
constexpr std::uint8_t congestionNotification = 0x81;
}

/// Anomalies of a packet; bits of Packet::marks.
namespace packet_mark {
constexpr std::uint8_t fragment = 0x01, ///< an IP fragment that is not the first: ports unknown, 0
    moreFragments = 0x02, ///< the first fragment of several
    headersCut = 0x04, ///< the snap length cut the headers: missing fields are 0
    vlan = 0x08, ///< has one or more VLAN tags
    roce = 0x10, ///< UDP from or to port 4791
    baseTransport = 0x80, ///< its base transport header was read, too
    transport = 0x20, ///< ports are known; for TCP the whole fixed header
    tunnel = 0x40; ///< the fields are those of the packet inside a tunnel
}

/// Payload of a frame that is neither IP nor ARP, as one number: its EtherType and a subtype (opcode of MAC control,
/// destination service access point of LLC).
namespace frame_kind {
constexpr std::uint16_t llc = 4, macControl = 0x8808; ///< LLC has no EtherType; same number as in Linux
constexpr std::uint16_t pause = 0x0001, priorityPause = 0x0101; ///< opcodes of MAC control
[[nodiscard]] constexpr std::uint32_t of(std::uint16_t etherType, std::uint16_t detail = 0) noexcept
{
    return (std::uint32_t{etherType} << 16) | detail;
}
[[nodiscard]] constexpr std::uint16_t etherType(std::uint32_t kind) noexcept
{
    return static_cast<std::uint16_t>(kind >> 16);
}
[[nodiscard]] constexpr std::uint16_t detail(std::uint32_t kind) noexcept
{
    return static_cast<std::uint16_t>(kind);
}
} // namespace frame_kind

/// Number of an address, stable within one reading: the value of an IPv4 address in host order, or the row of an IPv6
/// address in the reader's AddressBook.
using AddressId = std::uint32_t;

/// One packet of a capture, decoded: 64 bytes, one cache line.
struct Packet
{
    std::int64_t time = 0; ///< nanoseconds since 1970-01-01T00:00:00Z
    std::uint64_t offset = 0; ///< of its record in the (uncompressed) file
    std::uint32_t wireBytes = 0; ///< length of the frame on the wire, link header included
    std::uint32_t capturedBytes = 0;
    AddressId source = 0;
    AddressId destination = 0;
    std::uint16_t sourcePort = 0; ///< TCP and UDP
    std::uint16_t destinationPort = 0;
    std::uint32_t ipBytes = 0; ///< length of the IP packet by its header (of the frame for offloaded ones that say 0)
    std::uint32_t payloadBytes = 0; ///< of TCP or UDP by the headers; 0 for others
    std::uint32_t sequence = 0; ///< TCP; of frames with Network::Other their frame_kind, 0: unknown; RoCEv2: PSN
    std::uint32_t acknowledgement = 0; ///< TCP; RoCEv2: destination queue pair
    std::uint16_t window = 0; ///< TCP, not scaled; RoCEv2: syndrome of an acknowledgement, else 0
    std::uint16_t interface = 0; ///< row in CaptureInfo::interfaces
    std::uint16_t ipId = 0; ///< IPv4 identification; 0 for IPv6
    std::uint8_t tcpFlags = 0; ///< tcp_flag; RoCEv2: opcode
    std::uint8_t protocol = 0; ///< the IP protocol after extension headers; 0 without IP
    Network network = Network::Other;
    std::uint8_t marks = 0; ///< packet_mark
    std::uint8_t trafficClass = 0; ///< of IP: DSCP in the upper six bits, ECN in the lower two
    std::uint8_t linkBytes = 0; ///< from the start of the frame to the network header (the inner one of a tunnel)

    [[nodiscard]] bool isIp() const noexcept { return network == Network::Ipv4 || network == Network::Ipv6; }
    [[nodiscard]] bool has(std::uint8_t mark) const noexcept { return (marks & mark) != 0; }
    [[nodiscard]] std::uint8_t dscp() const noexcept { return static_cast<std::uint8_t>(trafficClass >> 2); }
    [[nodiscard]] std::uint8_t ecn() const noexcept { return trafficClass & 3; }
    // With packet_mark::baseTransport:
    [[nodiscard]] std::uint8_t roceOpcode() const noexcept { return tcpFlags; }
    [[nodiscard]] std::uint32_t roceSequence() const noexcept { return sequence; }
    [[nodiscard]] std::uint32_t roceQueuePair() const noexcept { return acknowledgement; }
    [[nodiscard]] std::uint8_t roceSyndrome() const noexcept { return static_cast<std::uint8_t>(window); }
    [[nodiscard]] bool isTcp() const noexcept { return protocol == ip_protocol::tcp && has(packet_mark::transport); }
};
static_assert(sizeof(Packet) == 64);

/// Numbers IPv6 addresses. Bounded: beyond `capacity` addresses, all new ones share the last number, and `overflowed()`
/// is set.
class AddressBook
{
public:
    static constexpr std::size_t capacity = 1u << 20;

    [[nodiscard]] AddressId idOf(const IpAddress& v6);
    [[nodiscard]] IpAddress address(Network network, AddressId id) const;
    [[nodiscard]] const std::vector<IpAddress>& all() const noexcept { return m_addresses; }
    [[nodiscard]] bool overflowed() const noexcept { return m_overflowed; }

private:
    struct Hash
    {
        std::size_t operator()(const IpAddress& address) const noexcept;
    };

    std::vector<IpAddress> m_addresses;
    std::unordered_map<IpAddress, AddressId, Hash> m_ids;
    bool m_overflowed = false;
};

} // namespace millrace::capture
