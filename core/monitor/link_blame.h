// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/detector.h"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace millrace::monitor {

/// What is to blame for a slow-down; empty where the evidence is thin.
struct Blame
{
    std::optional<std::pair<int, int>> link; ///< ranks; -1: whatever comes in to the other, or goes out of it
    std::vector<int> workers;
    std::string why; ///< "round trips of what comes in to rank 2 grew from 0.4 to 3.1 ms"; empty: not known
};

/// Finds the link or the node that suffers. In a synchronous all-reduce everybody waits for the slowest, so times of
/// workers do not tell; the TCP counters of each ordered pair do. The evidence of a pair is ln(round trip since the
/// onset ÷ before) + ln(1 + growth of the share of retransmitted segments in thousandths). A queue in front of a node
/// delays its data and, of what it sends, the acknowledgements; so first the node is sought whose pairs have far more
/// evidence than those of others, then the direction, by retransmissions alone: delivery rates fall in both directions
/// when acknowledgements wait. One thread.
class LinkBlame
{
public:
    void take(const LinkSight& sight);
    /// `onset`: wall clock. Uses what was seen up to `window` sights of each pair ago.
    [[nodiscard]] Blame blame(Nanoseconds onset) const;

    static constexpr std::size_t window = 128; ///< sights remembered of each pair
    static constexpr std::size_t mostPairs = 4096; ///< further pairs are ignored

private:
    struct Pair
    {
        std::vector<LinkSight> ring;
        std::size_t next = 0;
        double roundTripSum = 0; ///< of the sights that the ring has forgotten, each with weight 0.99 of the next one
        double retransmissionSum = 0;
        double byteSum = 0;
        double weight = 0;
    };
    struct Evidence
    {
        int from = 0;
        int to = 0;
        double score = 0;
        double loss = 0; ///< growth of the share of retransmitted segments
        double before = 0; ///< round trips, s
        double since = 0;
    };
    [[nodiscard]] static std::optional<Evidence> evidenceOf(const Pair& pair, Nanoseconds onset);
    /// Of one way alone, when it is far worse than all others (the way back shares its round trips).
    [[nodiscard]] static std::optional<Blame> blameWay(const std::vector<Evidence>& all);
    [[nodiscard]] static int sufferingNode(const std::vector<Evidence>& all); ///< -1: none stands out
    [[nodiscard]] static Blame blameFor(const std::vector<Evidence>& all);

    std::map<std::pair<int, int>, Pair> m_pairs;
};

} // namespace millrace::monitor
