// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/cluster/cluster.h"
#include "core/simulate/tcp_window.h"

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace millrace::simulate {

/// What it costs to move bytes beyond the rates and delays of the network itself.
struct TransportLaw
{
    double efficiency = 1; ///< payload bytes for each byte that counts against a rate
    double messageSeconds = 0; ///< of a connection, for each message
    double hopSeconds = 0; ///< added to the delay of each path: until the receiver acts on a message
    double processorBytesPerSecond = 0; ///< of all traffic together, where the nodes share processors; 0: not limited
    double processorMessageBytes = 0; ///< what a message costs the processors besides its own bytes
    double acknowledgements = 0; ///< what they take of the way back, as a part of the payload
    /// A message of at most burstBytes is sent in pieces of up to this time, which queues pass on as a whole: it is
    /// received so much later, or by its own time if that is shorter. Longer messages are clocked by acknowledgements,
    /// in small pieces.
    double burstSeconds = 0;
    double unfairness = 0; ///< relative standard deviation of what equal connections get of a shared capacity
    WindowLaw window = {};

    static constexpr double burstBytes = 131072;

    /// How much later a message is received that takes bytes × secondsPerByte.
    [[nodiscard]] double burst(double bytes, double secondsPerByte) const noexcept
    {
        const double own = bytes * secondsPerByte;
        const double piece = own < burstSeconds ? own : burstSeconds;
        return bytes <= burstBytes ? piece : 0;
    }
    bool operator==(const TransportLaw&) const = default;
};
/// Only headers and acknowledgements: frames of Ethernet, IPv4 and TCP with time stamps, filled to the MTU,
/// (mtu - 52) / (mtu + 14); an acknowledgement of 66 bytes for each two.
[[nodiscard]] TransportLaw headersOnly(int mtu) noexcept;
inline constexpr double linuxReceiveBuffer = 6 << 20; ///< bytes, tcp_rmem of Linux before 6.16
/// Linux: ten segments (RFC 6928), halved for each retransmission timeout of a pause (RFC 2861), which is at least
/// 200 ms and a round trip; of the receive buffer, half is window.
[[nodiscard]] WindowLaw linuxWindows(int mtu, double receiveBuffer = linuxReceiveBuffer) noexcept;

/// Of buffers that a program sets: Linux doubles them and keeps seven tenths for payload, as measured with 128 KiB to
/// 1 MiB.
[[nodiscard]] double windowOfBuffer(double socketBuffer) noexcept;

/// Something with a capacity that flows share: one direction of a NIC, a port of the bottleneck, the processors.
using Resource = std::uint32_t;

/// Way of the bytes from one node to another.
struct Path
{
    static constexpr std::size_t mostResources = 8;
    std::array<Resource, mostResources> resources{};
    std::array<double, mostResources> use{}; ///< of each resource, for one byte of payload
    std::size_t count = 0; ///< of the resources; only those with a limit
    double bytesPerSecond = 0; ///< payload, of this pair of nodes alone; infinite: not limited
    double latency = 0; ///< s
    double loss = 0; ///< probability for each packet

    void pass(Resource resource, double part)
    {
        resources[count] = resource;
        use[count++] = part;
    }
};

/// What connections between two nodes, all streams together, can reach alone, with windows as large as they need.
struct Reach
{
    Path path;
    double roundTrip = 0; ///< s
    double bytesPerSecond = 0; ///< of the path and all that it passes; infinite: not limited
    bool isAlone = false; ///< its own link limits it, which no other pair of nodes shares …
    double queueBytes = std::numeric_limits<double>::infinity(); ///< … and before which so much waits

    /// Of so many connections at their beginning.
    /// `congests`: packets get lost although the path itself loses none.
    [[nodiscard]] TcpWindow window(const WindowLaw& law, int streams, bool congests = false) const noexcept
    {
        return {law, bytesPerSecond, roundTrip, streams, congests || path.loss > 0, queueBytes};
    }
};

/// Capacities and paths of a cluster as a simulation sees them. Paths are worked out when asked for, so that thousands
/// of nodes take no memory by pair.
class Network
{
public:
    Network(cluster::Cluster cluster, const TransportLaw& law);

    [[nodiscard]] std::size_t nodes() const noexcept { return m_cluster.nodes.size(); }
    [[nodiscard]] std::size_t resources() const noexcept { return m_capacities.size(); }
    /// Payload bytes per second; infinite: not limited.
    [[nodiscard]] double capacity(Resource resource) const { return m_capacities[resource]; }
    /// Bytes that wait before it at most; infinite: more than are lost.
    [[nodiscard]] double queueBytes(Resource resource) const;
    /// Between two nodes; from a node to itself there is neither limit nor delay. `messageBytes`: mean size of the
    /// messages, for what they cost the processors.
    [[nodiscard]] Path path(std::size_t from, std::size_t to, double messageBytes = largeMessage) const;
    /// Of datagrams with so much payload each, which nothing acknowledges.
    [[nodiscard]] Path datagramPath(std::size_t from, std::size_t to, double datagramBytes) const;
    [[nodiscard]] Reach reach(std::size_t from, std::size_t to, double messageBytes = largeMessage) const;
    static constexpr double largeMessage = std::numeric_limits<double>::infinity();
    [[nodiscard]] const TransportLaw& law() const noexcept { return m_law; }
    [[nodiscard]] const cluster::Cluster& cluster() const noexcept { return m_cluster; }

private:
    [[nodiscard]] double payload(double bitsPerSecond) const;
    [[nodiscard]] Path linkBetween(std::size_t from, std::size_t to) const;
    void passFrom(Path& path, std::size_t from, std::size_t to, double part) const;

    cluster::Cluster m_cluster;
    TransportLaw m_law;
    std::vector<double> m_capacities; ///< by node: sending, receiving; then both ports, then the processors
};

} // namespace millrace::simulate
