// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/collective/chunk_plan.h"
#include "core/collective/graph.h"
#include "core/collective/wire.h"

#include <cstdint>
#include <span>
#include <vector>

namespace millrace::collective {

/// Work of one rank in an all-reduce: the chunks, and for each graph pair the rank's role in it.
class Schedule
{
public:
    struct Role
    {
        int contributions = 0; ///< number added to the own data before it is passed on
        std::vector<int> reduceTo; ///< empty: this rank has the result
        std::vector<int> broadcastTo;
    };
    /// Volume received from, or sent to, one peer.
    struct Volume
    {
        std::uint64_t messages = 0;
        std::uint64_t wireBytes = 0; ///< with headers
    };

    Schedule(std::vector<Chunk> chunks, std::span<const GraphPair> pairs, int rank);

    [[nodiscard]] const std::vector<Chunk>& chunks() const noexcept { return m_chunks; }
    [[nodiscard]] const Role& roleFor(const Chunk& chunk) const { return m_roles[chunk.pair]; }
    /// Whether the graphs make this rank receive a chunk of the pair from the peer in that phase.
    [[nodiscard]] bool expects(std::uint32_t pair, int peer, Phase phase) const
    {
        return (m_sources[pair * m_ranks + static_cast<std::size_t>(peer)] & static_cast<unsigned>(phase)) != 0;
    }
    [[nodiscard]] const Volume& incoming(int peer) const { return m_incoming[static_cast<std::size_t>(peer)]; }
    [[nodiscard]] const Volume& outgoing(int peer) const { return m_outgoing[static_cast<std::size_t>(peer)]; }
    /// Low bits of a hash over the chunks.
    [[nodiscard]] std::uint16_t tag() const noexcept { return m_tag; }

private:
    void addRole(const GraphPair& pair, int rank);
    void addVolumes(std::span<const GraphPair> pairs, int rank);

    std::vector<Chunk> m_chunks;
    std::size_t m_ranks = 0;
    std::vector<Role> m_roles;
    std::vector<unsigned> m_sources; ///< by pair and peer: the phases as bits
    std::vector<Volume> m_incoming;
    std::vector<Volume> m_outgoing;
    std::uint16_t m_tag = 0;
};

} // namespace millrace::collective
