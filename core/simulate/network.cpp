// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/network.h"

#include "core/base/seconds.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace millrace::simulate {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double headersInMtu = 52; // IPv4 20, TCP with time stamps 32
constexpr double ethernetHeader = 14;
constexpr double framesAcknowledged = 2; // at once

} // namespace

TransportLaw headersOnly(int mtu) noexcept
{
    TransportLaw law;
    law.efficiency = (mtu - headersInMtu) / (mtu + ethernetHeader);
    law.acknowledgements = (headersInMtu + ethernetHeader) / (framesAcknowledged * (mtu - headersInMtu));
    return law;
}

WindowLaw linuxWindows(int mtu) noexcept
{
    constexpr double segments = 10;
    constexpr double receiveBuffer = 6 << 20;
    return {segments * (mtu - headersInMtu), receiveBuffer / 2, 0.2, mtu - headersInMtu};
}

Network::Network(cluster::Cluster cluster, const TransportLaw& law) : m_cluster(std::move(cluster)), m_law(law)
{
    m_capacities.reserve(2 * m_cluster.nodes.size() + 3);
    for (const cluster::Node& node : m_cluster.nodes) {
        const double rate = node.nics.empty() ? infinite : payload(node.nics.front().bitsPerSecond);
        m_capacities.insert(m_capacities.end(), 2, rate);
    }
    const double shared = m_cluster.bottleneck ? payload(m_cluster.bottleneck->bitsPerSecond) : infinite;
    m_capacities.insert(m_capacities.end(), 2, shared);
    m_capacities.push_back(law.processorBytesPerSecond > 0 ? law.processorBytesPerSecond : infinite);
}

double Network::payload(double bitsPerSecond) const
{
    return bitsPerSecond > 0 ? bitsPerSecond / 8 * m_law.efficiency : infinite;
}

/// What a part of the payload passes on the way from one node to another.
void Network::passFrom(Path& path, std::size_t from, std::size_t to, double part) const
{
    const auto passIfLimited = [&](std::size_t resource) {
        if (std::isfinite(m_capacities[resource]))
            path.pass(static_cast<Resource>(resource), part);
    };
    passIfLimited(2 * from);
    passIfLimited(2 * to + 1);
    if (!m_cluster.bottleneck)
        return;
    if (const int port = cluster::bottleneckPort(*m_cluster.bottleneck, m_cluster.nodes[from], m_cluster.nodes[to]);
        port >= 0)
        passIfLimited(2 * nodes() + static_cast<std::size_t>(port));
}

Path Network::path(std::size_t from, std::size_t to, double messageBytes) const
{
    Path path;
    path.bytesPerSecond = infinite;
    if (from == to)
        return path;
    const cluster::Node& source = m_cluster.nodes[from];
    const cluster::Node& destination = m_cluster.nodes[to];
    const cluster::PathSettings settings = cluster::pathBetween(m_cluster, source, destination);
    path.bytesPerSecond = payload(settings.bitsPerSecond);
    path.latency = seconds(settings.delay) + m_law.hopSeconds;
    path.loss = settings.loss;
    passFrom(path, from, to, 1);
    if (m_law.acknowledgements > 0)
        passFrom(path, to, from, m_law.acknowledgements * m_law.efficiency);
    if (const std::size_t processors = resources() - 1; std::isfinite(m_capacities[processors]))
        path.pass(static_cast<Resource>(processors), 1 + m_law.processorMessageBytes / messageBytes);
    return path;
}

Reach Network::reach(std::size_t from, std::size_t to, int streams, double messageBytes) const
{
    Reach reach{path(from, to, messageBytes)};
    Path& way = reach.path;
    reach.roundTrip = way.latency + path(to, from).latency;
    reach.bytesPerSecond = way.bytesPerSecond;
    for (std::size_t i = 0; i < way.count; ++i)
        reach.bytesPerSecond = std::min(reach.bytesPerSecond, capacity(way.resources[i]) / way.use[i]);
    if (reach.bytesPerSecond == way.bytesPerSecond && std::isfinite(way.bytesPerSecond))
        reach.queueBytes =
            static_cast<double>(cluster::pathBetween(m_cluster, m_cluster.nodes[from], m_cluster.nodes[to]).queueBytes);
    if (m_law.window.largestBytes > 0 && reach.roundTrip > 0) {
        const double buffered = streams * m_law.window.largestBytes / reach.roundTrip;
        reach.isBuffered = reach.bytesPerSecond > buffered;
        if (reach.isBuffered)
            reach.queueBytes = infinite;
        reach.bytesPerSecond = std::min(reach.bytesPerSecond, buffered);
        way.bytesPerSecond = std::min(way.bytesPerSecond, buffered);
    }
    return reach;
}

} // namespace millrace::simulate
