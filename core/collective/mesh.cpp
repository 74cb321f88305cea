// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/mesh.h"

#include <array>
#include <sys/socket.h>

namespace millrace::collective {

namespace {

Result<void> joinPair(UniqueFd& one, UniqueFd& other)
{
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends.data()) != 0)
        return failErrno("making a socket pair");
    one = UniqueFd(ends[0]);
    other = UniqueFd(ends[1]);
    return {};
}

} // namespace

Mesh::Mesh(std::size_t ranks, int streamsOfLink) : links(ranks), streams(streamsOfLink)
{
    for (Links& link : links) {
        link.out.resize(static_cast<std::size_t>(streams));
        link.in.resize(static_cast<std::size_t>(streams));
    }
}

Edges::Edges(std::span<const GraphPair> pairs)
{
    for (const GraphPair& pair : pairs) {
        add(pair.reduce);
        add(pair.broadcast);
    }
}

Edges Edges::all(int ranks)
{
    Graph graph(ranks);
    for (int from = 0; from < ranks; ++from)
        for (int to = 0; to < ranks; ++to)
            if (from != to)
                graph.addEdge(from, to);
    Edges edges;
    edges.add(graph);
    return edges;
}

void Edges::add(const Graph& graph)
{
    const auto count = static_cast<std::size_t>(graph.size());
    m_has.resize(count, std::vector<bool>(count, false));
    for (int from = 0; from < graph.size(); ++from) {
        for (const int to : graph.successors(from))
            m_has[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)] = true;
    }
}

Result<std::vector<Mesh>> localMeshes(int ranks, const Edges& edges, int streams)
{
    const auto count = static_cast<std::size_t>(ranks);
    std::vector<Mesh> meshes;
    for (int rank = 0; rank < ranks; ++rank)
        meshes.emplace_back(count, streams);
    for (int from = 0; from < ranks; ++from) {
        for (int to = 0; to < ranks; ++to) {
            auto& sender = meshes[static_cast<std::size_t>(from)].links[static_cast<std::size_t>(to)];
            auto& receiver = meshes[static_cast<std::size_t>(to)].links[static_cast<std::size_t>(from)];
            if (from < to)
                MR_CHECK(joinPair(sender.control, receiver.control));
            for (std::size_t stream = 0; from != to && edges.has(from, to) && stream < sender.out.size(); ++stream)
                MR_CHECK(joinPair(sender.out[stream], receiver.in[stream]));
        }
    }
    return meshes;
}

} // namespace millrace::collective
