// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/packet_sights.h"
#include "core/analysis/traffic_pass.h"
#include "core/base/unknown.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace millrace::analysis {

/// One packet that two captures saw.
struct MatchedPacket
{
    std::int64_t atOne = 0; ///< time by the clock of the first capture
    std::int64_t atTwo = 0;
    bool forward = true; ///< sent by the node of the first capture to that of the second
};

/// Relation of the clock of a second capture to that of the first: a time of the second minus offset + drift · (time −
/// reference) is that of the first.
///
/// The differences of the times at both ends, for packets from the first node to the second, are above the true offset
/// by their delays, and those of the other direction below. So the line that leaves most room between both clouds is
/// the estimate, and half of that room bounds its error, whatever the delays (after V. Paxson, "On calibrating
/// measurements of packet transit times", 1998, and the linear programme of Moon, Skelly, Towsley, 1999). NaN: unknown.
struct ClockComparison
{
    bool known = false;
    double offset = 0; ///< seconds, at the reference
    double drift = 0; ///< seconds per second
    double bound = 0; ///< ± seconds: half of the smallest round trip
    double driftLow = 0; ///< no other drift leaves any room
    double driftHigh = 0;
    std::int64_t reference = 0; ///< on the first clock
    std::uint64_t forward = 0; ///< matched packets in each direction
    std::uint64_t backward = 0;
    std::string reason; ///< why it is unknown

    /// Correction that maps a time of the second clock to the first, nanoseconds.
    [[nodiscard]] std::int64_t correction(std::int64_t time) const noexcept;
};

/// Never InvalidInput; too few packets, packets of only one direction and clocks that jumped set `known` to false.
[[nodiscard]] ClockComparison compareClocks(std::span<const MatchedPacket> packets);

/// Fate of the packets between two captures, in the time that both cover; delays are correct within `bound` of the
/// clocks.
struct PathObservation
{
    /// Margin excluded at each end of the common time, where packets are still in flight.
    static constexpr double edgeShare = 0.05;
    static constexpr std::int64_t longestEdge = 500'000'000; ///< nanoseconds

    std::string from; ///< address of the sending node
    std::string to;
    std::uint64_t sent = 0; ///< of the sample, seen at the sender
    std::uint64_t received = 0; ///< of those, seen at the receiver
    std::uint64_t unseen = 0; ///< seen only at the receiver: lost by the recording at the sender
    unsigned sampling = 0; ///< one packet in 2^sampling was examined
    std::uint64_t reordered = 0; ///< arrived after a packet that was sent later
    double delayMinimum = unknown; ///< seconds; NaN: the clocks are unknown
    double delayMean = unknown;
    double delayMedian = unknown;
    double delayP99 = unknown;

    [[nodiscard]] double loss() const noexcept
    {
        return sent == 0 ? unknown : static_cast<double>(sent - received) / static_cast<double>(sent);
    }
};

/// Clock of a capture relative to that of the first capture of the set.
struct CaptureClock
{
    std::string file;
    capture::IpAddress node;
    bool known = false;
    double offset = 0; ///< seconds ahead of the first capture, at the reference
    double drift = 0;
    double bound = 0; ///< ± seconds, along the best chain of comparisons
    std::int64_t reference = 0;
    std::string reason;

    [[nodiscard]] std::int64_t correction(std::int64_t time) const noexcept;
    /// The same for an analysis of the file; none when unknown.
    [[nodiscard]] ClockCorrection forAnalysis() const noexcept;
};

struct ClockReport
{
    std::vector<CaptureClock> captures; ///< in the order of the input; the first has offset 0
    std::vector<PathObservation> paths; ///< both directions of each pair of captures that share packets
    /// The largest inconsistency of the sum of offsets around three captures, seconds; NaN with fewer.
    double disagreement = unknown;
};

/// Matches the packets of all pairs of captures. `nodes` are their addresses where known, otherwise empty: then each
/// capture's node is the address with most packets.
[[nodiscard]] ClockReport measureClocks(std::span<const CaptureSights> captures,
                                        std::span<const capture::IpAddress> nodes = {});
/// The same from files. Cancelled, or the errors of capture::PacketReader.
[[nodiscard]] Result<ClockReport> measureClocks(std::span<const std::filesystem::path> files,
                                                const JobContext& job = {});

} // namespace millrace::analysis
