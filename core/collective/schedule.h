// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/collective/movement.h"
#include "core/collective/wire.h"

#include <cstdint>
#include <span>
#include <vector>

namespace millrace::collective {

/// Work of one rank in an operation: the chunks, and for each graph pair the rank's role in it.
class Schedule
{
public:
    struct Role
    {
        bool contributes = false; ///< has data of its own to reduce, or to broadcast
        int contributions = 0; ///< number added to the own data before it is passed on
        std::vector<int> reduceTo; ///< empty: this rank has the result
        std::vector<int> broadcastTo;
    };
    /// Volume received, or sent, on one connection.
    struct Volume
    {
        std::uint64_t messages = 0;
        std::uint64_t wireBytes = 0; ///< with headers
    };

    /// The chunks of a graph pair take the streams in turn.
    Schedule(Movement movement, int rank, std::size_t elementBytes, int streams = 1);

    [[nodiscard]] const std::vector<Chunk>& chunks() const noexcept { return m_movement.chunks; }
    [[nodiscard]] std::size_t elementBytes() const noexcept { return m_elementBytes; }
    /// Number of graph pairs.
    [[nodiscard]] std::size_t pairs() const noexcept { return m_roles.size(); }
    [[nodiscard]] std::size_t chunkBytes(const Chunk& chunk) const noexcept
    {
        return chunk.elements() * m_elementBytes;
    }
    [[nodiscard]] const Role& roleFor(const Chunk& chunk) const { return m_roles[chunk.pair]; }
    /// Whether the graphs make this rank receive a chunk of the pair from the peer in that phase.
    [[nodiscard]] bool expects(std::uint32_t pair, int peer, Phase phase) const
    {
        return (m_sources[pair * m_ranks + static_cast<std::size_t>(peer)] & static_cast<unsigned>(phase)) != 0;
    }
    /// By lane: rank of the other side + ranks × stream.
    [[nodiscard]] const Volume& incoming(std::size_t lane) const { return m_incoming[lane]; }
    [[nodiscard]] const Volume& outgoing(std::size_t lane) const { return m_outgoing[lane]; }
    [[nodiscard]] std::size_t streamOf(std::uint32_t chunk) const { return m_streams.empty() ? 0 : m_streams[chunk]; }
    /// Equal on ranks that make the same call; see Movement::tag.
    [[nodiscard]] std::uint16_t tag() const noexcept { return m_tag; }

private:
    void addRole(const GraphPair& pair, int rank);
    void assignStreams(int streams);
    void addVolumes(std::span<const Chunk> chunks, int rank);

    Movement m_movement;
    std::size_t m_elementBytes;
    std::size_t m_ranks = 0;
    std::vector<Role> m_roles;
    std::vector<unsigned> m_sources; ///< by pair and peer: the phases as bits
    std::vector<std::uint16_t> m_streams; ///< by chunk; empty: there is one
    std::vector<Volume> m_incoming;
    std::vector<Volume> m_outgoing;
    std::uint16_t m_tag = 0;
};

} // namespace millrace::collective
