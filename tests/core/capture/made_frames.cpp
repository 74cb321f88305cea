// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/capture/made_frames.h"

#include <algorithm>

namespace millrace::test {

namespace {

Bytes joined(Bytes first, const Bytes& second)
{
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

/// Neither zeros nor anything that a dissector of applications might know.
Bytes filler(std::size_t count)
{
    Bytes bytes(count);
    for (std::size_t i = 0; i < count; ++i)
        bytes[i] = static_cast<std::uint8_t>(0xe0 + i % 13);
    return bytes;
}

/// The ones' complement sum of RFC 1071.
std::uint16_t checksum(const Bytes& bytes)
{
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i + 1 < bytes.size(); i += 2)
        sum += static_cast<std::uint32_t>(bytes[i] << 8 | bytes[i + 1]);
    while (sum > 0xffff)
        sum = (sum & 0xffff) + (sum >> 16);
    return static_cast<std::uint16_t>(~sum);
}

} // namespace

ByteWriter& ByteWriter::byte(std::uint8_t value)
{
    bytes.push_back(value);
    return *this;
}

ByteWriter& ByteWriter::raw(const Bytes& more)
{
    bytes.insert(bytes.end(), more.begin(), more.end());
    return *this;
}

ByteWriter& ByteWriter::pad()
{
    bytes.resize((bytes.size() + 3) / 4 * 4);
    return *this;
}

ByteWriter& ByteWriter::number(std::uint64_t value, int width)
{
    for (int i = 0; i < width; ++i)
        bytes.push_back(static_cast<std::uint8_t>(value >> 8 * (m_bigEndian ? width - 1 - i : i)));
    return *this;
}

Bytes tcp(const TcpFields& fields)
{
    ByteWriter out(true);
    out.half(fields.source).half(fields.destination).word(fields.sequence).word(fields.acknowledgement);
    out.byte(static_cast<std::uint8_t>((20 + fields.options.size()) / 4 << 4)).byte(fields.flags).half(fields.window);
    out.word(0).raw(fields.options).raw(filler(fields.payload));
    return out.bytes;
}

Bytes udp(std::uint16_t source, std::uint16_t destination, std::size_t payload)
{
    ByteWriter out(true);
    out.half(source).half(destination).half(static_cast<std::uint16_t>(8 + payload)).half(0).raw(filler(payload));
    return out.bytes;
}

Bytes ipv4(const Ipv4Fields& fields, const Bytes& payload)
{
    const std::size_t header = 20 + fields.options.size();
    ByteWriter out(true);
    out.byte(static_cast<std::uint8_t>(0x40 | header / 4)).byte(fields.trafficClass);
    out.half(fields.lengthZero ? std::uint16_t{0} : static_cast<std::uint16_t>(header + payload.size()));
    out.half(fields.id).half(fields.fragment).byte(64).byte(fields.protocol).half(0);
    out.word(fields.source).word(fields.destination).raw(fields.options);
    const std::uint16_t sum = checksum(out.bytes);
    out.bytes[10] = static_cast<std::uint8_t>(sum >> 8);
    out.bytes[11] = static_cast<std::uint8_t>(sum);
    return out.raw(payload).bytes;
}

Bytes ipv6(const Ipv6Fields& fields, const Bytes& payload)
{
    ByteWriter out(true);
    out.word(0x60000000 | std::uint32_t{fields.trafficClass} << 20)
        .half(static_cast<std::uint16_t>(payload.size()))
        .byte(fields.next)
        .byte(64);
    out.raw({fields.source.begin(), fields.source.end()});
    return out.raw({fields.destination.begin(), fields.destination.end()}).raw(payload).bytes;
}

Bytes arp()
{
    ByteWriter out(true);
    out.half(1).half(0x0800).byte(6).byte(4).half(1).raw({2, 0, 0, 0, 0, 1}).word(0x0a000001);
    return out.raw(Bytes(6)).word(0x0a000002).bytes;
}

Bytes ethernet(std::uint16_t etherType, const Bytes& payload)
{
    return ByteWriter(true).raw({2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1}).half(etherType).raw(payload).bytes;
}

namespace {

std::vector<NetworkPacket> ipv4Kinds()
{
    std::vector<NetworkPacket> all;
    const auto add = [&](const char* name, const Ipv4Fields& fields, const Bytes& payload) {
        all.push_back({name, 0x0800, ipv4(fields, payload)});
    };
    add("syn with options", {.id = 17},
        tcp({.sequence = 0xfffffff0, .flags = 0x02, .options = {2, 4, 5, 0xb4, 4, 2, 1, 3, 3, 7, 0, 0}}));
    add("data", {.id = 18}, tcp({.sequence = 0xfffffff1, .acknowledgement = 7, .flags = 0x18, .payload = 1448}));
    add("data with timestamps", {.id = 19},
        tcp({.sequence = 1433, .flags = 0x10, .payload = 100, .options = {1, 1, 8, 10, 0, 0, 0, 1, 0, 0, 0, 2}}));
    add("answer", {.source = 0x0a000002, .destination = 0x0a000001, .id = 0xffff},
        tcp({.source = 5001, .destination = 40000, .sequence = 7, .acknowledgement = 1533, .window = 65535}));
    add("every flag", {}, tcp({.source = 1, .destination = 65535, .flags = 0xff, .window = 0, .payload = 1}));
    add("options of IPv4", {.options = {7, 7, 4, 1, 2, 3, 4, 0}}, tcp({.sequence = 9, .payload = 33}));
    add("longest header", {.options = Bytes(40, 1)}, tcp({.sequence = 9, .payload = 5, .options = Bytes(40, 1)}));
    add("offloaded, length 0", {.lengthZero = true}, tcp({.sequence = 5000, .flags = 0x18, .payload = 4000}));
    add("datagram", {.protocol = 17}, udp(33333, 44444, 777));
    add("empty datagram", {.protocol = 17}, udp(33333, 44444, 0));
    add("RoCE", {.protocol = 17}, udp(49152, 4791, 60));
    add("ICMP echo", {.protocol = 1}, {8, 0, 0xf7, 0xf1, 0, 7, 0, 7});
    add("first fragment", {.protocol = 17, .id = 99, .fragment = 0x2000}, udp(1111, 2222, 1472));
    all.back().bytes[20 + 5] += 32; // the datagram is as long as both fragments
    add("last fragment", {.protocol = 17, .id = 99, .fragment = 185}, filler(32));
    add("fragment without its first", {.protocol = 17, .id = 100, .fragment = 185}, filler(100));
    add("unknown protocol", {.protocol = 253}, filler(20));
    return all;
}

std::vector<NetworkPacket> ipv6Kinds()
{
    std::vector<NetworkPacket> all;
    const auto add = [&](const char* name, const Ipv6Fields& fields, const Bytes& payload) {
        all.push_back({name, 0x86dd, ipv6(fields, payload)});
    };
    const Bytes data = tcp({.sequence = 123456789, .acknowledgement = 987654321, .flags = 0x18, .payload = 700});
    add("IPv6 data", {}, data);
    add("IPv6 datagram", {.next = 17}, udp(5353, 60000, 12));
    add("hop by hop", {.next = 0}, joined({6, 0, 1, 4, 0, 0, 0, 0}, data));
    add("destination, routing, hop by hop", {.next = 0},
        joined({43, 0, 1, 4, 0, 0, 0, 0},
               joined({60, 0, 0, 0, 0, 0, 0, 0}, joined({6, 1, 1, 12}, joined(Bytes(12), data)))));
    add("authenticated", {.next = 51}, joined({6, 4, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1}, joined(Bytes(12, 0xaa), data)));
    add("atomic fragment", {.next = 44}, joined({17, 0, 0, 0, 0, 0, 0, 5}, udp(7000, 7001, 50)));
    add("IPv6 first fragment", {.next = 44}, joined({17, 0, 0, 1, 0, 0, 0, 9}, udp(7002, 7003, 1432)));
    all.back().bytes[40 + 8 + 5] += 64;
    add("IPv6 last fragment", {.next = 44}, joined({17, 0, 0x05, 0xa0, 0, 0, 0, 9}, filler(64)));
    add("ICMPv6 echo", {.next = 58}, {128, 0, 0, 0, 0, 1, 0, 2});
    add("no next header", {.next = 59}, {});
    add("RoCE over IPv6", {.next = 17}, udp(4791, 49999, 40));
    return all;
}

std::uint32_t familyOf(std::uint16_t etherType)
{
    return etherType == 0x0800 ? 2u : 30u;
}

} // namespace

std::vector<NetworkPacket> everyKind()
{
    std::vector<NetworkPacket> all = ipv4Kinds();
    const std::vector<NetworkPacket> more = ipv6Kinds();
    all.insert(all.end(), more.begin(), more.end());
    all.push_back({"ARP", 0x0806, arp()});
    all.push_back({"local experiment", 0x88b5, filler(46)});
    return all;
}

Bytes wrapped(Wrapping wrapping, const NetworkPacket& packet)
{
    const bool ip = packet.etherType == 0x0800 || packet.etherType == 0x86dd;
    const Bytes addresses{2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1};
    ByteWriter big(true);
    switch (wrapping) {
    case Wrapping::Ethernet: return big.raw(addresses).half(packet.etherType).raw(packet.bytes).bytes;
    case Wrapping::Vlan: return big.raw(addresses).word(0x81006007).half(packet.etherType).raw(packet.bytes).bytes;
    case Wrapping::QinQ:
        big.raw(addresses).word(0x88a80011).word(0x81000022);
        return big.half(packet.etherType).raw(packet.bytes).bytes;
    case Wrapping::Raw: return ip ? packet.bytes : Bytes{};
    case Wrapping::NullLittle:
        return ip ? ByteWriter(false).word(familyOf(packet.etherType)).raw(packet.bytes).bytes : Bytes{};
    case Wrapping::NullBig:
    case Wrapping::Loop: return ip ? big.word(familyOf(packet.etherType)).raw(packet.bytes).bytes : Bytes{};
    case Wrapping::Sll:
        big.half(0).half(1).half(6).raw({2, 0, 0, 0, 0, 1, 0, 0});
        return big.half(packet.etherType).raw(packet.bytes).bytes;
    case Wrapping::Sll2:
        big.half(packet.etherType).half(0).word(3).half(1).byte(0).byte(6).raw({2, 0, 0, 0, 0, 1, 0, 0});
        return big.raw(packet.bytes).bytes;
    }
    return {};
}

} // namespace millrace::test
