// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/crosstraffic/flow_set.h"
#include "core/crosstraffic/traffic_wire.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace millrace::crosstraffic {

/// Datagrams of a receiver: counts them by flow, and reports to each sender every 100 ms and at the end.
class UdpSink
{
public:
    static constexpr std::uint64_t key = 3;
    static constexpr std::size_t mostFlows = 65'536; ///< tracked; more are not counted by flow

    explicit UdpSink(PreciseWait& wait) : m_wait(wait) { }

    [[nodiscard]] Result<std::uint16_t> listen(const SocketAddress& address);
    void ready();
    /// Sends the reports and removes ended flows.
    void run(Nanoseconds now);

    [[nodiscard]] std::uint64_t received() const noexcept { return m_bytes; }
    [[nodiscard]] std::uint64_t reordered() const noexcept { return m_reordered; }
    /// Number of missing sequence numbers so far.
    [[nodiscard]] std::uint64_t lost() const noexcept { return m_lostBefore + lostNow(); }
    [[nodiscard]] std::uint64_t refused() const noexcept { return m_refused; }
    [[nodiscard]] std::uint64_t flows() const noexcept { return m_seen; }
    [[nodiscard]] std::size_t active() const noexcept { return m_flows.size(); }

private:
    struct FlowCounts
    {
        SocketAddress from;
        std::uint32_t run = 0;
        std::uint32_t flow = 0;
        DatagramCounts counts;
        bool ended = false;
        bool changed = false; ///< since the last report
        Nanoseconds last{0};
    };
    void take(std::span<const unsigned char> datagram, const SocketAddress& from, Nanoseconds now);
    void count(FlowCounts& flow, const DatagramHead& head, std::size_t bytes);
    void report(const FlowCounts& flow, DatagramHead::Kind kind);
    [[nodiscard]] FlowCounts* find(const DatagramHead& head, const SocketAddress& from);
    [[nodiscard]] std::uint64_t lostNow() const noexcept;

    PreciseWait& m_wait;
    UniqueFd m_socket;
    std::vector<unsigned char> m_buffer;
    std::unordered_map<std::string, FlowCounts> m_flows; ///< by run, flow and source address
    FlowCounts* m_recent = nullptr; ///< cache: most datagrams belong to the previous one's flow
    std::uint64_t m_bytes = 0;
    std::uint64_t m_reordered = 0;
    std::uint64_t m_lostBefore = 0;
    std::uint64_t m_refused = 0;
    std::uint64_t m_seen = 0;
};

} // namespace millrace::crosstraffic
