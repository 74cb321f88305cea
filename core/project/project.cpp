// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/project/project.h"

#include "core/base/json_fields.h"
#include "core/base/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::project {

namespace {

template <typename List>
auto findNamed(const List& list, std::string_view name) noexcept -> const typename List::value_type*
{
    const auto found = std::ranges::find(list, name, &List::value_type::name);
    return found == list.end() ? nullptr : &*found;
}

} // namespace

const cluster::Cluster* findCluster(const Project& project, std::string_view name) noexcept
{
    return findNamed(project.clusters, name);
}

const launch::Workload* findWorkload(const Project& project, std::string_view name) noexcept
{
    return findNamed(project.workloads, name);
}

const crosstraffic::TrafficProfile* findTraffic(const Project& project, std::string_view name) noexcept
{
    return findNamed(project.traffic, name);
}

Result<const grid::GridSpec*> chooseGrid(const Project& project, std::string_view name)
{
    if (project.grids.empty())
        return fail(ErrorCode::InvalidInput, "the project has no grid; add one under \"grids\"");
    if (name.empty())
        return &project.grids.front();
    if (const grid::GridSpec* grid = findNamed(project.grids, name))
        return grid;
    std::vector<std::string> names;
    for (const auto& grid : project.grids)
        names.push_back(briefJson(Json(grid.name)));
    return fail(ErrorCode::InvalidInput,
                fmt::format("the project has no grid {}; available: {}", briefJson(Json(name)), join(names, ", ")));
}

} // namespace millrace::project
