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
constexpr double datagramHeaders = 42; // Ethernet 14, IPv4 20, UDP 8
constexpr double fullDatagram = 1472; // of a packet of 1500 bytes; more is cut into such

} // namespace

TransportLaw headersOnly(int mtu) noexcept
{
    TransportLaw law;
    law.efficiency = (mtu - headersInMtu) / (mtu + ethernetHeader);
    law.acknowledgements = (headersInMtu + ethernetHeader) / (framesAcknowledged * (mtu - headersInMtu));
    return law;
}

WindowLaw linuxWindows(int mtu, double receiveBuffer) noexcept
{
    constexpr double segments = 10;
    return {segments * (mtu - headersInMtu), receiveBuffer / 2, 0.2, mtu - headersInMtu};
}

double windowOfBuffer(double socketBuffer) noexcept
{
    return 2 * 0.7 * socketBuffer;
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

double Network::queueBytes(Resource resource) const
{
    const auto known = [](std::uint64_t bytes, double bitsPerSecond) {
        return static_cast<double>(bytes > 0 ? bytes : cluster::defaultQueueBytes(bitsPerSecond));
    };
    if (resource < 2 * nodes()) {
        const auto& nics = m_cluster.nodes[resource / 2].nics;
        return nics.empty() ? infinite : known(nics.front().queueBytes, nics.front().bitsPerSecond);
    }
    if (m_cluster.bottleneck && resource < resources() - 1)
        return known(m_cluster.bottleneck->queueBytes, m_cluster.bottleneck->bitsPerSecond);
    return infinite;
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

/// Rate, delay and loss of the link.
Path Network::linkBetween(std::size_t from, std::size_t to) const
{
    Path path;
    path.bytesPerSecond = infinite;
    if (from == to)
        return path;
    const cluster::PathSettings settings = cluster::pathBetween(m_cluster, m_cluster.nodes[from], m_cluster.nodes[to]);
    path.bytesPerSecond = payload(settings.bitsPerSecond);
    path.latency = seconds(settings.delay) + m_law.hopSeconds;
    path.loss = settings.loss;
    return path;
}

Path Network::path(std::size_t from, std::size_t to, double messageBytes) const
{
    Path path = linkBetween(from, to);
    if (from == to)
        return path;
    passFrom(path, from, to, 1);
    if (m_law.acknowledgements > 0)
        passFrom(path, to, from, m_law.acknowledgements * m_law.efficiency);
    if (const std::size_t processors = resources() - 1; std::isfinite(m_capacities[processors]))
        path.pass(static_cast<Resource>(processors), 1 + m_law.processorMessageBytes / messageBytes);
    return path;
}

Path Network::datagramPath(std::size_t from, std::size_t to, double datagramBytes) const
{
    Path path = linkBetween(from, to);
    if (from == to)
        return path;
    const double frameBytes = datagramBytes + datagramHeaders * std::ceil(datagramBytes / fullDatagram);
    passFrom(path, from, to, m_law.efficiency * frameBytes / datagramBytes);
    if (const std::size_t processors = resources() - 1; std::isfinite(m_capacities[processors]))
        path.pass(static_cast<Resource>(processors), 1);
    return path;
}

Reach Network::reach(std::size_t from, std::size_t to, double messageBytes) const
{
    Reach reach{path(from, to, messageBytes)};
    const Path& way = reach.path;
    reach.roundTrip = way.latency + path(to, from).latency;
    reach.bytesPerSecond = way.bytesPerSecond;
    for (std::size_t i = 0; i < way.count; ++i)
        reach.bytesPerSecond = std::min(reach.bytesPerSecond, capacity(way.resources[i]) / way.use[i]);
    reach.isAlone = reach.bytesPerSecond == way.bytesPerSecond && std::isfinite(way.bytesPerSecond);
    if (reach.isAlone)
        reach.queueBytes =
            static_cast<double>(cluster::pathBetween(m_cluster, m_cluster.nodes[from], m_cluster.nodes[to]).queueBytes);
    return reach;
}

} // namespace millrace::simulate
