// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/traffic.h"

namespace millrace::collective {

namespace {

struct Load
{
    std::uint64_t bytes = 0;
    std::uint64_t messages = 0;
};

void addEdges(TrafficMatrix& traffic, const Graph& graph, const Load& load)
{
    for (int from = 0; from < graph.size(); ++from) {
        for (const int to : graph.successors(from))
            traffic.add(from, to, load.bytes, load.messages);
    }
}

} // namespace

TrafficMatrix::TrafficMatrix(int ranks)
    : m_ranks(ranks), m_bytes(static_cast<std::size_t>(ranks) * static_cast<std::size_t>(ranks), 0),
      m_messages(m_bytes.size(), 0)
{
}

void TrafficMatrix::add(int from, int to, std::uint64_t bytes, std::uint64_t messages)
{
    m_bytes[index(from, to)] += bytes;
    m_messages[index(from, to)] += messages;
}

std::uint64_t TrafficMatrix::sentBy(int rank) const
{
    std::uint64_t sum = 0;
    for (int to = 0; to < m_ranks; ++to)
        sum += bytes(rank, to);
    return sum;
}

std::uint64_t TrafficMatrix::receivedBy(int rank) const
{
    std::uint64_t sum = 0;
    for (int from = 0; from < m_ranks; ++from)
        sum += bytes(from, rank);
    return sum;
}

TrafficMatrix predictTraffic(std::span<const Chunk> chunks, std::span<const GraphPair> pairs, std::size_t elementBytes)
{
    std::vector<Load> loads(pairs.size());
    for (const Chunk& chunk : chunks) {
        if (chunk.elements() == 0)
            continue;
        loads[chunk.pair].bytes += chunk.elements() * elementBytes;
        ++loads[chunk.pair].messages;
    }
    TrafficMatrix traffic(pairs.empty() ? 0 : pairs.front().reduce.size());
    for (std::size_t index = 0; index < pairs.size(); ++index) {
        addEdges(traffic, pairs[index].reduce, loads[index]);
        addEdges(traffic, pairs[index].broadcast, loads[index]);
    }
    return traffic;
}

TrafficMatrix predictTraffic(const TensorList& tensors, const PeerList& peers, Strategy strategy, ChunkHash hash,
                             std::size_t elementBytes, int streams, const ShardParts& parts)
{
    const auto pairs = graphPairs(strategy, peers);
    const ChunkRule rule{resolve(strategy, peers), hash, pairs.size(), 0, elementBytes, streams, parts};
    return predictTraffic(planChunks(tensors, rule), pairs, elementBytes);
}

} // namespace millrace::collective
