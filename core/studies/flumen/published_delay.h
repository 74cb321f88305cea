// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/unknown.h"
#include "core/importers/packet_record.h"
#include "core/report/published_figure.h"

#include <cstdint>
#include <span>
#include <vector>

namespace millrace::studies::flumen {

/// The packets that one host logged, in order of time; names are shared by all logs.
struct HostLog
{
    std::uint32_t host = importers::noName; ///< row in the NameBook
    std::vector<importers::PacketRecord> packets;
};

struct DelayOptions
{
    std::int64_t window = 10'000'000; ///< sent packets later than this after the arrival are not considered
    std::size_t mostPerHost = 20'001; ///< lines of each log; the script stops after the line following 20 000
};

/// One flow that was logged at both ends.
struct FlowDelay
{
    std::uint32_t source = importers::noName;
    std::uint32_t destination = importers::noName;
    std::uint32_t sourcePort = 0;
    std::uint32_t destinationPort = 0;
    std::uint64_t sent = 0; ///< packets in the sender's log that count
    std::uint64_t received = 0;
    std::uint64_t pairs = 0; ///< as published
    std::uint64_t retransmits = 0; ///< as published: sent packets that were skipped
    std::uint64_t unmatched = 0; ///< as published: received packets without a match, after the first match
    std::uint64_t beforeFirst = 0; ///< the same, before it
    double mean = unknown; ///< as published, seconds
    std::uint64_t rightPairs = 0; ///< nearest earlier packet sent with the same bytes, each used once
    double rightMean = unknown; ///< clock offset removed where both directions were observed
    double rightMinimum = unknown; ///< the same
    double clockOffset =
        unknown; ///< receiver's minus sender's clock, from the minimum delays of both directions; seconds

    /// The script's verdict: "Flow OK" or "Flow does not add up".
    [[nodiscard]] bool addsUp() const noexcept
    {
        return retransmits + pairs == sent && unmatched + pairs + beforeFirst == received;
    }
};

struct DelayResult
{
    std::vector<FlowDelay> flows; ///< by source, destination, ports
    report::PublishedFigures figures; ///< "delay.mean", "delay.pairs", "delay.retransmits", "delay.unmatched"
};

/// compute_packet_delay.py: one-way delay from the same packets in the logs of sender and receiver, matched by
/// addresses, ports and absolute sequence numbers. Published: one linear search through the sender's log, clocks taken
/// as equal. Corrected: matched by hash; the clock offset, half the difference of the minimum delays of both
/// directions, is removed, which assumes that the shortest paths there and back are equally long.
[[nodiscard]] DelayResult packetDelays(std::span<const HostLog> logs, const DelayOptions& options = {});

} // namespace millrace::studies::flumen
