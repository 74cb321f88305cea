// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/schedule.h"

#include "core/base/random.h"
#include "core/collective/traffic.h"

namespace millrace::collective {

Schedule::Schedule(Movement movement, int rank, std::size_t elementBytes, int streams)
    : m_movement(std::move(movement)), m_elementBytes(elementBytes),
      m_ranks(static_cast<std::size_t>(m_movement.pairs.front().reduce.size())),
      m_tag(static_cast<std::uint16_t>(mixSeed(m_movement.tag ^ elementBytes)))
{
    for (const GraphPair& pair : m_movement.pairs)
        addRole(pair, rank);
    if (streams == 1) {
        addVolumes(m_movement.chunks, rank);
        return;
    }
    assignStreams(streams);
    for (int stream = 0; stream < streams; ++stream) {
        std::vector<Chunk> chunks;
        for (std::uint32_t chunk = 0; chunk < m_streams.size(); ++chunk)
            if (m_streams[chunk] == stream)
                chunks.push_back(m_movement.chunks[chunk]);
        addVolumes(chunks, rank);
    }
}

void Schedule::assignStreams(int streams)
{
    std::vector<int> next(m_movement.pairs.size(), 0);
    for (const Chunk& chunk : m_movement.chunks) {
        m_streams.push_back(static_cast<std::uint16_t>(next[chunk.pair]));
        next[chunk.pair] = (next[chunk.pair] + 1) % streams;
    }
}

void Schedule::addRole(const GraphPair& pair, int rank)
{
    const auto& contributors = pair.reduce.predecessors(rank);
    m_roles.push_back({pair.reduce.hasSelfLoop(rank), static_cast<int>(contributors.size()),
                       pair.reduce.successors(rank), pair.broadcast.successors(rank)});
    std::vector<unsigned> sources(m_ranks, 0);
    for (const int peer : contributors)
        sources[static_cast<std::size_t>(peer)] |= static_cast<unsigned>(Phase::Reduce);
    for (const int peer : pair.broadcast.predecessors(rank))
        sources[static_cast<std::size_t>(peer)] |= static_cast<unsigned>(Phase::Broadcast);
    m_sources.insert(m_sources.end(), sources.begin(), sources.end());
}

void Schedule::addVolumes(std::span<const Chunk> chunks, int rank)
{
    const TrafficMatrix traffic = predictTraffic(chunks, m_movement.pairs, m_elementBytes);
    for (int peer = 0; peer < traffic.size(); ++peer) {
        const auto volume = [&](int from, int to) {
            const auto messages = traffic.messages(from, to);
            return Volume{messages, traffic.bytes(from, to) + messages * sizeof(DataHeader)};
        };
        m_incoming.push_back(volume(peer, rank));
        m_outgoing.push_back(volume(rank, peer));
    }
}

} // namespace millrace::collective
