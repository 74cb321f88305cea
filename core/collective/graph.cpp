// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/graph.h"

namespace millrace::collective {

Graph::Graph(int ranks) : m_nodes(static_cast<std::size_t>(ranks)) { }

void Graph::addEdge(int from, int to)
{
    m_nodes[static_cast<std::size_t>(from)].successors.push_back(to);
    m_nodes[static_cast<std::size_t>(to)].predecessors.push_back(from);
}

void Graph::addSelfLoop(int rank)
{
    m_nodes[static_cast<std::size_t>(rank)].selfLoop = true;
}

Graph defaultReduceGraph(const Graph& broadcast)
{
    Graph reduce(broadcast.size());
    for (int from = 0; from < broadcast.size(); ++from) {
        reduce.addSelfLoop(from);
        for (const int to : broadcast.successors(from))
            reduce.addEdge(to, from);
    }
    return reduce;
}

} // namespace millrace::collective
