// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/all_reduce.h"

#include "core/collective/host_layout.h"
#include "core/collective/wire.h"

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

AllReduce::AllReduce(const AllReduceSpec& spec, const Network& network)
{
    Strategy strategy = spec.strategy;
    if (strategy == Strategy::Ring || strategy == Strategy::RingAllReduce) {
        m_ring = RingRecurrence::make(network, spec.nodes, spec.root, loadsOf(spec, strategy, spec.nodes.size()));
        if (m_ring)
            return;
    }
    const collective::PeerList peers = collective::peersOnHosts(spec.nodes);
    strategy = collective::resolve(strategy, peers);
    const auto pairs = collective::graphPairs(strategy, peers, spec.root);
    m_wiring = std::make_unique<Wiring>(pairs);
    m_simulation =
        std::make_unique<FlowSimulation>(network, *m_wiring, spec.nodes, loadsOf(spec, strategy, pairs.size()));
}

Course AllReduce::run(std::span<const double> begin)
{
    return m_ring ? m_ring->run(begin) : m_simulation->run(begin);
}

std::vector<std::size_t> nodesOfRanks(const cluster::Cluster& cluster)
{
    std::vector<std::size_t> nodes;
    for (std::size_t node = 0; node < cluster.nodes.size(); ++node)
        nodes.insert(nodes.end(), static_cast<std::size_t>(cluster.nodes[node].slots), node);
    return nodes;
}

} // namespace millrace::simulate
