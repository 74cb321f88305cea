// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/cluster/network_matrix.h"
#include "core/run/cluster_check.h"

#include <span>

namespace millrace::run {

struct MatrixMeasurement
{
    int streams = 1; ///< TCP connections of a pair
    Nanoseconds duration = probe::TcpRateSpec().duration; ///< of each direction of a pair, see probe::TcpRateSpec
};

/// Lets each node send to each other one over TCP, one pair and direction after another, so that none is in the way of
/// another: the rate that the connections have together, and their shortest round trip. Nodes that cannot be reached
/// are problems; NotFound if no pair could be measured.
[[nodiscard]] Result<cluster::MeasuredPairs> measureMatrix(std::span<const NodeToCheck> nodes,
                                                           const MatrixMeasurement& how, const JobContext& job);

} // namespace millrace::run
