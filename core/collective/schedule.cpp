// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/schedule.h"

#include "core/base/random.h"
#include "core/collective/traffic.h"

#include <algorithm>

namespace millrace::collective {

namespace {

std::uint16_t tagOf(const std::vector<Chunk>& chunks)
{
    std::uint64_t hash = chunks.size();
    for (const Chunk& chunk : chunks) {
        hash = mixSeed(hash ^ chunk.begin);
        hash = mixSeed(hash ^ chunk.end);
        hash = mixSeed(hash ^ chunk.pair);
    }
    return static_cast<std::uint16_t>(hash);
}

} // namespace

Schedule::Schedule(std::vector<Chunk> chunks, std::span<const GraphPair> pairs, int rank)
    : m_chunks(std::move(chunks)), m_ranks(static_cast<std::size_t>(pairs.front().reduce.size())),
      m_tag(tagOf(m_chunks))
{
    for (const GraphPair& pair : pairs)
        addRole(pair, rank);
    addVolumes(pairs, rank);
}

void Schedule::addRole(const GraphPair& pair, int rank)
{
    const auto& contributors = pair.reduce.predecessors(rank);
    m_roles.push_back(
        {static_cast<int>(contributors.size()), pair.reduce.successors(rank), pair.broadcast.successors(rank)});
    std::vector<unsigned> sources(m_ranks, 0);
    for (const int peer : contributors)
        sources[static_cast<std::size_t>(peer)] |= static_cast<unsigned>(Phase::Reduce);
    for (const int peer : pair.broadcast.predecessors(rank))
        sources[static_cast<std::size_t>(peer)] |= static_cast<unsigned>(Phase::Broadcast);
    m_sources.insert(m_sources.end(), sources.begin(), sources.end());
}

void Schedule::addVolumes(std::span<const GraphPair> pairs, int rank)
{
    const TrafficMatrix traffic = predictTraffic(m_chunks, pairs);
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
