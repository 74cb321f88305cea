// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/simulate/event_heap.h"
#include "core/simulate/fair_sharing.h"
#include "core/simulate/lost_packets.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <unordered_map>
#include <vector>

namespace millrace::simulate {

/// Connections over a network. Each carries one message at a time; what else is to be sent waits in the order in which
/// it was given. What is on the way at the same time shares the network max-min fairly. A lost packet holds up what
/// follows it until it is sent again. Whoever uses it keeps the time: it takes what happens at nextTime(), and then
/// calls settle().
class Connections
{
public:
    /// `messageBytes`: mean size of what will be sent; `seed`: of lost packets; `sharesQueues`:
    /// what is in flight shares the queues in proportion, and gets lost where they overflow; flows may be added.
    explicit Connections(const Network& network, int streams = 1, double messageBytes = Network::largeMessage,
                         std::uint64_t seed = 0, bool sharesQueues = false)
        : m_sharesQueues(sharesQueues), m_random(seed), m_streams(streams), m_messageBytes(messageBytes), m_seed(seed),
          m_network(network), m_sharing(network), m_completions(0), m_releases(0)
    {
    }

    /// From one node to another, all streams together; returns its number, the count of those before.
    std::uint32_t add(std::size_t from, std::size_t to);
    /// What a flow of cross traffic sends besides the operations.
    struct Pace
    {
        double bytesPerSecond = 0; ///< 0: not paced; of datagrams that of all that are sent
        double datagramBytes = 0; ///< of payload; 0: TCP
    };
    /// For one flow at a time of cross traffic.
    std::uint32_t addFlow(std::size_t from, std::size_t to, const Pace& pace);
    /// Another flow begins, with a new window.
    void renew(std::uint32_t connection, std::size_t from, std::size_t to, const Pace& pace);
    /// Ends what the connection sends; returns the bytes that have not left.
    double cut(std::uint32_t connection, double now);
    /// s from the last byte that leaves a node until its acknowledgement has come from the other.
    [[nodiscard]] double answered(std::size_t from, std::size_t to) const;
    /// Bytes per second that a connection alone has; infinite: nothing limits it.
    [[nodiscard]] double ownRate(std::uint32_t connection) const;
    /// s that shares may be outdated; 0: never.
    void setPatience(double patience) noexcept { m_patience = patience; }
    /// Whether a window can delay any message.
    [[nodiscard]] bool hasWindows() const noexcept { return m_hasWindows; }
    /// Whether packets get lost, so that equal messages take different times.
    [[nodiscard]] bool isRandom() const noexcept { return m_isRandom || m_sharesQueues; }
    /// Times begin at 0 again, and that is so many seconds after `now`.
    void beginAgain(double now, double pause) noexcept;
    /// s from the last byte that leaves the sender until the receiver has a message of so many bytes.
    [[nodiscard]] double latency(std::uint32_t connection, double bytes) const
    {
        const double rate = m_ownRates[connection];
        return m_connections[connection].latency
            + m_network.law().burst(bytes, rate > 0 && rate < 1e300 ? 1 / rate : 0);
    }

    /// `resume`: s after its last byte at which the connection will be used again, if it is the last of an operation.
    void send(std::uint32_t connection, double bytes, std::uint64_t cargo, double now, double resume = never);
    static constexpr double never = std::numeric_limits<double>::infinity();
    /// When something happens next; infinite: nothing is on the way.
    [[nodiscard]] double nextTime() const
    {
        const double completed = m_completions.empty() ? never : m_completions.time();
        return m_releases.empty() ? completed : std::min(completed, m_releases.time());
    }
    struct Sent
    {
        std::uint32_t connection = 0;
        std::uint64_t cargo = 0; ///< of a message
        bool left = true; ///< its last byte has left
        bool arrives = true; ///< it will be there after latency()
    };
    /// Takes what happens at nextTime(). Without loss a message leaves and will arrive.
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
        double resume = never; ///< s
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
        std::uint32_t back = none; ///< the connection the other way
        bool met = false; ///< that one has something to send during the last message
    };

