// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/movement.h"

#include "core/base/random.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace millrace::collective {

namespace {

constexpr std::size_t chainBytes = 256 << 10; // from here on, a chain takes less time than a tree
constexpr std::size_t pieceBytes = 256 << 10; // pieces of a chain
constexpr std::size_t mostPieceBytes = 1 << 20; // pieces that go directly

enum class Kind : std::uint64_t
{
    AllReduce = 1,
    Broadcast,
    Reduce,
    AllGather,
    ReduceScatter,
    Gather,
    Scatter,
    AllToAll,
    Share
};

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value)
{
    return mixSeed(hash ^ value);
}

std::uint64_t tagOf(Kind kind, std::uint64_t root, std::span<const std::size_t> amounts)
{
    std::uint64_t hash = mixed(static_cast<std::uint64_t>(kind), root);
    for (const std::size_t amount : amounts)
        hash = mixed(hash, amount);
    return hash;
}

/// Appends [begin, end) in pieces of about this many bytes.
void addPieces(std::vector<Chunk>& chunks, std::size_t begin, std::size_t end, std::size_t pair, std::size_t bytes,
               std::size_t elementBytes)
{
    const std::size_t most = std::max<std::size_t>(1, bytes / elementBytes);
    const std::size_t count = (end - begin + most - 1) / most;
    for (std::size_t index = 0; index < count; ++index) {
        const auto at = [&](std::size_t piece) {
            return begin + (end - begin) / count * piece + std::min(piece, (end - begin) % count);
        };
        chunks.push_back({at(index), at(index + 1), static_cast<std::uint32_t>(pair)});
    }
}

Graph chainFrom(int ranks, int root)
{
    Graph graph(ranks);
    for (int step = 0; step + 1 < ranks; ++step)
        graph.addEdge((root + step) % ranks, (root + step + 1) % ranks);
    return graph;
}

/// Binomial tree: position p's parent is p without its highest bit.
Graph treeFrom(int ranks, int root)
{
    Graph graph(ranks);
    for (int distance = 1; distance < ranks; distance *= 2) {
        for (int parent = 0; parent < distance && parent + distance < ranks; ++parent)
            graph.addEdge((root + parent) % ranks, (root + parent + distance) % ranks);
    }
    return graph;
}

/// Chain or tree, by the amount on one connection.
Graph spread(int ranks, int root, std::size_t bytes)
{
    return bytes >= chainBytes ? chainFrom(ranks, root) : treeFrom(ranks, root);
}

/// Moves data from the source along the graph.
GraphPair broadcastAlong(Graph graph, int source)
{
    GraphPair pair{Graph(graph.size()), std::move(graph)};
    pair.reduce.addSelfLoop(source);
    return pair;
}

/// Reduces against the direction of the graph.
GraphPair reduceAgainst(const Graph& graph)
{
    return {defaultReduceGraph(graph), Graph(graph.size())};
}

GraphPair direct(int ranks, int from, int to)
{
    Graph graph(ranks);
    if (from != to)
        graph.addEdge(from, to);
    return broadcastAlong(std::move(graph), from);
}

/// Calls part(rank, begin, end) for the parts one after another.
template <typename Part>
void eachPart(std::span<const std::size_t> parts, Part part)
{
    std::size_t begin = 0;
    for (std::size_t rank = 0; rank < parts.size(); ++rank) {
        part(rank, begin, begin + parts[rank]);
        begin += parts[rank];
    }
}

std::size_t largest(std::span<const std::size_t> parts)
{
    return parts.empty() ? 0 : *std::max_element(parts.begin(), parts.end());
}

template <typename MakePair>
Movement byParts(Kind kind, int root, std::span<const std::size_t> parts, std::size_t pieces, std::size_t elementBytes,
                 MakePair makePair)
{
    Movement movement;
    movement.tag = tagOf(kind, static_cast<std::uint64_t>(root), parts);
    eachPart(parts, [&](std::size_t rank, std::size_t begin, std::size_t end) {
        movement.pairs.push_back(makePair(static_cast<int>(rank)));
        addPieces(movement.chunks, begin, end, rank, pieces, elementBytes);
    });
    return movement;
}

} // namespace

Movement allReduceMovement(const TensorList& tensors, const ChunkRule& rule, std::vector<GraphPair> pairs)
{
    Movement movement{planChunks(tensors, rule), std::move(pairs), 0};
    movement.tag = mixed(static_cast<std::uint64_t>(Kind::AllReduce), movement.chunks.size());
    for (const Chunk& chunk : movement.chunks) {
        movement.tag = mixed(movement.tag, chunk.begin);
        movement.tag = mixed(movement.tag, chunk.end);
        movement.tag = mixed(movement.tag, chunk.pair);
    }
    return movement;
}

