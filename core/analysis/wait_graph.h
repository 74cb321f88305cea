// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <vector>

namespace millrace::analysis {

/// Waits between workers: [rank][peer] is the share of the time in which the rank could move nothing until data, or
/// room for data, came from the peer. Square, not negative; the diagonal is 0.
using WaitMatrix = std::vector<std::vector<double>>;

/// Where waits come from. In a ring, a tree or a star a late worker is waited for by its neighbours only, which then
/// are waited for by theirs, so the one that is waited for most need not be the late one.
struct WaitCauses
{
    std::vector<double> waiting; ///< by rank: sum over its peers
    /// By rank: what the others wait because of it, directly or through others; mean over the others.
    std::vector<double> caused;
    double common = 0; ///< the least wait of a rank: the network and the strategy, for which nobody is to blame
};

/// The wait of the rank that waits least is taken as what all of them wait in any case. Beyond that, what a rank waits
/// for a peer is passed on to those that the peer waits for, up to as much as the peer waits itself and in proportion;
/// the rest is held against the peer. After as many hops as there are ranks it is held against whoever has it.
[[nodiscard]] WaitCauses findCauses(const WaitMatrix& waits);

} // namespace millrace::analysis
