// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/strategy.h"

#include <bit>
#include <cstdint>

namespace millrace::collective {

// KungFu's strategies as in its source: a "star" reaches all ranks from one, a "heap" is the
// binary tree in which the children of position i are 2i+1 and 2i+2. Trees over hosts connect the masters and let each
// master reach the other ranks of its host.
//
// HALVING_DOUBLING as trees: in recursive halving over p = 2^k ranks, step by step with distance p/2, p/4, … 1, a rank
// sends its partial sums of the other half of the shards to the partner at that distance. Shard s therefore leaves rank
// r once, at the highest bit in which r and s differ, towards rank r with this bit flipped: a binomial tree rooted at
// s. Doubling walks the same tree back. The ranks from p on send everything to rank - p first and get it back last.

namespace {

GraphPair mirrored(Graph broadcast)
{
    Graph reduce = defaultReduceGraph(broadcast);
    return {std::move(reduce), std::move(broadcast)};
}

GraphPair star(int ranks, int root)
{
    Graph graph(ranks);
    for (int step = 1; step < ranks; ++step)
        graph.addEdge(root, (root + step) % ranks);
    return mirrored(std::move(graph));
}

GraphPair ring(int ranks, int root)
{
    GraphPair pair{Graph(ranks), Graph(ranks)};
    for (int step = 0; step < ranks; ++step)
        pair.reduce.addSelfLoop(step);
    for (int step = 0; step + 1 < ranks; ++step) {
        pair.reduce.addEdge((root + step + 1) % ranks, (root + step + 2) % ranks);
        pair.broadcast.addEdge((root + step) % ranks, (root + step + 1) % ranks);
    }
    return pair;
}

void addHeap(Graph& graph, const std::vector<int>& ranks, std::size_t offset)
{
    const std::size_t count = ranks.size();
    const auto at = [&](std::size_t position) { return ranks[(position + offset) % count]; };
    for (std::size_t position = 0; position < count; ++position) {
        for (const std::size_t child : {2 * position + 1, 2 * position + 2}) {
            if (child < count)
                graph.addEdge(at(position), at(child));
        }
    }
}

Graph hostStars(const PeerList& peers)
{
    Graph graph(peers.size());
    for (int rank = 0; rank < peers.size(); ++rank) {
        if (const int master = peers.masterOf(rank); master != rank)
            graph.addEdge(master, rank);
    }
    return graph;
}

GraphPair starOverHosts(const PeerList& peers, std::size_t centre)
{
    const auto masters = peers.masters();
    Graph graph = hostStars(peers);
    for (std::size_t host = 0; host < masters.size(); ++host) {
        if (host != centre)
            graph.addEdge(masters[centre], masters[host]);
    }
    return mirrored(std::move(graph));
}

GraphPair heapOverHosts(const PeerList& peers, std::size_t offset)
{
    Graph graph = hostStars(peers);
    addHeap(graph, peers.masters(), offset);
    return mirrored(std::move(graph));
}

GraphPair heapOverRanks(int ranks)
{
    std::vector<int> all;
    for (int rank = 0; rank < ranks; ++rank)
        all.push_back(rank);
    Graph graph(ranks);
    addHeap(graph, all, 0);
    return mirrored(std::move(graph));
}

GraphPair binomial(int ranks, int root)
{
    const int power = static_cast<int>(std::bit_floor(static_cast<unsigned>(ranks)));
    Graph graph(ranks);
    for (int distance = 1; distance < power; distance *= 2) {
        for (int below = 0; below < distance; ++below) {
            const int parent = root ^ below;
            graph.addEdge(parent, parent ^ distance);
        }
    }
    for (int rank = power; rank < ranks; ++rank)
        graph.addEdge(rank - power, rank);
    return mirrored(std::move(graph));
}

template <typename Make>
std::vector<GraphPair> each(std::size_t count, Make make)
{
    std::vector<GraphPair> pairs;
    for (std::size_t index = 0; index < count; ++index)
        pairs.push_back(make(index));
    return pairs;
}

} // namespace

std::vector<GraphPair> graphPairs(Strategy strategy, const PeerList& peers)
{
    const int ranks = peers.size();
    const auto count = static_cast<std::size_t>(ranks);
    const auto hosts = peers.masters().size();
    switch (resolve(strategy, peers)) {
    case Strategy::Star: return {star(ranks, 0)};
    case Strategy::Tree: return {starOverHosts(peers, 0)};
    case Strategy::BinaryTree: return {heapOverRanks(ranks)};
    case Strategy::BinaryTreeStar: return {heapOverHosts(peers, 0)};
    case Strategy::MultiStar: return each(hosts, [&](std::size_t host) { return starOverHosts(peers, host); });
    case Strategy::MultiBinaryTreeStar:
        return each(hosts, [&](std::size_t host) { return heapOverHosts(peers, host); });
    case Strategy::Clique:
    case Strategy::Pairwise: return each(count, [&](std::size_t root) { return star(ranks, static_cast<int>(root)); });
    case Strategy::Ring:
    case Strategy::RingAllReduce:
        return each(count, [&](std::size_t root) { return ring(ranks, static_cast<int>(root)); });
    case Strategy::HalvingDoubling:
        return each(std::bit_floor(count), [&](std::size_t root) { return binomial(ranks, static_cast<int>(root)); });
    case Strategy::Auto: break;
    }
    return {};
}

std::vector<GraphPair> graphPairs(Strategy strategy, const PeerList& peers, int root)
{
    if (root == 0)
        return graphPairs(strategy, peers);
    const int ranks = peers.size();
    std::vector<Endpoint> turned;
    for (int step = 0; step < ranks; ++step)
        turned.push_back(peers[(root + step) % ranks]);
    const auto turnBack = [&](const Graph& graph) {
        Graph result(ranks);
        for (int position = 0; position < ranks; ++position) {
            const int rank = (position + root) % ranks;
            if (graph.hasSelfLoop(position))
                result.addSelfLoop(rank);
            for (const int successor : graph.successors(position))
                result.addEdge(rank, (successor + root) % ranks);
        }
        return result;
    };
    std::vector<GraphPair> pairs = graphPairs(strategy, PeerList(std::move(turned)));
    for (GraphPair& pair : pairs)
        pair = {turnBack(pair.reduce), turnBack(pair.broadcast)};
    return pairs;
}

} // namespace millrace::collective
