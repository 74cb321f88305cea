// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/capture/made_tunnels.h"

namespace millrace::test {

namespace {

/// A datagram with these bytes.
Bytes udpWith(std::uint16_t source, std::uint16_t destination, const Bytes& payload)
{
    return ByteWriter(true)
        .half(source)
        .half(destination)
        .half(static_cast<std::uint16_t>(8 + payload.size()))
        .half(0)
        .raw(payload)
        .bytes;
}

Bytes vxlan(const Bytes& frame, std::uint8_t flags = 8)
{
    return udpWith(51000, 4789, ByteWriter(true).byte(flags).byte(0).half(0).word(42 << 8).raw(frame).bytes);
}

Bytes geneve(std::uint16_t type, const Bytes& inner, std::size_t optionWords = 0)
{
    ByteWriter out(true);
    out.byte(static_cast<std::uint8_t>(optionWords)).byte(0).half(type).word(7 << 8);
    for (std::size_t i = 0; i < optionWords; ++i)
        out.word(i == 0 ? 0x01008000 | static_cast<std::uint32_t>(optionWords - 1) : 0x11223344);
    return udpWith(52000, 6081, out.raw(inner).bytes);
}

Bytes gre(std::uint16_t flags, std::uint16_t type, const Bytes& inner)
{
    ByteWriter out(true);
    out.half(flags).half(type);
    for (const unsigned flag : {0x8000u, 0x2000u, 0x1000u})
        if ((flags & flag) != 0)
            out.word(flag == 0x8000 ? 0 : 77);
    return out.raw(inner).bytes;
}

Bytes mpls(std::vector<std::uint32_t> labels, const Bytes& inner)
{
    ByteWriter out(true);
    for (std::size_t i = 0; i < labels.size(); ++i)
        out.word(labels[i] << 12 | (i + 1 == labels.size() ? 0x100u : 0u) | 64);
    return out.raw(inner).bytes;
}

Bytes outer4(std::uint8_t protocol, const Bytes& payload)
{
    return ethernet(
        0x0800,
        ipv4({.source = 0xc0a80001, .destination = 0xc0a80002, .protocol = protocol, .id = 900, .trafficClass = 0x28},
             payload));
}

Bytes outer6(std::uint8_t next, const Bytes& payload)
{
    return ethernet(0x86dd, ipv6({.next = next}, payload));
}

} // namespace

std::vector<TunnelFrame> tunnelFrames()
{
    const Bytes data = tcp({.sequence = 4711, .acknowledgement = 99, .flags = 0x18, .payload = 300});
    const Bytes inner4 = ipv4({.id = 31, .trafficClass = 0x03}, data);
    const Bytes inner6 = ipv6({.next = 17, .trafficClass = 0xb9}, udp(7000, 7001, 120));
    const Bytes tagged = ByteWriter(true).half(7).half(0x0800).raw(inner4).bytes;
    const Bytes stp = ByteWriter(true).raw({0x42, 0x42, 3}).raw(Bytes(35)).bytes;
    std::vector<TunnelFrame> all;
    const auto add = [&all](const char* name, Bytes frame, bool opens = true) {
        all.push_back({name, std::move(frame), opens});
    };
    add("VXLAN", outer4(17, vxlan(ethernet(0x0800, inner4))));
    add("VXLAN, IPv6 within", outer4(17, vxlan(ethernet(0x86dd, inner6))));
    add("VXLAN over IPv6", outer6(17, vxlan(ethernet(0x0800, inner4))));
    add("VXLAN, tag within", outer4(17, vxlan(ethernet(0x8100, tagged))));
    add("VXLAN, ARP within", outer4(17, vxlan(ethernet(0x0806, arp()))));
    add("VXLAN, ICMP within",
        outer4(17, vxlan(ethernet(0x0800, ipv4({.protocol = 1}, {8, 0, 0xf7, 0xf1, 0, 7, 0, 7})))));
    add("VXLAN, spanning tree within", outer4(17, vxlan(ethernet(static_cast<std::uint16_t>(stp.size()), stp))), false);
    add("VXLAN without a network", outer4(17, vxlan(ethernet(0x0800, inner4), 0)), false);
    add("VXLAN behind a tag",
        ethernet(
            0x8100,
            ByteWriter(true).half(5).half(0x0800).raw(ipv4({.protocol = 17}, vxlan(ethernet(0x0800, inner4)))).bytes));
    add("Geneve", outer4(17, geneve(0x6558, ethernet(0x0800, inner4))));
    add("Geneve with options", outer4(17, geneve(0x6558, ethernet(0x86dd, inner6), 3)));
    add("Geneve, IPv4 within", outer4(17, geneve(0x0800, inner4)));
    add("GRE", outer4(47, gre(0, 0x0800, inner4)));
    add("GRE, IPv6 within", outer4(47, gre(0, 0x86dd, inner6)));
    add("GRE with checksum, key and sequence", outer4(47, gre(0xb000, 0x0800, inner4)));
    add("GRE with a key", outer6(47, gre(0x2000, 0x0800, inner4)));
    add("GRE, Ethernet within", outer4(47, gre(0x2000, 0x6558, ethernet(0x0800, inner4))));
    add("GRE, MPLS within", outer4(47, gre(0, 0x8847, mpls({16, 17}, inner4))));
    add("GRE of another version", outer4(47, gre(0x2001, 0x880b, {0, 0, 0, 0})), false);
    add("IPv4 in IPv4", outer4(4, inner4));
    add("IPv6 in IPv4", outer4(41, inner6));
    add("IPv4 in IPv6", outer6(4, inner4));
    add("IPv6 in IPv6 behind options",
        outer6(60, ByteWriter(true).byte(41).byte(0).raw({1, 4, 0, 0, 0, 0}).raw(inner6).bytes));
    add("MPLS", ethernet(0x8847, mpls({100}, inner4)));
    add("MPLS with three labels", ethernet(0x8847, mpls({100, 200, 300}, inner6)));
    add("VXLAN in GRE",
        outer4(47,
               gre(0, 0x0800,
                   ipv4({.source = 0xac100001, .destination = 0xac100002, .protocol = 17},
                        vxlan(ethernet(0x0800, inner4))))));
    add("plain", ethernet(0x0800, inner4), false);
    add("a datagram from port 4789", outer4(17, udp(4789, 9999, 60)), false);
    return all;
}

} // namespace millrace::test
