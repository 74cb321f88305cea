// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace millrace::probe {

static_assert(std::endian::native == std::endian::little, "packets are sent as they lie in memory, little-endian");

/// Echo and Train go from the prober to the responder; an Echo is answered by an EchoAnswer of the same length. Report
/// asks for the result of a train, ReportAnswer returns it.
enum class PacketKind : std::uint32_t
{
    Echo = 1,
    EchoAnswer,
    Train,
    Report,
    ReportAnswer
};

inline constexpr std::uint32_t packetMagic = 0x3142524d; // "MRB1"
inline constexpr std::uint32_t maximumTrain = 1U << 22;

/// Beginning of every packet; padded with zeros. Times are nanoseconds since 1970.
struct Packet
{
    std::uint32_t magic = packetMagic;
    PacketKind kind = PacketKind::Echo;
    std::uint64_t session = 0; ///< drawn by the prober for each measurement
    std::uint32_t sequence = 0;
    std::uint32_t total = 0; ///< Train: total packets
    std::int64_t first = 0; ///< EchoAnswer: arrival of the Echo; ReportAnswer: of the first packet
    std::int64_t second = 0; ///< EchoAnswer: sending of the answer; ReportAnswer: arrival of the last packet
    std::uint32_t received = 0; ///< ReportAnswer: distinct packets
    std::uint32_t duplicates = 0;
    std::uint32_t localDrops = 0;
    std::uint32_t reserved[3]{};
};
static_assert(sizeof(Packet) == 64);

inline constexpr int smallestPayload = static_cast<int>(sizeof(Packet));
inline constexpr int largestPayload = 65'507;
/// Ethernet 14, IPv4 20, UDP 8.
inline constexpr int headerBytes = 42;

} // namespace millrace::probe
