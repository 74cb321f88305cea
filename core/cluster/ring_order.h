// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/cluster/cluster.h"

#include <cstddef>
#include <vector>

namespace millrace::cluster {

/// An order of the nodes of a cluster, each of which sends to the next one and the last to the first.
struct RingOrder
{
    std::vector<std::size_t> nodes; ///< positions in the cluster; the first is 0
    double seconds = 0; ///< of the slowest connection of the ring, for its part of the vector
    double listedSeconds = 0; ///< the same of the nodes as they are listed
    bool isExact = false; ///< no order is better; else a search found none

    /// What remains of the time of an all-reduce, which takes 2 (n - 1) times the slowest connection.
    [[nodiscard]] double gain() const noexcept { return seconds > 0 ? listedSeconds / seconds : 1; }
};

/// Largest number of nodes of which all orders are compared.
inline constexpr std::size_t mostExactRing = 9;

/// The order whose slowest connection is fastest, for an all-reduce of `bytes` around the ring: a connection passes on
/// one n-th of them, at the rate of link and NICs, and its delay. The bottleneck travelling salesman problem (Gilmore,
/// Gomory, Operations Research 12, 1964): all orders up to mostExactRing nodes, else local search by moves, swaps and
/// reversals of segments from several starts, the same for the same cluster.
[[nodiscard]] RingOrder bestRing(const Cluster& cluster, double bytes);

/// Puts the nodes of a cluster into an order; workers are numbered by it.
void orderNodes(Cluster& cluster, const std::vector<std::size_t>& order);

} // namespace millrace::cluster
