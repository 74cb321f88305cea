// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/crosstraffic/flow_schedule.h"

namespace millrace::crosstraffic {

/// Destination of flows.
struct Target
{
    std::string name;
    std::string address; ///< IPv4 or IPv6
    std::uint16_t port = 0;
    double bitsPerSecond = 0; ///< of the path, for the ideal completion time; 0: not known

    bool operator==(const Target&) const = default;
};

/// Size of the header of each datagram: flow, sequence number, send time.
inline constexpr int smallestDatagram = 32;

/// Order of one sender, input of `millrace-agent traffic send --order FILE` (JSON; flows as [ns, bytes, target]). The
/// sender prints JSON lines on stdout, each with "event", "wall_ns" and "mono_ns":
///  traffic-ready  role "sender" or "receiver": waits for the start, or listens (port); priority
///  traffic-start  planned_ns: the load has begun
///  traffic-rate   every 100 ms: interval_ns since the last one, sent_bytes, acked_bytes in it, active flows
///  traffic-end    flows, completed, cut, failed, not_begun, sent_bytes, acked_bytes, start_error_p50_ns,
///                 start_error_p99_ns
///  traffic-error  what: a sentence; the sender cannot continue, or flows failed, began late or not at all
/// A receiver prints traffic-ready, traffic-rate (received_bytes, lost, reordered) and traffic-end.
struct TrafficOrder
{
    std::string source; ///< source address; empty: the system's choice
    std::vector<Target> targets;
    Transport transport = Transport::Tcp;
    int dscp = 0;
    std::string congestionControl; ///< empty: the system's
    double flowBitsPerSecond = 0; ///< 0: not paced
    int datagramBytes = 1448;
    Nanoseconds duration{0}; ///< after it no flow begins, endless ones end
    Nanoseconds drain = std::chrono::seconds(2); ///< time for flows to complete after that
    std::vector<Flow> flows; ///< `destination`: position in `targets`; `source` is unused

    bool operator==(const TrafficOrder&) const = default;
};

[[nodiscard]] std::string orderText(const TrafficOrder& order);
[[nodiscard]] Result<TrafficOrder> parseOrder(std::string_view text);

/// Content of the file that a waiting sender polls (`--start FILE`): "wall_ns" or "wall_ns bit/s", where the rate
/// overrides that of endless flows. One line that ends with '\n'. Rewritten during the load, it changes the rate of
/// paced endless flows over UDP within 100 ms.
struct TrafficStart
{
    Nanoseconds wall{0}; ///< by the node's clock
    double flowBitsPerSecond = 0; ///< 0: as in the order

    bool operator==(const TrafficStart&) const = default;
};
[[nodiscard]] std::string startText(const TrafficStart& start);
[[nodiscard]] Result<TrafficStart> parseStart(std::string_view text);

} // namespace millrace::crosstraffic
