// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/host_layout.h"
#include <fmt/format.h>

namespace millrace::collective {

PeerList peersOnHosts(std::span<const std::size_t> hosts)
{
    std::vector<Endpoint> endpoints;
    std::size_t slot = 0;
    for (std::size_t rank = 0; rank < hosts.size(); ++rank) {
        slot = rank > 0 && hosts[rank] == hosts[rank - 1] ? slot + 1 : 0;
        const std::size_t host = hosts[rank];
        endpoints.push_back({fmt::format("10.{}.{}.{}", host >> 16, host >> 8 & 255, host & 255),
                             static_cast<std::uint16_t>(10000 + slot)});
    }
    return PeerList(std::move(endpoints));
}

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
