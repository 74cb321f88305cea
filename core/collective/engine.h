// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/collective/data_link.h"
#include "core/collective/failure_detector.h"
#include "core/collective/mesh.h"
#include "core/collective/reduce_kernel.h"
#include "core/collective/schedule.h"
#include "core/collective/session.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace millrace::collective {

/// Executes operations on one rank. Every chunk waits for the contributions of its reduce graph, is passed on when it
/// has them all, and returns, or starts its way back here at the root, on the broadcast graph. All chunks are in flight
/// at once; there are no steps. Working in place is safe: the result of a chunk, which overwrites the own contribution,
/// exists only after all contributions have been sent and received.
class Engine final : private ChunkSink
{
public:
    /// Takes the data connections of the mesh. `failure_detector` outlives the engine.
    Engine(int rank, Mesh& mesh, FailureDetector& detector);

    /// Returns when this rank has all results and has passed on all that it had to send. `counts`, if given: what the
    /// graph pairs have moved is added to it.
    [[nodiscard]] Result<void> run(const Schedule& schedule, char* arena, ReduceFunction reduce,
                                   std::vector<SessionStatistics::Pair>* counts = nullptr);
    [[nodiscard]] SessionStatistics statistics() const;
    /// Returns the descriptors of the data connections to a rank; -1 for one that does not exist.
    [[nodiscard]] std::vector<int> connectionsTo(int peer) const;

private:
    void begin();
    [[nodiscard]] char* placeOf(const Chunk& chunk) const { return m_arena + chunk.begin * m_schedule->elementBytes(); }
    [[nodiscard]] bool done() const noexcept { return m_sending == 0 && m_receiving == 0; }
    [[nodiscard]] Result<bool> moveSome();
    [[nodiscard]] std::size_t peerOf(std::size_t lane) const noexcept { return m_streams == 1 ? lane : lane % m_ranks; }
    [[nodiscard]] bool hasData(std::size_t lane) const { return !m_in[lane].idle() && m_detector.readable[lane] != 0; }
    [[nodiscard]] bool hasRoom(std::size_t lane) const { return !m_out[lane].idle() && m_detector.writable[lane] != 0; }
    [[nodiscard]] Result<void> wait();
    void noteWait(Nanoseconds waited);
    void notePairs(Deadline begin, std::vector<SessionStatistics::Pair>& counts) const;
    void finished(std::uint32_t chunk);
    void watchSlowLinks() noexcept;
    [[nodiscard]] bool sendOn(std::size_t lane);
    [[nodiscard]] Result<bool> receiveFrom(std::size_t lane);
    [[nodiscard]] std::vector<int> missing() const;

    void pass(std::uint32_t chunk, Phase phase, const std::vector<int>& peers);
    void reduced(std::uint32_t chunk);

    Result<char*> open(std::size_t lane, const DataHeader& header) override;
    void combine(char* place, const char* values, std::size_t bytes) override;
    void close(const DataHeader& header) override;

    std::size_t m_ranks;
    std::size_t m_streams;
    FailureDetector& m_detector;
    /// By lane: rank of the other side + ranks × stream.
    std::vector<Outgoing> m_out;
    std::vector<Incoming> m_in;
    std::vector<std::size_t> m_order; ///< of the lanes, from those of the next rank on
    std::unique_ptr<char[]> m_scratch;
    std::vector<Nanoseconds> m_waited; ///< by peer
    Nanoseconds m_waiting{0}; ///< not yet ended by a peer

    const Schedule* m_schedule = nullptr; ///< of the current operation, as all below
    char* m_arena = nullptr;
    ReduceFunction m_reduce = nullptr;
    std::uint32_t m_number = 0;
    std::vector<int> m_awaited; ///< by chunk: missing contributions
    std::vector<std::vector<bool>> m_seen; ///< by peer: phase and chunk
    std::size_t m_sending = 0; ///< connections with a non-empty queue
    std::size_t m_receiving = 0; ///< connections with data to come
    std::vector<Deadline> m_pairEnds; ///< by graph pair: end of its last chunk so far; empty: not noted
};

} // namespace millrace::collective
