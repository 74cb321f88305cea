// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/project/stored_settings.h"

#include "core/cluster/cluster_json.h"
#include "core/crosstraffic/traffic_profile_json.h"
#include "core/grid/grid_json.h"
#include "core/launch/workload_json.h"

namespace millrace::project {

Result<Project> projectOfSpec(std::string_view specJson, const launch::Frameworks& frameworks)
{
    const Json spec = Json::parse(specJson, nullptr, false);
    if (!spec.is_object() || !spec.contains("grid") || !spec.contains("cluster") || !spec.contains("workload"))
        return fail(ErrorCode::InvalidInput,
                    "the campaign does not say with which grid, cluster and workload it was "
                    "made");
    Issues issues;
    Project project;
    project.frameworks = frameworks;
    project.grids.push_back(grid::readGrid(spec["grid"], "grid", issues));
    project.clusters.push_back(cluster::readCluster(spec["cluster"], "cluster", issues));
    project.workloads.push_back(launch::readWorkload(spec["workload"], "workload", issues));
    if (const auto profiles = spec.find("cross_traffic"); profiles != spec.end() && profiles->is_array())
        for (const Json& profile : *profiles)
            project.traffic.push_back(crosstraffic::readProfile(profile, "cross_traffic", issues));
    return project;
}

Result<EffectiveSettings> storedSettings(const Project& project, const std::string& cell,
                                         const std::vector<std::pair<std::string, std::string>>& levels)
{
    if (project.grids.empty())
        return fail(ErrorCode::InvalidInput, "there is no grid");
    const grid::GridSpec& grid = project.grids.front();
    grid::Cell found{cell, {}};
    for (const auto& [name, text] : levels)
        if (const grid::Factor* factor = grid::findFactor(grid, name)) {
            MR_TRY(level, grid::parseLevel(grid::quantityOf(*factor), text, name));
            found.levels.emplace_back(name, std::move(level));
        }
    return effectiveSettings(project, grid, found);
}

} // namespace millrace::project
