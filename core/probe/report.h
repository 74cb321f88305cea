// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/socket.h"

#include <cstdint>
#include <string>
#include <vector>

namespace millrace::probe {

/// Destination, source address and parameters.
struct DelaySpec
{
    Endpoint responder;
    int packets = 20;
    Nanoseconds spacing = std::chrono::milliseconds(10);
    int payloadBytes = 64; ///< UDP payload, at least 64
    Nanoseconds patience = std::chrono::seconds(2); ///< timeout of answers after the last packet
};

/// Minimum, median and 99th percentile (R type 7), 0 without values.
struct DelayDistribution
{
    Nanoseconds minimum{0};
    Nanoseconds median{0};
    Nanoseconds p99{0};

    bool operator==(const DelayDistribution&) const = default;
};

/// Round trip of a packet = (its answer's arrival - its sending) - (time in the responder). Forward = arrival at the
/// responder - sending; valid only if both ends have the same clock, as the nodes of an emulated cluster. Arrivals are
/// the kernel's time stamps.
struct DelayReport
{
    int sent = 0;
    int lost = 0; ///< not answered before the timeout
    std::vector<Nanoseconds> roundTrips; ///< in the order of sending, without lost ones
    DelayDistribution roundTrip;
    DelayDistribution forward;

    bool operator==(const DelayReport&) const = default;
};

struct LossSpec
{
    Endpoint responder;
    std::uint32_t packets = 10'000; ///< at most 4 194 304
    double packetsPerSecond = 10'000;
    int payloadBytes = 64;
    Nanoseconds patience = std::chrono::seconds(3); ///< timeout for the result
};

/// Loss = 1 - received / sent, in the direction from the prober to the responder. The request for the result is
/// repeated until it arrives, so that its own loss does not matter.
struct LossReport
{
    std::uint32_t sent = 0; ///< accepted by the kernel for sending
    std::uint32_t received = 0; ///< distinct packets that arrived
    std::uint32_t duplicates = 0;
    std::uint32_t localDrops =
        0; ///< arrived at the responder's machine, but dropped by its full socket buffer: the responder was too slow

    bool operator==(const LossReport&) const = default;
};

struct RateSpec
{
    Endpoint responder;
    double bitsPerSecond = 0; ///< offered, in frame bits; should exceed the expected rate
    Nanoseconds duration = std::chrono::milliseconds(500);
    int frameBytes = 0; ///< 0: as large as the path allows (MTU + 14)
    Nanoseconds patience = std::chrono::seconds(5);
};

/// A frame has 42 bytes of headers (Ethernet 14, IPv4 20, UDP 8) before its payload; preamble and checksum do not
/// count, as in tc. achieved = 8 × frame bytes × (received - 1) / (arrival of the last - arrival of the first). offered
/// = 8 × frame bytes × (sent - 1) / (sending of the last - sending of the first).
struct RateReport
{
    std::uint32_t sent = 0;
    std::uint32_t received = 0;
    std::uint32_t localDrops = 0;
    int frameBytes = 0;
    double offeredBitsPerSecond = 0;
    double achievedBitsPerSecond = 0; ///< 0 if fewer than two packets arrived

    bool operator==(const RateReport&) const = default;
};

/// The rate that several TCP connections have together, each sending as much as it can to a TcpDrain.
struct TcpRateSpec
{
    Endpoint drain;
    int streams = 1;
    Nanoseconds warmUp = std::chrono::seconds(1); ///< not counted: windows open; at least 10 round trips
    Nanoseconds duration = std::chrono::seconds(3);
    Nanoseconds patience = std::chrono::seconds(10); ///< until all are connected
};

/// Counted by the sender's kernel (TCP_INFO, Linux 4.19): bytes that the other side has acknowledged, so what has
/// arrived.
struct TcpRateReport
{
    std::uint64_t acknowledgedBytes = 0; ///< of the stream, while it was counted
    std::uint64_t retransmittedBytes = 0; ///< in that time
    Nanoseconds elapsed{0};
    double bitsPerSecond = 0; ///< acknowledged, with the headers of full frames (Ethernet 14, IPv4, TCP), as tc counts
    Nanoseconds roundTrip{0}; ///< the shortest of all connections
    std::string congestionControl;

    bool operator==(const TcpRateReport&) const = default;
};

} // namespace millrace::probe
