// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/operations/movement_operations.h"

#include <utility>

namespace millrace::operations {

std::uint32_t Writer::add(std::size_t rank, Operation operation)
{
    auto& list = m_operations.ranks[rank];
    list.push_back(std::move(operation));
    return static_cast<std::uint32_t>(list.size() - 1);
}

void Writer::compute(std::size_t rank, std::int64_t ns)
{
    const std::uint32_t made = add(rank, {.amount = ns, .after = m_ends[rank]});
    m_ends[rank] = {{made}};
}

void Writer::move(const collective::Movement& movement, std::size_t elementBytes)
{
    for (std::size_t rank = 0; rank < m_ends.size(); ++rank) {
        const std::uint32_t end = moveRank(movement, elementBytes, rank, m_ends[rank], 0);
        m_ends[rank] = {{end}};
    }
}

std::uint32_t Writer::moveRank(const collective::Movement& movement, std::size_t elementBytes, std::size_t rank,
                               std::vector<Dependency> after, std::uint32_t firstTag)
{
    const int self = static_cast<int>(rank);
    std::vector<Dependency> all = after;
    const auto message = [&](Kind kind, std::int64_t bytes, int peer, std::uint32_t tag, std::vector<Dependency> when) {
        const Dependency made{add(rank, {kind, bytes, peer, tag, 0, std::move(when)})};
        all.push_back(made);
        return made;
    };
    for (std::size_t i = 0; i < movement.chunks.size(); ++i) {
        const collective::Chunk& chunk = movement.chunks[i];
        const collective::Graph& reduce = movement.pairs[chunk.pair].reduce;
        const collective::Graph& broadcast = movement.pairs[chunk.pair].broadcast;
        const auto bytes = static_cast<std::int64_t>(chunk.elements() * elementBytes);
        const std::uint32_t reduceTag = firstTag + 2 * static_cast<std::uint32_t>(i);
        const std::uint32_t broadcastTag = reduceTag + 1;
        std::vector<Dependency> has; // what the chunk of this rank is made of
        if (reduce.hasSelfLoop(self))
            has = after;
        for (const int peer : reduce.predecessors(self))
            has.push_back(message(Kind::Receive, bytes, peer, reduceTag, after));
        const bool takesPart = reduce.hasSelfLoop(self) || !reduce.predecessors(self).empty();
        if (takesPart)
            for (const int peer : reduce.successors(self))
                message(Kind::Send, bytes, peer, reduceTag, has);
        const bool isRoot = takesPart && reduce.successors(self).empty();
        std::vector<Dependency> result = isRoot ? has : std::vector<Dependency>();
        for (const int peer : broadcast.predecessors(self))
            result.push_back(message(Kind::Receive, bytes, peer, broadcastTag, after));
        if (isRoot || !broadcast.predecessors(self).empty())
            for (const int peer : broadcast.successors(self))
                message(Kind::Send, bytes, peer, broadcastTag, result);
    }
    return add(rank, {.amount = 0, .after = std::move(all)});
}

} // namespace millrace::operations
