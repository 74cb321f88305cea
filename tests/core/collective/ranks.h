// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/collective/mesh.h"
#include "core/collective/session.h"

#include <functional>
#include <thread>
#include <vector>

namespace millrace::collective {

/// Peers on `hosts` addresses, host by host, as block placement gives them.
inline PeerList makePeers(int ranks, int hosts)
{
    std::vector<Endpoint> endpoints;
    const int perHost = (ranks + hosts - 1) / hosts;
    for (int rank = 0; rank < ranks; ++rank)
        endpoints.push_back(
            {"10.77.0." + std::to_string(1 + rank / perHost), static_cast<std::uint16_t>(10000 + rank % perHost)});
    return PeerList(std::move(endpoints));
}

/// Loopback peers on ports that were free a moment ago; on a host of its own each, all the same.
inline PeerList loopbackPeers(int ranks, bool onHostsOfTheirOwn = false)
{
    std::vector<Endpoint> endpoints;
    std::vector<UniqueFd> holders;
    for (int rank = 0; rank < ranks; ++rank) {
        auto listener = listenTcp({"127.0.0." + std::to_string(onHostsOfTheirOwn ? 1 + rank : 1), 0});
        endpoints.push_back(*localEndpoint(listener->get()));
        holders.push_back(*std::move(listener));
    }
    return PeerList(std::move(endpoints));
}

using RankFunction = std::function<void(int rank, Session& session)>;

/// One thread per rank, joined by socket pairs.
inline void spawnRanks(const PeerList& peers, const SessionOptions& options, const RankFunction& function)
{
    auto meshes = localMeshes(peers.size(),
                              options.allLinks ? Edges::all(peers.size()) : Edges(graphPairs(options.strategy, peers)),
                              options.streams);
    std::vector<std::thread> threads;
    for (int rank = 0; rank < peers.size(); ++rank) {
        threads.emplace_back([&, rank] {
            auto session = Session::over(std::move((*meshes)[static_cast<std::size_t>(rank)]), peers, rank, options);
            function(rank, **session);
            (*session)->close();
        });
    }
    for (auto& thread : threads)
        thread.join();
}

} // namespace millrace::collective
