// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/collective/engine.h"
#include "core/collective/host_layout.h"
#include "core/collective/node_memory.h"
#include "core/collective/session.h"

#include <fmt/format.h>

namespace millrace::collective {

/// What a session consists of; for its own sources only.
struct Session::Parts
{
    struct Planned
    {
        TensorList tensors;
        std::size_t elementBytes;
        Schedule schedule;
    };

    Parts(const PeerList& allPeers, int ownRank, const SessionOptions& options, Mesh& mesh,
          std::unique_ptr<FailureDetector> madeDetector)
        : rank(ownRank), size(allPeers.size()), strategy(resolve(options.strategy, allPeers)), hash(options.hash),
          segmentBytes(options.segmentBytes), streams(mesh.streams), shardParts(options.parts),
          allLinks(options.allLinks), congestionControl(mesh.congestionControl), peers(allPeers),
          pairs(graphPairs(strategy, allPeers)), detector(std::move(madeDetector)), engine(ownRank, mesh, *detector),
          onOtherHosts(ranksOnOtherHosts(allPeers, ownRank)), onHost(ranksOnHostOf(allPeers, ownRank))
    {
    }

    [[nodiscard]] const Schedule& scheduleFor(const TensorList& tensors, std::size_t elementBytes);
    [[nodiscard]] bool isPlanned(const Planned& planned, const TensorList& tensors, std::size_t elementBytes) const;
    [[nodiscard]] Result<void> run(const Schedule& schedule, Values values, Operator operation,
                                   std::vector<SessionStatistics::Pair>* counts = nullptr);
    [[nodiscard]] Result<void> allReduce(const TensorList& tensors, Values arena, Operator operation);
    [[nodiscard]] Result<void> onNode(const std::function<Result<void>(const NodeMemory::Check&)>& call);
    [[nodiscard]] Result<void> shareMemory(Session& session);
    /// Runs an operation other than an all-reduce, after checks of the amounts.
    template <typename Plan>
    [[nodiscard]] Result<void> move(Values values, std::size_t elements, int root, Operator operation, Plan plan);
    [[nodiscard]] Result<void> checkParts(std::span<const std::size_t> parts);
    [[nodiscard]] std::vector<int> withoutOffer() const;
    [[nodiscard]] Error end(Error error);

    int rank;
    int size;
    Strategy strategy;
    ChunkHash hash;
    std::size_t segmentBytes;
    int streams;
    ShardParts shardParts;
    bool allLinks;
    std::string congestionControl;
    PeerList peers;
    std::vector<GraphPair> pairs;
    std::uint64_t changes = 0; ///< of the strategy, part of every plan's tag
    std::unique_ptr<FailureDetector> detector;
    Engine engine;
    std::vector<int> onOtherHosts; ///< ranks
    std::vector<int> onHost; ///< ranks, this one included
    NodeMemory node; ///< open if all-reduces use it
    bool alone = false; ///< all ranks share one host and its memory
    std::vector<std::unique_ptr<Planned>> planned;
    std::size_t lastPlanned = 0;
    std::vector<SessionStatistics::Pair> pairCounts;
    std::uint32_t exchanges = 0;
    bool ended = false;
};

template <typename Plan>
Result<void> Session::Parts::move(Values values, std::size_t elements, int root, Operator operation, Plan plan)
{
    if (!allLinks)
        return end(fail(ErrorCode::InvalidInput, "this session has the connections of its all-reduces only"));
    if (root < 0 || root >= size)
        return end(fail(ErrorCode::InvalidInput, fmt::format("rank {} is not one of the {} ranks", root, size)));
    if (elements != values.elements)
        return end(fail(ErrorCode::InvalidInput,
                        fmt::format("the parts have {} elements, the values {}", elements, values.elements)));
    return run(Schedule(plan(elementBytes(values.type)), rank, elementBytes(values.type), streams), values, operation);
}

} // namespace millrace::collective
