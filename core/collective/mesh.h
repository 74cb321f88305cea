// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/base/unique_fd.h"
#include "core/collective/graph.h"
#include "core/collective/peer_list.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace millrace::collective {

/// Connections of one rank, by rank of the other side; all non-blocking streams.
struct Mesh
{
    struct Links
    {
        UniqueFd control; ///< both directions; absent for the own rank
        std::vector<UniqueFd> out; ///< data to that rank, by stream; absent if no graph has such an edge
        std::vector<UniqueFd> in; ///< data from that rank
    };
    /// So many links, each with so many streams.
    explicit Mesh(std::size_t ranks = 0, int streamsOfLink = 1);

    std::vector<Links> links;
    int streams = 1; ///< connections in each direction between two ranks
    std::string congestionControl = "local"; ///< of the data connections
};

/// Set of (sender, receiver) ranks over all pairs.
class Edges
{
public:
    Edges() = default;
    explicit Edges(std::span<const GraphPair> pairs);
    /// Returns all ordered pairs of different ranks.
    [[nodiscard]] static Edges all(int ranks);

    [[nodiscard]] bool has(int from, int to) const
    {
        return m_has[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
    }

private:
    void add(const Graph& graph);

    std::vector<std::vector<bool>> m_has;
};

/// Connects all ranks inside this process by socket pairs.
[[nodiscard]] Result<std::vector<Mesh>> localMeshes(int ranks, const Edges& edges, int streams = 1);

struct MeshOptions
{
    Deadline deadline;
    std::string congestionControl;
    int socketBufferBytes = 0;
    int streams = 1;
    std::uint64_t settings = 0; ///< must be equal on all ranks
    /// Version of a membership that changes; 0: it does not. Ranks of another version are kept waiting, and as every
    /// member listens all the time, one that refuses a connection is dead.
    std::uint64_t epoch = 0;
    UniqueFd listener = {}; ///< on the own endpoint; empty: made
};

/// Connects over TCP: listens on the own endpoint, opens and accepts all connections in parallel.
[[nodiscard]] Result<Mesh> connectMesh(const PeerList& peers, int rank, const Edges& edges, MeshOptions options,
                                       const JobContext& job);

} // namespace millrace::collective
