// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rendezvous.h"

#include "core/base/socket.h"

#include <cstdint>
#include <stdexcept>
#include <vector>

namespace millrace_torch {

std::string endpointOf(const millrace::UniqueFd& listener, const std::string& address)
{
    auto endpoint = millrace::localEndpoint(listener.get());
    if (!endpoint)
        throw std::runtime_error("millrace: " + endpoint.error().text());
    return millrace::endpointText({address, endpoint->port});
}

millrace::UniqueFd listenOn(const std::string& address)
{
    auto listener = millrace::listenTcp({address, 0}, 1024);
    if (!listener)
        throw std::runtime_error("millrace: " + listener.error().text());
    return *std::move(listener);
}

millrace::collective::PeerList meet(c10d::Store& store, const std::string& key, int rank, int size,
                                    const std::string& own)
{
    const auto keyOf = [&](int of) { return key + "/" + std::to_string(of); };
    store.set(keyOf(rank), std::vector<std::uint8_t>(own.begin(), own.end()));
    std::string all;
    for (int peer = 0; peer < size; ++peer) {
        const auto value = store.get(keyOf(peer));
        all += (peer == 0 ? "" : ",") + std::string(value.begin(), value.end());
    }
    auto peers = millrace::collective::parsePeerList(all);
    if (!peers)
        throw std::runtime_error("millrace: the store has no list of ranks: " + peers.error().text());
    return *std::move(peers);
}

} // namespace millrace_torch
