// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/capture/packet.h"

#include <vector>

namespace millrace::analysis::test {

/// Packets made one by one, as a reader would give them; all IPv4 over Ethernet.
class MadePackets
{
public:
    std::vector<capture::Packet> packets;

    capture::Packet& tcp(std::int64_t time, std::uint32_t source, std::uint16_t sourcePort, std::uint32_t destination,
                         std::uint16_t destinationPort, std::uint32_t payload, std::uint8_t flags = 0x10)
    {
        capture::Packet packet;
        packet.time = time;
        packet.network = capture::Network::Ipv4;
        packet.protocol = capture::ip_protocol::tcp;
        packet.marks = capture::packet_mark::transport;
        packet.source = source;
        packet.destination = destination;
        packet.sourcePort = sourcePort;
        packet.destinationPort = destinationPort;
        packet.payloadBytes = payload;
        packet.ipBytes = payload + 40;
        packet.wireBytes = payload + 54;
        packet.capturedBytes = 54;
        packet.tcpFlags = flags;
        packet.window = 1000;
        packets.push_back(packet);
        return packets.back();
    }
};

} // namespace millrace::analysis::test
