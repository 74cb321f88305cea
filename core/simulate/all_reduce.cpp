// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/all_reduce.h"

#include "core/collective/host_layout.h"
#include "core/collective/wire.h"

#include <algorithm>

namespace millrace::simulate {

namespace {

using collective::Strategy;

std::vector<Load> loadsOf(const AllReduceSpec& spec, Strategy strategy, std::size_t pairs)
{
    const collective::ChunkRule rule{strategy, spec.hash, pairs, spec.segmentBytes, spec.elementBytes, spec.streams};
    std::vector<Load> loads;
    for (const collective::Chunk& chunk : collective::planChunks(collective::tensorsOfSizes(spec.tensors), rule))
        if (chunk.elements() > 0)
            loads.push_back({static_cast<double>(chunk.elements() * spec.elementBytes + sizeof(collective::DataHeader)),
                             chunk.pair});
    return loads;
}

} // namespace

AllReduce::AllReduce(const AllReduceSpec& spec, const Network& network) : m_spec(spec), m_network(network)
{
    if (spec.strategy == Strategy::Ring || spec.strategy == Strategy::RingAllReduce)
        m_ring = RingRecurrence::make(network, spec.nodes, spec.root, loadsOf(spec, spec.strategy, spec.nodes.size()));
    if (!m_ring)
        makeSimulation();
}

void AllReduce::makeSimulation()
{
    const collective::PeerList peers = collective::peersOnHosts(m_spec.nodes);
    const Strategy strategy = collective::resolve(m_spec.strategy, peers);
    const auto pairs = collective::graphPairs(strategy, peers, m_spec.root);
    m_wiring = std::make_unique<Wiring>(pairs);
    m_simulation = std::make_unique<FlowSimulation>(m_network, *m_wiring, m_spec.nodes,
                                                    loadsOf(m_spec, strategy, pairs.size()), m_spec.streams);
}

/// The recurrence does not know windows. They matter for a ring of some ranks over long paths, after a pause.
bool AllReduce::needsWindows(double pause) const
{
    constexpr std::size_t mostRanks = 512;
    constexpr double fewWindows = 4; // that fill the path: the first ones are there within a round trip or two
    const WindowLaw& law = m_network.law().window;
    if (law.initialBytes <= 0 || m_spec.nodes.size() > mostRanks)
        return false;
    for (std::size_t rank = 0; rank < m_spec.nodes.size(); ++rank) {
        const std::size_t from = m_spec.nodes[rank];
        const std::size_t to = m_spec.nodes[(rank + 1) % m_spec.nodes.size()];
        const Path path = m_network.path(from, to);
        const double roundTrip = path.latency + m_network.path(to, from).latency;
        double rate = path.bytesPerSecond;
        for (std::size_t i = 0; i < path.count; ++i)
            rate = std::min(rate, m_network.capacity(path.resources[i]) / path.use[i]);
        if (roundTrip > 0 && rate * roundTrip > fewWindows * m_spec.streams * law.initialBytes
            && (pause > law.restartSeconds + roundTrip || rate > m_spec.streams * law.largestBytes / roundTrip))
            return true;
    }
    return false;
}

Course AllReduce::run(std::span<const double> begin, double pause)
{
    if (m_spec.agreesFirst) {
        const std::vector<double> later = agreed(begin);
        return reduce(later, pause);
    }
    return reduce(begin, pause);
}

/// When each rank has heard from all others.
std::vector<double> AllReduce::agreed(std::span<const double> begin) const
{
    std::vector<double> later(begin.begin(), begin.end());
    for (std::size_t to = 0; to < begin.size(); ++to)
        for (std::size_t from = 0; from < begin.size(); ++from)
            later[to] = std::max(later[to], begin[from] + m_network.path(m_spec.nodes[from], m_spec.nodes[to]).latency);
    return later;
}

Course AllReduce::reduce(std::span<const double> begin, double pause)
{
    if (!m_simulation && needsWindows(pause))
        makeSimulation();
    return m_simulation ? m_simulation->run(begin, pause) : m_ring->run(begin);
}

std::vector<std::size_t> nodesOfRanks(const cluster::Cluster& cluster)
{
    std::vector<std::size_t> nodes;
    for (std::size_t node = 0; node < cluster.nodes.size(); ++node)
        nodes.insert(nodes.end(), static_cast<std::size_t>(cluster.nodes[node].slots), node);
    return nodes;
}

} // namespace millrace::simulate
