// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/peer_list.h"

#include "core/base/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::collective {

std::vector<int> PeerList::masters() const
{
    std::vector<int> result;
    for (int rank = 0; rank < size(); ++rank) {
        if (masterOf(rank) == rank)
            result.push_back(rank);
    }
    return result;
}

int PeerList::masterOf(int rank) const
{
    const auto& address = (*this)[rank].address;
    const auto first = std::find_if(m_endpoints.begin(), m_endpoints.end(),
                                    [&](const Endpoint& endpoint) { return endpoint.address == address; });
    return static_cast<int>(first - m_endpoints.begin());
}

std::string PeerList::describe(int rank) const
{
    return fmt::format("rank {} ({})", rank, endpointText((*this)[rank]));
}

std::vector<int> PeerList::describedIn(std::string_view text) const
{
    std::vector<int> ranks;
    for (int rank = 0; rank < size(); ++rank) {
        if (text.find(describe(rank)) != text.npos)
            ranks.push_back(rank);
    }
    return ranks;
}

Result<PeerList> parsePeerList(std::string_view text)
{
    std::vector<Endpoint> endpoints;
    for (const std::string_view part : split(text, ',')) {
        auto endpoint = parseEndpoint(trim(part));
        if (!endpoint)
            return within(fmt::format("reading the list of peers, rank {}", endpoints.size()),
                          std::move(endpoint).error());
        const auto same = std::find(endpoints.begin(), endpoints.end(), *endpoint);
        if (same != endpoints.end())
            return fail(ErrorCode::InvalidInput,
                        fmt::format("duplicate {} in the list of peers, as ranks {} and {}; use one port per rank",
                                    endpointText(*endpoint), same - endpoints.begin(), endpoints.size()));
        endpoints.push_back(*std::move(endpoint));
    }
    return PeerList(std::move(endpoints));
}

std::string peerListText(const PeerList& peers)
{
    std::vector<std::string> parts;
    for (int rank = 0; rank < peers.size(); ++rank)
        parts.push_back(endpointText(peers[rank]));
    return join(parts, ",");
}

} // namespace millrace::collective
