// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/host_layout.h"

namespace millrace::collective {

std::vector<int> ranksOnOtherHosts(const PeerList& peers, int rank)
{
    std::vector<int> ranks;
    for (int peer = 0; peer < peers.size(); ++peer)
        if (peers.masterOf(peer) != peers.masterOf(rank))
            ranks.push_back(peer);
    return ranks;
}

std::vector<int> ranksOnHostOf(const PeerList& peers, int rank)
{
    std::vector<int> ranks;
    for (int peer = 0; peer < peers.size(); ++peer)
        if (peers.masterOf(peer) == peers.masterOf(rank))
            ranks.push_back(peer);
    return ranks;
}

std::vector<GraphPair> pairsOfMasters(Strategy strategy, const PeerList& peers)
{
    const std::vector<int> masters = peers.masters();
    std::vector<Endpoint> endpoints;
    for (const int master : masters)
        endpoints.push_back(peers[master]);
    const auto spread = [&](const Graph& graph) {
        Graph all(peers.size());
        for (int from = 0; from < graph.size(); ++from) {
            const int rank = masters[static_cast<std::size_t>(from)];
            if (graph.hasSelfLoop(from))
                all.addSelfLoop(rank);
            for (const int to : graph.successors(from))
                all.addEdge(rank, masters[static_cast<std::size_t>(to)]);
        }
        return all;
    };
    std::vector<GraphPair> pairs;
    for (const GraphPair& pair : graphPairs(strategy, PeerList(std::move(endpoints))))
        pairs.push_back({spread(pair.reduce), spread(pair.broadcast)});
    return pairs;
}

} // namespace millrace::collective
