// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/wiring.h"

#include <algorithm>

namespace millrace::simulate {

Wiring::Wiring(std::span<const collective::GraphPair> pairs)
    : m_ranks(pairs.empty() ? 0 : pairs.front().reduce.size()), m_known(static_cast<std::size_t>(m_ranks))
{
    m_roles.reserve(pairs.size() * static_cast<std::size_t>(m_ranks));
    for (const collective::GraphPair& pair : pairs)
        for (int rank = 0; rank < m_ranks; ++rank) {
            const auto& up = pair.reduce.successors(rank);
            const auto& down = pair.broadcast.successors(rank);
            m_roles.push_back({static_cast<std::uint32_t>(m_targets.size()),
                               static_cast<std::uint32_t>(pair.reduce.predecessors(rank).size()),
                               static_cast<std::uint16_t>(up.size()), static_cast<std::uint16_t>(down.size()),
                               pair.reduce.hasSelfLoop(rank)});
            for (const auto* targets : {&up, &down})
                for (const int to : *targets)
                    m_targets.push_back(connection(rank, to));
        }
    m_known.clear();
    m_known.shrink_to_fit();
}

std::uint32_t Wiring::connection(int from, int to)
{
    auto& known = m_known[static_cast<std::size_t>(from)];
    const auto place = std::ranges::lower_bound(known, to, {}, &std::pair<int, std::uint32_t>::first);
    if (place != known.end() && place->first == to)
        return place->second;
    const auto number = static_cast<std::uint32_t>(m_connections.size());
    m_connections.push_back({from, to});
    known.emplace(place, to, number);
    return number;
}

} // namespace millrace::simulate
