// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/all_reduce.h"

#include "core/collective/host_layout.h"
#include "core/collective/wire.h"
#include "core/simulate/queue_load.h"

#include <algorithm>
#include <limits>

namespace millrace::simulate {

namespace {

using collective::Strategy;

std::vector<Load> loadsOf(const AllReduceSpec& spec, Strategy strategy, std::size_t pairs)
{
    const collective::ChunkRule rule{strategy,          spec.hash,    pairs,     spec.segmentBytes,
                                     spec.elementBytes, spec.streams, spec.parts};
    std::vector<Load> loads;
    for (const collective::Chunk& chunk : collective::planChunks(collective::tensorsOfSizes(spec.tensors), rule))
        if (chunk.elements() > 0)
            loads.push_back({static_cast<double>(chunk.elements() * spec.elementBytes + sizeof(collective::DataHeader)),
                             chunk.pair});
    return loads;
}

} // namespace

bool overflowsQueues(const AllReduceSpec& spec, const cluster::Cluster& cluster)
{
    return spec.nodes.size() <= mostOverflowRanks && overloadedQueue(spec, cluster);
}

std::string overflowRemark(const AllReduceSpec& spec, const cluster::Cluster& cluster)
{
    const auto load = overloadedQueue(spec, cluster);
    return load && !overflowsQueues(spec, cluster) ? load->text(cluster) : std::string();
}

AllReduce::AllReduce(const AllReduceSpec& spec, const Network& network) : m_spec(spec), m_network(network)
{
    m_overflows = overflowsQueues(spec, network.cluster());
    if ((spec.strategy == Strategy::Ring || spec.strategy == Strategy::RingAllReduce) && !m_overflows
        && !cluster::losesPackets(network.cluster()))
        m_ring = RingRecurrence::make(network, spec.nodes, spec.root, loadsOf(spec, spec.strategy, spec.nodes.size()));
    if (m_ring)
        m_pauseOfWindows = pauseOfWindows();
    else
        makeSimulation();
}

void AllReduce::makeSimulation()
{
    const collective::PeerList peers = collective::peersOnHosts(m_spec.nodes);
    const Strategy strategy = collective::resolve(m_spec.strategy, peers);
    const auto pairs = collective::graphPairs(strategy, peers, m_spec.root);
    m_wiring = std::make_unique<Wiring>(pairs);
    m_simulation =
        std::make_unique<FlowSimulation>(m_network, *m_wiring, m_spec.nodes, loadsOf(m_spec, strategy, pairs.size()),
                                         m_spec.streams, m_spec.seed, m_flows, m_overflows);
}

void AllReduce::share(CrossFlows& flows)
{
    m_ring.reset();
    m_flows = &flows;
    makeSimulation();
}

/// The recurrence does not know windows. They matter for a ring of some ranks over long paths, after a pause, and at
/// once where receive buffers limit what is in flight.
double AllReduce::pauseOfWindows() const
{
    constexpr std::size_t mostRanks = 512;
    constexpr double fewWindows = 4; // that fill the path: the first ones are there within a round trip or two
    double least = std::numeric_limits<double>::infinity();
    const WindowLaw& law = m_network.law().window;
    if (law.initialBytes <= 0 || m_spec.nodes.size() > mostRanks)
        return least;
    for (std::size_t rank = 0; rank < m_spec.nodes.size(); ++rank) {
        const Reach reach = m_network.reach(m_spec.nodes[rank], m_spec.nodes[(rank + 1) % m_spec.nodes.size()]);
        const TcpWindow window = reach.window(law, m_spec.streams);
        if (reach.roundTrip > 0
            && reach.bytesPerSecond * reach.roundTrip > fewWindows * m_spec.streams * law.initialBytes)
            least = std::min(least,
                             window.isBuffered() || window.mayOverflow() ? -1 : law.restartSeconds + reach.roundTrip);
    }
    return least;
}

Course AllReduce::run(std::span<const double> begin, double pause, double computing)
{
    if (m_spec.agreesFirst) {
        const std::vector<double> later = agreed(begin);
        return reduce(later, pause, computing);
    }
    return reduce(begin, pause, computing);
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

Course AllReduce::reduce(std::span<const double> begin, double pause, double computing)
{
    if (!m_simulation && pause > m_pauseOfWindows)
        makeSimulation();
    return m_simulation ? m_simulation->run(begin, pause, computing) : m_ring->run(begin);
}

std::vector<std::size_t> nodesOfRanks(const cluster::Cluster& cluster)
{
    std::vector<std::size_t> nodes;
    for (std::size_t node = 0; node < cluster.nodes.size(); ++node)
        nodes.insert(nodes.end(), static_cast<std::size_t>(cluster.nodes[node].slots), node);
    return nodes;
}

} // namespace millrace::simulate
