// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/collective/chunk_plan.h"
#include "core/collective/graph.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace millrace::collective {

/// A collective operation as data: chunks of the arena, each on one pair of graphs. On a rank without a self-loop in
/// the reduce graph, a chunk has no data of its own to begin with.
struct Movement
{
    std::vector<Chunk> chunks;
    std::vector<GraphPair> pairs;
    std::uint64_t tag = 0; ///< hash of all that the ranks must agree on
};

/// All-reduce of the tensors along the pairs of a strategy.
[[nodiscard]] Movement allReduceMovement(const TensorList& tensors, const ChunkRule& rule,
                                         std::vector<GraphPair> pairs);

/// The operations below are independent of the strategy. Large amounts are pipelined in pieces along a chain of the
/// ranks, so that no connection carries more than the operation needs (as in Patarasuk, Yuan 2009); small ones take a
/// binomial tree, or go directly. `elementBytes` is that of the type.

/// From the root to all others, [0, elements).
[[nodiscard]] Movement broadcastMovement(std::size_t elements, int ranks, int root, std::size_t elementBytes);
/// To the root. The values of other ranks are partial sums afterwards.
[[nodiscard]] Movement reduceMovement(std::size_t elements, int ranks, int root, std::size_t elementBytes);
/// Part r, of parts[r] elements one after another, goes from rank r to all others.
[[nodiscard]] Movement allGatherMovement(std::span<const std::size_t> parts, std::size_t elementBytes);
/// Part r is reduced to rank r. Other parts are partial sums afterwards.
[[nodiscard]] Movement reduceScatterMovement(std::span<const std::size_t> parts, std::size_t elementBytes);
/// Part r goes from rank r to the root.
[[nodiscard]] Movement gatherMovement(std::span<const std::size_t> parts, int root, std::size_t elementBytes);
/// Part r goes from the root to rank r.
[[nodiscard]] Movement scatterMovement(std::span<const std::size_t> parts, int root, std::size_t elementBytes);
/// From the holders, which have the same values, to all other ranks: each holder sends an equal part, along a chain of
/// the others, so that no rank sends or receives more than the values once. `holders`: ascending, at least one.
[[nodiscard]] Movement shareMovement(std::size_t elements, int ranks, std::span<const int> holders,
                                     std::size_t elementBytes);
/// Every rank sends a part to every rank. The arena of a rank has what it sends, by receiver, then what it receives, by
/// sender; the own part stays where it is. Only `rank` knows these amounts, so the movement is valid there only. A part
/// is one message, of less than 4 GiB.
[[nodiscard]] Movement allToAllMovement(std::span<const std::size_t> sent, std::span<const std::size_t> received,
                                        int rank);

} // namespace millrace::collective