    /// What a connection has besides whose path loses packets or whose window may stay smaller than the path: its
    /// messages leave in pieces, up to a lost packet or until the window is another one.
    struct Paced
    {
        LostPackets lost;
        double after = 0; ///< bytes of the message that follow the present piece
        double piece = 0; ///< bytes of the present piece
        double begin = 0; ///< of it, s
        std::size_t from = 0; ///< nodes
        std::size_t to = 0;
        double queue = 0; ///< bytes that it has in the NIC of its node
        double limit = never; ///< bytes per second that losses leave
        double until = -never; ///< what leaves before waits for a packet that is sent again
        double backlog = 0; ///< bytes that are to be sent
        double weight = 0; ///< bytes in that queue
        double queueing = 0; ///< s in the queue of what holds it back
        double pouredSince = -never; ///< it began to send from rest
        std::uint64_t order = 0; ///< of such beginnings
        double lostUntil = -never; ///< what overflows before is part of the last overflow
        bool isLast = false; ///< nothing follows that packet, so that its loss is noticed late
        std::deque<std::uint64_t> held = {}; ///< cargo that waits
    };
    /// What is sent at its pace, whatever gets lost.
    struct Datagrams
    {
        std::uint32_t connection = 0;
        double pace = 0; ///< bytes per second
        double begin = 0;
        double all = 0; ///< bytes of the message
        double lost = 0; ///< bytes
        double backlog = 0; ///< bytes in the queue before what holds them back
    };
    [[nodiscard]] Datagrams* datagramsOf(std::uint32_t connection);
    void pace(Datagrams& datagrams, double now);
    std::uint32_t add(std::size_t from, std::size_t to, const Reach& reach, const TcpWindow& window, double weight);
    [[nodiscard]] Reach reachOf(std::size_t from, std::size_t to, const Pace& pace) const;
    [[nodiscard]] Paced* pacedOf(std::uint32_t connection);
    void beginPiece(std::uint32_t connection, double bytes, double now);
    [[nodiscard]] bool endPiece(std::uint32_t connection, double now);
    void queueUp(Paced& paced, double bytes);
    [[nodiscard]] double queued(const Connection& connection) const;
    void lose(std::uint32_t connection, double follows, double now);
    [[nodiscard]] double leftAt(std::uint32_t connection, double now) const;
    void hasten(std::uint32_t connection, double now);
    Sent release();
    void rest(std::uint32_t connection);
    [[nodiscard]] bool meet(Connection& connection);
    void start(std::uint32_t connection, std::uint32_t message, double now);
    void share(double now);
    void weigh(std::uint32_t connection);
    void overflow(double now);
    void follow(Flow flow, double now, double rateBefore);

    bool m_sharesQueues;
    std::uint64_t m_order = 0;
    Random m_random; ///< of overflows
    double m_patience = 0;
    int m_streams;
    double m_messageBytes;
    std::uint64_t m_seed;
    const Network& m_network;
    FairSharing m_sharing;
    std::vector<double> m_ownRates;
    std::unordered_map<std::uint64_t, std::uint32_t>
        m_between; ///< connections alone on their links whose windows matter, by wayOf()
    std::vector<Connection> m_connections;
    std::vector<Message> m_messages;
    std::uint32_t m_freeMessage = none;
    bool m_hasWindows = false;
    bool m_isRandom = false;
    std::vector<std::uint32_t> m_pacedOf; ///< by connection, up to the last of that kind; none
    std::vector<Paced> m_paced;
    std::vector<std::uint32_t> m_datagramsOf; ///< likewise
    std::vector<Datagrams> m_datagrams;
    std::vector<double> m_queues; ///< bytes of such connections in each node's NIC, on the way out
    EventHeap m_completions;
    EventHeap m_releases; ///< by connection
    /// What is in flight before what holds it back.
    struct Standing
    {
        std::vector<Flow> flows;
        double rate = 0; ///< bytes per second, of all of them
        double bytes = 0;
    };
    [[nodiscard]] std::vector<Flow>::iterator chooseIn(Standing& queue, double now);
    std::vector<std::uint32_t> m_idle; ///< connections that may be at rest
    double m_outdatedSince = -1; ///< the shares; negative: they are not
};

} // namespace millrace::simulate
