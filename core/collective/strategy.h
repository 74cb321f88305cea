// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/collective/graph.h"
#include "core/collective/peer_list.h"

#include <string_view>
#include <vector>

namespace millrace::collective {

/// How an all-reduce moves its chunks. The first nine are KungFu's, with the numbers of its C header; the last three
/// are ours.
enum class Strategy
{
    Tree = 0,
    BinaryTree = 1,
    Ring = 2,
    Star = 3,
    MultiStar = 4,
    Clique = 5,
    BinaryTreeStar = 6,
    MultiBinaryTreeStar = 7,
    Auto = 8,
    RingAllReduce, ///< reduce-scatter and all-gather around the ring (Patarasuk, Yuan 2009), segments pipelined
    HalvingDoubling, ///< recursive halving and doubling (Rabenseifner 2004); the ranks above a power of two fold
    Pairwise, ///< every rank reduces one shard for all: direct reduce-scatter and all-gather
};

/// Returns them in the order of the enumeration.
[[nodiscard]] const std::vector<Strategy>& allStrategies();
/// "RING", "MULTI_BINARY_TREE_STAR", "RING_ALLREDUCE", …
[[nodiscard]] std::string_view strategyName(Strategy strategy) noexcept;
/// Parses a name; InvalidInput with all names, or the nearest one, for anything else.
[[nodiscard]] Result<Strategy> parseStrategy(std::string_view name);
/// Whether it is one of our own strategies: all tensors of an operation are one, cut into equal shards.
[[nodiscard]] bool isSharded(Strategy strategy) noexcept;
/// Resolves AUTO: STAR if all peers share one address, BINARY_TREE_STAR otherwise.
[[nodiscard]] Strategy resolve(Strategy strategy, const PeerList& peers);
/// Returns the pairs that the chunks are spread over; at least one.
[[nodiscard]] std::vector<GraphPair> graphPairs(Strategy strategy, const PeerList& peers);
/// The same graphs with every rank moved on by `root`, so that those with one root have it there: KungFu's alternative
/// after interference is STAR at rank 1. Hosts of several ranks are regarded as if the list began with `root`.
[[nodiscard]] std::vector<GraphPair> graphPairs(Strategy strategy, const PeerList& peers, int root);

} // namespace millrace::collective
