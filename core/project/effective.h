// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/grid/expansion.h"
#include "core/project/project.h"

#include <map>
#include <optional>
#include <string>

namespace millrace::project {

/// Settings of a cell's runs: the grid's cluster and workload with the cell's levels applied.
struct EffectiveSettings
{
    cluster::Cluster cluster; ///< reduced to the workers in use
    launch::Workload workload; ///< backend and strategy filled in; user-defined factors are in extras, and target_batch
                               ///< is local_steps
    int workers = 0; ///< all slots of `cluster`
    std::optional<crosstraffic::TrafficProfile> traffic; ///< in addition to the workload
    launch::Frameworks frameworks = {}; ///< of the project

    [[nodiscard]] const launch::FrameworkTraits& traits() const noexcept { return frameworks.traitsOf(workload); }

    bool operator==(const EffectiveSettings&) const = default;
};

/// loss, delay, jitter, rate and queue override that field in all links that the cluster defines (one for all pairs if
/// it defines none); workers keeps the first n slots; congestion_control, mode, mtu, bottleneck_rate and
/// bottleneck_queue set the cluster's; nic_rate sets the rate of every NIC; the rest sets the workload's. Errors name
/// the factor.
[[nodiscard]] Result<EffectiveSettings> effectiveSettings(const Project& project, const grid::GridSpec& grid,
                                                          const grid::Cell& cell);

} // namespace millrace::project
