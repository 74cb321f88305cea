// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/capture/packet.h"

#include <optional>

namespace millrace::capture {

namespace ether_type {
constexpr std::uint16_t ipv4 = 0x0800, arp = 0x0806, ethernetBridging = 0x6558, ipv6 = 0x86dd, mpls = 0x8847,
                        mplsMulticast = 0x8848;
}
/// UDP ports of tunnels.
constexpr std::uint16_t vxlanPort = 4789, genevePort = 6081;

/// Whether a header is between IPv6 and its transport: hop-by-hop, routing, fragment, authentication, destination
/// options, mobility, HIP, shim6 (RFC 7045).
[[nodiscard]] bool isIpv6Extension(std::uint8_t header) noexcept;
constexpr int mostIpv6Extensions = 16;

/// Headers of one tunnel between an outer and its inner packet: VXLAN (RFC 7348) and Geneve (RFC 8926) by the
/// destination port, GRE (RFC 2784, 2890) with IP, MPLS or Ethernet, IPv4 and IPv6 in IP, MPLS with IP.
struct TunnelHeader
{
    std::uint8_t end = 0; ///< from the start of the frame to the inner network header or the tags before it
    std::uint16_t etherType = 0; ///< of the inner packet
    bool isFrame = false; ///< an inner Ethernet header was skipped, so a small EtherType is a length

    /// Parses the tunnel of a decoded packet. Nothing for other packets, fragments, truncated headers, and inner
    /// headers more than 160 bytes into the frame.
    [[nodiscard]] static std::optional<TunnelHeader> of(const std::uint8_t* frame, const Packet& packet);
};

} // namespace millrace::capture
