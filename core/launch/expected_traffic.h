// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/launch/launch_plan.h"
#include "core/launch/model_size.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::launch {

/// Bytes that training must move in one step, payload only: no headers, no control traffic.
struct CollectiveTraffic
{
    double gradientBytes = 0; ///< S: contribution of one worker in one step
    std::vector<double> sentByNode; ///< to other nodes, in one step; in the order of the nodes
    std::string formula; ///< "2(N-1)/N S, to the next worker of a ring"
    std::string source; ///< source of the formula
    std::string beside; ///< additional traffic that is not counted; may be empty

    bool operator==(const CollectiveTraffic&) const = default;
};

/// Returns S in bytes from the workload's model and its extra options "classes" and "data"; nothing for an unknown
/// model or a user's program.
[[nodiscard]] std::optional<double> gradientBytes(const Workload& workload, ModelFamily family);

/// Ring through all workers in the order of their ranks. Patarasuk, Yuan: Bandwidth optimal all-reduce algorithms for
/// clusters of workstations, J. Parallel Distrib. Comput. 69 (2009).
[[nodiscard]] CollectiveTraffic ringTraffic(double gradientBytes, std::span<const PlacedNode> nodes);
/// Every worker sends its gradients to the servers and gets the parameters back. `servers`: number on each node; each
/// holds an equal part.
[[nodiscard]] CollectiveTraffic parameterServerTraffic(double gradientBytes, std::span<const PlacedNode> nodes,
                                                       std::span<const int> servers);
/// Every worker reduces an equal part for all others (Hivemind's averaging without bandwidth hints), once in this many
/// steps.
[[nodiscard]] CollectiveTraffic butterflyTraffic(double roundBytes, double stepsOfRound,
                                                 std::span<const PlacedNode> nodes);
/// KungFu's graphs over `peers` ("10.77.0.1:10000", by rank), chunks spread evenly. Nothing for an unknown strategy.
[[nodiscard]] std::optional<CollectiveTraffic> graphTraffic(double gradientBytes, const std::string& strategy,
                                                            const std::vector<std::string>& peers,
                                                            std::span<const PlacedNode> nodes);
/// Each worker requests the whole model of a random other one.
[[nodiscard]] CollectiveTraffic pairTraffic(double gradientBytes, std::span<const PlacedNode> nodes);

/// Returns the traffic of the workload's framework; nothing if it is not known. The built-in worker's is computed by
/// core/run from its graphs.
[[nodiscard]] std::optional<CollectiveTraffic>
expectedTraffic(const Workload& workload, std::span<const PlacedNode> nodes, const Frameworks& frameworks);
/// Returns what each worker of the workload's framework trains; nothing if it is not known.
[[nodiscard]] std::optional<TrainedModel> trainedModel(const Workload& workload, const Frameworks& frameworks);

} // namespace millrace::launch