Movement broadcastMovement(std::size_t elements, int ranks, int root, std::size_t elementBytes)
{
    Movement movement;
    movement.tag = tagOf(Kind::Broadcast, static_cast<std::uint64_t>(root), std::span(&elements, 1));
    movement.pairs = {broadcastAlong(spread(ranks, root, elements * elementBytes), root)};
    addPieces(movement.chunks, 0, elements, 0, pieceBytes, elementBytes);
    return movement;
}

Movement reduceMovement(std::size_t elements, int ranks, int root, std::size_t elementBytes)
{
    Movement movement;
    movement.tag = tagOf(Kind::Reduce, static_cast<std::uint64_t>(root), std::span(&elements, 1));
    movement.pairs = {reduceAgainst(spread(ranks, root, elements * elementBytes))};
    addPieces(movement.chunks, 0, elements, 0, pieceBytes, elementBytes);
    return movement;
}

Movement allGatherMovement(std::span<const std::size_t> parts, std::size_t elementBytes)
{
    const int ranks = static_cast<int>(parts.size());
    const std::size_t bytes = largest(parts) * elementBytes;
    return byParts(Kind::AllGather, 0, parts, pieceBytes, elementBytes,
                   [&](int rank) { return broadcastAlong(spread(ranks, rank, bytes), rank); });
}

Movement reduceScatterMovement(std::span<const std::size_t> parts, std::size_t elementBytes)
{
    const int ranks = static_cast<int>(parts.size());
    const std::size_t bytes = largest(parts) * elementBytes;
    return byParts(Kind::ReduceScatter, 0, parts, pieceBytes, elementBytes,
                   [&](int rank) { return reduceAgainst(spread(ranks, rank, bytes)); });
}

Movement gatherMovement(std::span<const std::size_t> parts, int root, std::size_t elementBytes)
{
    const int ranks = static_cast<int>(parts.size());
    return byParts(Kind::Gather, root, parts, mostPieceBytes, elementBytes,
                   [&](int rank) { return direct(ranks, rank, root); });
}

Movement scatterMovement(std::span<const std::size_t> parts, int root, std::size_t elementBytes)
{
    const int ranks = static_cast<int>(parts.size());
    return byParts(Kind::Scatter, root, parts, mostPieceBytes, elementBytes,
                   [&](int rank) { return direct(ranks, root, rank); });
}

Movement shareMovement(std::size_t elements, int ranks, std::span<const int> holders, std::size_t elementBytes)
{
    std::vector<int> receivers;
    for (int rank = 0; rank < ranks; ++rank) {
        if (std::ranges::find(holders, rank) == holders.end())
            receivers.push_back(rank);
    }
    Movement movement;
    movement.tag = mixed(static_cast<std::uint64_t>(Kind::Share), elements);
    for (std::size_t part = 0; part < holders.size(); ++part) {
        // Every part begins its chain with another receiver, so that the last one of a chain, which passes nothing on,
        // differs, too.
        Graph chain(ranks);
        int from = holders[part];
        for (std::size_t step = 0; step < receivers.size(); ++step) {
            const int to = receivers[(part + step) % receivers.size()];
            chain.addEdge(from, to);
            from = to;
        }
        movement.pairs.push_back(broadcastAlong(std::move(chain), holders[part]));
        movement.tag = mixed(movement.tag, static_cast<std::uint64_t>(holders[part]));
        const auto at = [&](std::size_t index) {
            return elements / holders.size() * index + std::min(index, elements % holders.size());
        };
        addPieces(movement.chunks, at(part), at(part + 1), part, pieceBytes, elementBytes);
    }
    return movement;
}

Movement allToAllMovement(std::span<const std::size_t> sent, std::span<const std::size_t> received, int rank)
{
    const int ranks = static_cast<int>(sent.size());
    Movement movement;
    movement.tag = tagOf(Kind::AllToAll, 0, {});
    // A chunk for each ordered pair, numbered alike everywhere; those between other ranks are empty here.
    for (int from = 0; from < ranks; ++from) {
        for (int to = 0; to < ranks; ++to) {
            movement.pairs.push_back(direct(ranks, from, to));
            movement.chunks.push_back({0, 0, static_cast<std::uint32_t>(movement.pairs.size() - 1)});
        }
    }
    const auto chunk = [&](std::size_t from, std::size_t to) -> Chunk& {
        return movement.chunks[from * sent.size() + to];
    };
    const auto own = static_cast<std::size_t>(rank);
    eachPart(sent, [&](std::size_t to, std::size_t begin, std::size_t end) {
        chunk(own, to).begin = begin;
        chunk(own, to).end = to == own ? begin : end;
    });
    const std::size_t offset = std::reduce(sent.begin(), sent.end());
    eachPart(received, [&](std::size_t from, std::size_t begin, std::size_t end) {
        if (from != own) {
            chunk(from, own).begin = offset + begin;
            chunk(from, own).end = offset + end;
        }
    });
    return movement;
}

} // namespace millrace::collective
