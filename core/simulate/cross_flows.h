// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/simulate/connections.h"

#include <functional>
#include <map>
#include <queue>
#include <span>
#include <utility>
#include <vector>

namespace millrace::simulate {

/// A flow of cross traffic.
struct CrossFlow
{
    double start = 0; ///< s from the beginning of the load
    double bytes = 0; ///< of payload; 0: until the load ends
    std::size_t from = 0; ///< nodes
    std::size_t to = 0;
};

/// Flows that take their part of the network besides an operation.
struct CrossLoad
{
    std::vector<CrossFlow> flows;
    double duration = 0; ///< s; after it no flow begins, and those without a size end
    double drain = 0; ///< s after that, in which the others may end
    double bytesPerSecond = 0; ///< pace of each flow; 0: not paced, which datagrams are always
    double datagramBytes = 0; ///< of payload, of flows over UDP; 0: TCP
};

/// Outcome of a flow; times in s since the first all-reduce.
struct CrossOutcome
{
    double begin = 0;
    double end = 0; ///< its last byte was acknowledged; of datagrams: sent
    double bytes = 0; ///< of payload, received
    bool isCut = false;
};

/// The flows of a load, over connections that they share with an operation. A flow over TCP begins with a handshake and
/// a new window. Datagrams are sent at their pace; what the network does not pass on is lost.
class CrossFlows
{
public:
    explicit CrossFlows(CrossLoad load);

    /// The load begins then, s since the first all-reduce.
    void begin(double time);
    [[nodiscard]] bool hasBegun() const noexcept { return m_begin >= 0; }
    /// Whether all flows have ended, and when.
    [[nodiscard]] bool isOver() const noexcept { return hasBegun() && m_open == 0; }
    [[nodiscard]] double end() const noexcept { return m_end; }
    /// By flow; valid once it has ended.
    [[nodiscard]] std::span<const CrossOutcome> outcomes() const noexcept { return m_outcomes; }
    [[nodiscard]] const CrossLoad& load() const noexcept { return m_load; }

    /// When a flow starts or is stopped next; infinite: none is.
    [[nodiscard]] double nextTime() const;
    /// Starts and stops what is due at nextTime().
    void advance(Connections& connections, double now);
    /// Takes what a connection of a flow has sent.
    void sent(const Connections& connections, const Connections::Sent& sent, double now);

private:
    using Event = std::pair<double, std::uint32_t>; ///< time, flow
    using Events = std::priority_queue<Event, std::vector<Event>, std::greater<>>;
    static constexpr std::uint32_t none = 0xffffffff;

    void start(Connections& connections, std::uint32_t flow, double now);
    void stop(Connections& connections, std::uint32_t flow, double now);
    void ended(std::uint32_t flow, double end, double bytes, bool isCut);
    /// Whether the clock ends the flow, and not its last byte.
    [[nodiscard]] bool isStopped(std::uint32_t flow) const
    {
        return m_load.flows[flow].bytes <= 0 || m_load.datagramBytes > 0;
    }
    [[nodiscard]] double begunAt(std::uint32_t flow) const { return m_begin + m_load.flows[flow].start; }

    CrossLoad m_load;
    double m_begin = -1;
    double m_end = 0;
    std::size_t m_open = 0; ///< flows that have not ended
    Events m_starts;
    Events m_stops;
    struct State ///< of a flow that has begun and not ended
    {
        std::uint32_t connection = none;
        bool isConnected = false; ///< the handshake is over
    };
    std::vector<State> m_states; ///< by flow
    std::vector<CrossOutcome> m_outcomes;
    std::map<std::pair<std::size_t, std::size_t>, std::vector<std::uint32_t>> m_free; ///< connections, by their nodes
};

} // namespace millrace::simulate
