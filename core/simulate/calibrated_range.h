// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/simulate/all_reduce.h"
#include "core/simulate/calibration.h"

#include <optional>
#include <string>

namespace millrace::simulate {

/// What of a cluster and an operation a calibration must have seen to know how wrong it is.
struct CellRange
{
    double leastRate = 0; ///< bit/s from a node to the next, of its NICs and the link; 0: none is limited
    double mostRate = 0;
    double mostDelaySeconds = 0; ///< one way
    double mostLoss = 0; ///< probability for each packet
    int ranks = 0;
    std::optional<collective::Strategy> strategy; ///< nothing: operations of a user
};
/// Of the ways from each rank's node to that of the next one; of more than a thousand ranks, of the first thousand.
[[nodiscard]] CellRange rangeOf(const cluster::Cluster& cluster, std::span<const std::size_t> nodesOfRanks);
[[nodiscard]] CellRange rangeOf(const cluster::Cluster& cluster, const AllReduceSpec& operation);

/// The calibration was fitted to this cell, too.
void widen(Calibration& calibration, const CellRange& range);

/// How far beyond its cells a calibration is used without a remark, as a ratio.
inline constexpr double nearRange = 1.5;

/// What of a cell is beyond the calibration, as a sentence; empty: nothing, or there is no calibration.
[[nodiscard]] std::string beyond(const std::optional<Calibration>& calibration, const CellRange& range);

} // namespace millrace::simulate
