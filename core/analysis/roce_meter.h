// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/traffic.h"
#include "core/capture/packet.h"

#include <map>
#include <vector>

namespace millrace::analysis {

/// Follows RoCEv2 packets by their queue pair: packet sequence numbers, acknowledgements, congestion notifications.
/// Requests and read responses of one direction are numbered separately (InfiniBand specification, volume 1, section
/// 9.7). A number above the next one is a gap; one below it is a repetition, or fills a gap late. Bounded: queue pairs
/// beyond 65 536 are ignored.
class RoceMeter
{
public:
    /// A packet with Packet::roce.
    void add(const capture::Packet& packet);
    /// By address and queue pair; addresses get their rows in the summary.
    [[nodiscard]] std::vector<QueuePair> queuePairs(const capture::AddressBook& book,
                                                    std::vector<capture::IpAddress>& addresses) const;
    [[nodiscard]] std::uint64_t beyond() const noexcept { return m_beyond; }

private:
    static constexpr std::size_t mostPairs = 65'536;
    struct Key
    {
        capture::Network network = capture::Network::Other;
        capture::AddressId source = 0;
        capture::AddressId destination = 0;
        std::uint32_t number = 0; ///< of the destination's queue pair

        auto operator<=>(const Key&) const = default;
    };
    struct Sequence
    {
        bool started = false;
        std::uint32_t next = 0; ///< 24 bits

        /// Effect of a received sequence number on the counts.
        void follow(std::uint32_t number, QueuePair& pair);
    };
    struct State
    {
        QueuePair pair;
        Sequence requests, responses;
    };

    std::map<Key, State> m_pairs;
    State* m_last = nullptr;
    Key m_lastKey;
    std::uint64_t m_beyond = 0;
};

} // namespace millrace::analysis
