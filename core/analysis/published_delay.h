// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/published_figure.h"
#include "core/analysis/published_packet.h"
#include "core/base/unknown.h"

#include <cstdint>
#include <span>
#include <vector>

namespace millrace::analysis {

/// The packets that one host logged, in order of time, with names that mean the same in all logs.
struct HostLog
{
    std::uint32_t host = noName; ///< row in the NameBook
    std::vector<PublishedPacket> packets;
};

struct DelayOptions
{
    std::int64_t window = 10'000'000; ///< a packet that was sent later than this after its arrival is not looked at
    std::size_t mostPerHost = 20'001; ///< lines of each log; the script stops after the line behind 20 000
};

/// One flow that was logged at both ends.
struct FlowDelay
{
    std::uint32_t source = noName;
    std::uint32_t destination = noName;
    std::uint32_t sourcePort = 0;
    std::uint32_t destinationPort = 0;
    std::uint64_t sent = 0; ///< packets in the sender's log that count
    std::uint64_t received = 0;
    std::uint64_t pairs = 0; ///< as published
    std::uint64_t retransmits = 0; ///< as published: sent packets that were passed over
    std::uint64_t unmatched = 0; ///< as published: received packets without a partner, after the first match
    std::uint64_t beforeFirst = 0; ///< the same, before it
    double mean = unknown; ///< as published, seconds
    std::uint64_t rightPairs = 0; ///< nearest earlier packet sent with the same bytes, each used once
    double rightMean = unknown; ///< clock offset taken out where both directions were seen
    double rightMinimum = unknown; ///< the same
    double clockOffset =
        unknown; ///< receiver's minus sender's clock, from the least delays of both directions; seconds

    /// What the script prints: "Flow OK" or "Flow does not add up".
    [[nodiscard]] bool addsUp() const noexcept
    {
        return retransmits + pairs == sent && unmatched + pairs + beforeFirst == received;
    }
};

struct DelayResult
{
    std::vector<FlowDelay> flows; ///< by source, destination, ports
    PublishedFigures figures; ///< "delay.mean", "delay.pairs", "delay.retransmits", "delay.unmatched"
};

/// compute_packet_delay.py (B3.7): one-way delay from the same packets in the logs of sender and receiver, matched by
/// addresses, ports and absolute sequence numbers. Published: one look through the sender's log, clocks taken as equal
/// (B-39). Right: matched by hash, the offset of the clocks taken out as half the difference of the least delays of
/// both directions, which takes the shortest ways there and back as equally long.
[[nodiscard]] DelayResult packetDelays(std::span<const HostLog> logs, const DelayOptions& options = {});

} // namespace millrace::analysis
