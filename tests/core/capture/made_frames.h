// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace millrace::test {

using Bytes = std::vector<std::uint8_t>;

/// Appends numbers in one byte order.
class ByteWriter
{
public:
    explicit ByteWriter(bool bigEndian) : m_bigEndian(bigEndian) { }

    ByteWriter& byte(std::uint8_t value);
    ByteWriter& half(std::uint16_t value) { return number(value, 2); }
    ByteWriter& word(std::uint32_t value) { return number(value, 4); }
    ByteWriter& longWord(std::uint64_t value) { return number(value, 8); }
    ByteWriter& raw(const Bytes& bytes);
    /// Zeros up to a multiple of four.
    ByteWriter& pad();

    Bytes bytes;

private:
    ByteWriter& number(std::uint64_t value, int width);

    bool m_bigEndian;
};

// Frames as the wire carries them, written from the RFCs alone; nothing here comes from the product.

struct TcpFields
{
    std::uint16_t source = 40000;
    std::uint16_t destination = 5001;
    std::uint32_t sequence = 0;
    std::uint32_t acknowledgement = 0;
    std::uint8_t flags = 0x10; ///< ACK
    std::uint16_t window = 512;
    std::size_t payload = 0;
    Bytes options = {}; ///< a multiple of four bytes
};

struct Ipv4Fields
{
    std::uint32_t source = 0x0a000001; ///< 10.0.0.1
    std::uint32_t destination = 0x0a000002;
    std::uint8_t protocol = 6;
    std::uint16_t id = 1;
    std::uint16_t fragment = 0x4000; ///< flags and offset in eighths
    Bytes options = {}; ///< a multiple of four bytes
    bool lengthZero = false; ///< as segmentation offload leaves it
    std::uint8_t trafficClass = 0;
};

struct Ipv6Fields
{
    std::array<std::uint8_t, 16> source{0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
    std::array<std::uint8_t, 16> destination{0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2};
    std::uint8_t next = 6;
    std::uint8_t trafficClass = 0;
};

[[nodiscard]] Bytes tcp(const TcpFields& fields);
[[nodiscard]] Bytes udp(std::uint16_t source, std::uint16_t destination, std::size_t payload);
[[nodiscard]] Bytes ipv4(const Ipv4Fields& fields, const Bytes& payload);
[[nodiscard]] Bytes ipv6(const Ipv6Fields& fields, const Bytes& payload);
[[nodiscard]] Bytes arp();
/// An Ethernet frame.
[[nodiscard]] Bytes ethernet(std::uint16_t etherType, const Bytes& payload);

/// Payload of a link header.
struct NetworkPacket
{
    std::string name;
    std::uint16_t etherType = 0;
    Bytes bytes;
};

/// One of every kind that the decoder knows: IPv4 plain, with options, in fragments, of offloaded length 0; IPv6 plain,
/// with extension headers, in fragments; TCP with options and every flag; UDP, RoCEv2, ICMP, ARP, an unknown protocol.
[[nodiscard]] std::vector<NetworkPacket> everyKind();

/// How everyKind() is wrapped.
enum class Wrapping
{
    Ethernet,
    Vlan,
    QinQ,
    Raw,
    NullLittle,
    NullBig,
    Loop,
    Sll,
    Sll2
};

/// The frame, or nothing where the link cannot carry the packet (ARP in raw IP).
[[nodiscard]] Bytes wrapped(Wrapping wrapping, const NetworkPacket& packet);

} // namespace millrace::test
