// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/graph.h"

#include "core/base/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

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

std::string graphText(const Graph& graph)
{
    std::vector<std::string> parts;
    std::vector<int> loops;
    for (int from = 0; from < graph.size(); ++from) {
        auto successors = graph.successors(from);
        std::sort(successors.begin(), successors.end());
        for (const int to : successors)
            parts.push_back(fmt::format("{}>{}", from, to));
        if (graph.hasSelfLoop(from))
            loops.push_back(from);
    }
    if (!loops.empty())
        parts.push_back(fmt::format("({})", fmt::join(loops, " ")));
    return join(parts, " ");
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
