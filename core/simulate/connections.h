// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/simulate/event_heap.h"
#include "core/simulate/fair_sharing.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace millrace::simulate {

/// Connections over a network. Each carries one message at a time; what else is to be sent waits in the order in which
/// it was given. What is on the way at the same time shares the network max-min fairly. Whoever uses it keeps the time:
/// it takes what has left at nextTime(), and then calls settle().
class Connections
{
public:
    /// `messageBytes`: mean size of what will be sent.
    explicit Connections(const Network& network, int streams = 1, double messageBytes = Network::largeMessage)
        : m_streams(streams), m_messageBytes(messageBytes), m_network(network), m_sharing(network), m_completions(0)
    {
    }

    /// From one node to another, all streams together; returns its number, the count of those before.
    std::uint32_t add(std::size_t from, std::size_t to);
    /// Bytes per second that a connection alone has; infinite: nothing limits it.
    [[nodiscard]] double ownRate(std::uint32_t connection) const;
    /// s that shares may be outdated; 0: never.
    void setPatience(double patience) noexcept { m_patience = patience; }
    /// Whether a window can delay any message.
    [[nodiscard]] bool hasWindows() const noexcept { return m_hasWindows; }
    /// Times begin at 0 again, and that is so many seconds after `now`.
    void beginAgain(double now, double pause) noexcept;
    /// s from the last byte that leaves the sender until the receiver has a message of so many bytes.
    [[nodiscard]] double latency(std::uint32_t connection, double bytes) const
    {
        const double rate = m_ownRates[connection];
        return m_connections[connection].latency
            + m_network.law().burst(bytes, rate > 0 && rate < 1e300 ? 1 / rate : 0);
    }

    void send(std::uint32_t connection, double bytes, std::uint64_t cargo, double now);
    /// When the next message has left; infinite: none is on the way.
    [[nodiscard]] double nextTime() const
    {
        return m_completions.empty() ? std::numeric_limits<double>::infinity() : m_completions.time();
    }
    /// A message whose last byte has left.
    struct Sent
    {
        std::uint32_t connection = 0;
        std::uint64_t cargo = 0;
    };
    /// Takes the one of nextTime().
    Sent take(double now);
    /// Works out the shares once for all that has started and stopped, unless that can wait until `next`, the time of
    /// whatever happens next.
    void settle(double now, double next);

private:
    static constexpr std::uint32_t none = 0xffffffff;
    struct Message
    {
        double bytes = 0;
        std::uint64_t cargo = 0;
        std::uint32_t next = none; ///< in the queue of the connection
    };
    struct Connection
    {
        double latency = 0;
        std::uint32_t current = none;
        std::uint32_t last = none; ///< of the queue
        double lead = 0; ///< s before bytes flow
        TcpWindow window = {};
        double left = 0; ///< bytes
        double since = 0; ///< time at which lead and left are valid
        bool flows = false; ///< for the sharing
        bool idles = false; ///< has nothing more to send at this time
    };

    void start(std::uint32_t connection, std::uint32_t message, double now);
    void share(double now);

    double m_patience = 0;
    int m_streams;
    double m_messageBytes;
    const Network& m_network;
    FairSharing m_sharing;
    std::vector<double> m_ownRates;
    std::vector<Connection> m_connections;
    std::vector<Message> m_messages;
    std::uint32_t m_freeMessage = none;
    bool m_hasWindows = false;
    EventHeap m_completions;
    std::vector<std::uint32_t> m_idle; ///< connections that may be at rest
    double m_outdatedSince = -1; ///< the shares; negative: they are not
};

} // namespace millrace::simulate
