// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/predict/dataset.h"

#include <string>
#include <vector>

namespace millrace::graphs {

/// What the corrected network reads of one graph, not yet standardised. Independent of the order of the nodes, apart
/// from the order of the rows.
struct GraphInputs
{
    std::vector<float> nodes; ///< [N, nodeInputCount]
    std::vector<float> statistics; ///< [statisticNames().size()]
    bool operator==(const GraphInputs&) const = default;
};

/// Columns of a node: log(1 + x) of its features, log(1 + degree), log(1 + triangles that it is part of), and the mean
/// difference of each logarithm to its neighbours.
[[nodiscard]] constexpr std::size_t nodeInputCount(std::size_t features) noexcept
{
    return 2 * features + 2;
}

/// Names of the statistics of a graph, for users, in their order: of each feature the sum, and mean, quantiles and
/// deviation over the nodes; of the first feature the differences along edges, and the same after one to five steps of
/// averaging over neighbours; edges, degrees, triangles and squares. All of logarithms, except degrees.
///
/// Reason: the twelve values follow totals over the graph, which no mean over nodes has, and the ratio of computation
/// to communication, which shows in the differences along edges. Sums, quantiles, averages over neighbours (Wu et al.,
/// SGC, 2019) and counts of small subgraphs need no training, and are exact where 192 graphs are few to learn them
/// from.
[[nodiscard]] std::vector<std::string> statisticNames(std::size_t features);

[[nodiscard]] GraphInputs graphInputs(const predict::Batch& batch, std::size_t graph);

} // namespace millrace::graphs
