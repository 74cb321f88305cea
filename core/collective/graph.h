// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <vector>

namespace millrace::collective {

/// A directed graph over the ranks 0 … n-1 with self-loops. A rank with a self-loop adds what it receives to its own
/// data (reduce role); one without takes what it receives in place of its own (broadcast role). Study C, 2.1.
class Graph
{
public:
    Graph() = default;
    explicit Graph(int ranks);

    void addEdge(int from, int to);
    void addSelfLoop(int rank);

    [[nodiscard]] int size() const noexcept { return static_cast<int>(m_nodes.size()); }
    [[nodiscard]] bool hasSelfLoop(int rank) const { return node(rank).selfLoop; }
    /// In the order in which the edges were added.
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

/// What one chunk walks: the reduce graph towards a root, then the broadcast graph away from it.
struct GraphPair
{
    Graph reduce;
    Graph broadcast;

    bool operator==(const GraphPair&) const = default;
};

/// Edges sorted, then the ranks with self-loops: "0>1 0>2 1>3" or "1>0 2>0 (0 1 2)".
[[nodiscard]] std::string graphText(const Graph& graph);
/// Every edge of the broadcast tree reversed and a self-loop on every rank.
[[nodiscard]] Graph defaultReduceGraph(const Graph& broadcast);

} // namespace millrace::collective
