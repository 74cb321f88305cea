// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/cluster/cluster.h"
#include "core/cost/price_book.h"
#include "core/crosstraffic/traffic_profile.h"
#include "core/grid/grid_spec.h"
#include "core/launch/frameworks.h"
#include "core/launch/workload.h"
#include "core/planner/plan_spec.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::project {

/// Content of a project file: clusters, workloads and grids of experiments.
struct Project
{
    std::string name;
    std::string notes;
    std::filesystem::path store; ///< result store; empty: in the folder of the project file, same name, .mrdb
    std::vector<cluster::Cluster> clusters;
    std::vector<launch::Workload> workloads;
    std::vector<crosstraffic::TrafficProfile> traffic; ///< in addition to the workloads, by name
    std::vector<grid::GridSpec> grids;
    std::vector<planner::PlanSpec> plans = {}; ///< trainings whose machines are to be chosen
    cost::PriceBook prices = {};
    launch::Frameworks frameworks = {}; ///< that workloads may name; not in the file

    bool operator==(const Project&) const = default;
};

[[nodiscard]] const cluster::Cluster* findCluster(const Project& project, std::string_view name) noexcept;
[[nodiscard]] const launch::Workload* findWorkload(const Project& project, std::string_view name) noexcept;
[[nodiscard]] const crosstraffic::TrafficProfile* findTraffic(const Project& project, std::string_view name) noexcept;
/// Returns the cluster of that name; with an empty name the first one. The error names the existing ones.
[[nodiscard]] Result<const cluster::Cluster*> chooseCluster(const Project& project, std::string_view name);
/// The same of grids.
[[nodiscard]] Result<const grid::GridSpec*> chooseGrid(const Project& project, std::string_view name);
/// The same of plans.
[[nodiscard]] Result<const planner::PlanSpec*> choosePlan(const Project& project, std::string_view name);
/// Returns all problems, `where` from the top of the file: "grids[0].factors[2].levels[1]". Without errors, every grid
/// expands and every cell has effective settings.
[[nodiscard]] Issues validate(const Project& project);

} // namespace millrace::project
