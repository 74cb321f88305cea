// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/collective/parts.h"
#include "core/collective/strategy.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::collective {

/// Named part of the arena, in elements.
struct Tensor
{
    std::string name;
    std::size_t begin = 0;
    std::size_t elements = 0;

    bool operator==(const Tensor&) const = default;
};
using TensorList = std::vector<Tensor>;

/// Returns consecutive tensors from the start of the arena, named as in KungFu's benchmark:
/// "NegotiatedGrad_0/AllReduce".
[[nodiscard]] TensorList tensorsOfSizes(std::span<const std::size_t> elements);

/// Assignment of chunks to pairs in KungFu's strategies. Name and Simple are KungFu's; Balanced gives each chunk, in
/// order, to the pair with the fewest elements so far. Our own strategies always balance.
enum class ChunkHash
{
    Name,
    Simple,
    Balanced
};
[[nodiscard]] std::string_view chunkHashName(ChunkHash hash) noexcept;
/// "NAME", "SIMPLE", "BALANCED".
[[nodiscard]] Result<ChunkHash> parseChunkHash(std::string_view name);

/// Elements [begin, end) of the arena, reduced along one graph pair.
struct Chunk
{
    std::size_t begin = 0;
    std::size_t end = 0;
    std::uint32_t pair = 0;

    [[nodiscard]] std::size_t elements() const noexcept { return end - begin; }
    bool operator==(const Chunk&) const = default;
};

struct ChunkRule
{
    Strategy strategy = Strategy::RingAllReduce; ///< not Auto
    ChunkHash hash = ChunkHash::Name;
    std::size_t pairs = 1; ///< number of graphPairs()
    std::size_t segmentBytes = 0; ///< own strategies: largest chunk; 0: by rule from the total
    std::size_t elementBytes = sizeof(float);
    /// Connections in each direction between two ranks: the segments of a pair are a multiple, if there are so many.
    int streams = 1;
    ShardParts parts = {}; ///< own strategies: of each pair; used if there are as many
};

/// Returns the chunks of one all-reduce: KungFu's at most 1 MiB per tensor, or our own segments of everything,
/// equal ones if the rule has no parts.
/// Empty tensors have none. The tensors must not overlap.
[[nodiscard]] std::vector<Chunk> planChunks(const TensorList& tensors, const ChunkRule& rule);

/// Returns KungFu's name of a chunk, with positions relative to the tensor: "part::x[0:1000]".
[[nodiscard]] std::string chunkName(std::string_view tensor, std::size_t begin, std::size_t end);
/// Sum of the squares of the code points.
[[nodiscard]] std::uint64_t nameHash(std::string_view name) noexcept;

} // namespace millrace::collective
