// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <vector>

namespace millrace::collective {

/// Directed graph over the ranks 0 … n-1 with self-loops, as in KungFu: a rank with a self-loop adds what it receives
/// to its own data (reduce role); one without replaces its own data (broadcast role).
class Graph
{
public:
    Graph() = default;
    explicit Graph(int ranks);

    void addEdge(int from, int to);
    void addSelfLoop(int rank);

    [[nodiscard]] int size() const noexcept { return static_cast<int>(m_nodes.size()); }
    [[nodiscard]] bool hasSelfLoop(int rank) const { return node(rank).selfLoop; }
    /// Successors in the order in which the edges were added.
    [[nodiscard]] const std::vector<int>& successors(int rank) const { return node(rank).successors; }
    [[nodiscard]] const std::vector<int>& predecessors(int rank) const { return node(rank).predecessors; }

    bool operator==(const Graph&) const = default;

private:
    struct Node
    {
        bool selfLoop = false;
        std::vector<int> successors;
        std::vector<int> predecessors;

        bool operator==(const Node&) const = default;
    };
    [[nodiscard]] const Node& node(int rank) const { return m_nodes[static_cast<std::size_t>(rank)]; }

    std::vector<Node> m_nodes;
};

/// Path of one chunk: the reduce graph towards a root, then the broadcast graph away from it.
struct GraphPair
{
    Graph reduce;
    Graph broadcast;

    bool operator==(const GraphPair&) const = default;
};

/// Reverses every edge of the broadcast tree and adds a self-loop to every rank.
[[nodiscard]] Graph defaultReduceGraph(const Graph& broadcast);

} // namespace millrace::collective
