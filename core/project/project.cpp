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

template <typename List>
auto chooseNamed(const List& list, std::string_view name, const char* what, const char* key)
    -> Result<const typename List::value_type*>
{
    if (list.empty())
        return fail(ErrorCode::InvalidInput, fmt::format("the project has no {}; add one under \"{}\"", what, key));
    if (name.empty())
        return &list.front();
    if (const auto* item = findNamed(list, name))
        return item;
    std::vector<std::string> names;
    for (const auto& item : list)
        names.push_back(briefJson(Json(item.name)));
    return fail(
        ErrorCode::InvalidInput,
        fmt::format("the project has no {} {}; its {} are: {}", what, briefJson(Json(name)), key, join(names, ", ")));
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

Result<const cluster::Cluster*> chooseCluster(const Project& project, std::string_view name)
{
    return chooseNamed(project.clusters, name, "cluster", "clusters");
}

Result<const grid::GridSpec*> chooseGrid(const Project& project, std::string_view name)
{
    return chooseNamed(project.grids, name, "grid", "grids");
}

Result<const planner::PlanSpec*> choosePlan(const Project& project, std::string_view name)
{
    return chooseNamed(project.plans, name, "plan", "plans");
}

} // namespace millrace::project
