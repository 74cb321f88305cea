// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/launch/launch_plan.h"
#include "core/run/network_plan.h"

#include <string>
#include <vector>

namespace millrace::run {

/// Payload bytes that a run must move between its nodes.
struct TrafficForecast
{
    std::vector<double> sentByRank; ///< by one all-reduce, their mean if they differ; empty: not known
    double averagingsPerStep = 1; ///< all-reduces, of all fragments of the gradients
    std::vector<double> sentByNode; ///< to other nodes, by all steps of the run, warm-up included; NaN: not known
    double gradientBytes = 0; ///< S: of one rank, one step; 0: not known
    double stepSeconds = 0; ///< one all-reduce at the rate of the most loaded link, NIC or bottleneck; 0: no limit
    double tolerance = 0.03; ///< of the comparison with the measurement: what the formula omits
    std::string formula; ///< with its source

    bool operator==(const TrafficForecast&) const = default;
};

/// For the built-in worker from its strategy's graphs, message headers included; for other frameworks by the formula of
/// their adapter, if there is one.
[[nodiscard]] Result<TrafficForecast> forecastTraffic(const launch::Workload& workload,
                                                      const launch::LaunchPlan& launch, const NetworkPlan& network,
                                                      const launch::Frameworks& frameworks);

} // namespace millrace::run
