// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/collective/chunk_plan.h"
#include "core/collective/graph.h"

#include <cstdint>
#include <span>
#include <vector>

namespace millrace::collective {

/// Payload bytes and messages from rank to rank in one all-reduce.
class TrafficMatrix
{
public:
    explicit TrafficMatrix(int ranks = 0);

    void add(int from, int to, std::uint64_t bytes, std::uint64_t messages);

    [[nodiscard]] int size() const noexcept { return m_ranks; }
    [[nodiscard]] std::uint64_t bytes(int from, int to) const { return m_bytes[index(from, to)]; }
    [[nodiscard]] std::uint64_t messages(int from, int to) const { return m_messages[index(from, to)]; }
    [[nodiscard]] std::uint64_t sentBy(int rank) const;
    [[nodiscard]] std::uint64_t receivedBy(int rank) const;

    bool operator==(const TrafficMatrix&) const = default;

private:
    [[nodiscard]] std::size_t index(int from, int to) const
    {
        return static_cast<std::size_t>(from) * static_cast<std::size_t>(m_ranks) + static_cast<std::size_t>(to);
    }

    int m_ranks = 0;
    std::vector<std::uint64_t> m_bytes;
    std::vector<std::uint64_t> m_messages;
};

/// Walks the graphs and returns the traffic of an operation on these chunks. Message headers (16 bytes each) are not
/// counted.
[[nodiscard]] TrafficMatrix predictTraffic(std::span<const Chunk> chunks, std::span<const GraphPair> pairs,
                                           std::size_t elementBytes = sizeof(float));
/// Predicts it from the settings of a session.
[[nodiscard]] TrafficMatrix predictTraffic(const TensorList& tensors, const PeerList& peers, Strategy strategy,
                                           ChunkHash hash, std::size_t elementBytes = sizeof(float), int streams = 1,
                                           const ShardParts& parts = {});

} // namespace millrace::collective
