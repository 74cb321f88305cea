// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/collective/graph.h"
#include "core/collective/peer_list.h"
#include "core/collective/strategy.h"

#include <cstddef>
#include <span>
#include <vector>

namespace millrace::collective {

/// Peers for a calculation, without addresses of machines: each rank on the host of this number.
[[nodiscard]] PeerList peersOnHosts(std::span<const std::size_t> hosts);
/// Ranks on the same host share an address.
[[nodiscard]] std::vector<int> ranksOnOtherHosts(const PeerList& peers, int rank);
/// With `rank` itself, ascending.
[[nodiscard]] std::vector<int> ranksOnHostOf(const PeerList& peers, int rank);
/// Returns the strategy's pairs among the lowest ranks of the hosts, as graphs over all ranks.
[[nodiscard]] std::vector<GraphPair> pairsOfMasters(Strategy strategy, const PeerList& peers);

} // namespace millrace::collective
