// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/project/project_json.h"

#include "core/cluster/cluster_json.h"
#include "core/cost/price_book_json.h"
#include "core/crosstraffic/traffic_profile_json.h"
#include "core/grid/grid_json.h"
#include "core/launch/workload_json.h"
#include "core/project/project_file.h"

#include <fmt/format.h>

namespace millrace::project {

namespace {

std::filesystem::path absoluteFrom(const std::filesystem::path& folder, const std::filesystem::path& path)
{
    return path.empty() ? path : (folder / path).lexically_normal();
}

std::filesystem::path relativeTo(const std::filesystem::path& folder, const std::filesystem::path& path)
{
    if (path.empty())
        return path;
    const std::filesystem::path relative = path.lexically_relative(folder);
    return relative.empty() ? path : relative;
}

template <typename Read>
void readList(JsonFields& fields, const char* key, Read read)
{
    if (const Json* list = fields.array(key))
        for (std::size_t i = 0; i < list->size(); ++i)
            read((*list)[i], fmt::format("{}[{}]", key, i));
}

} // namespace

Project readProject(const Json& json, const std::filesystem::path& folder, Issues& issues)
{
    Project project;
    JsonFields fields(json, {}, issues);
    (void)fields.find("format");
    (void)fields.find("version");
    fields.text("name", project.name);
    std::string store;
    fields.text("store", store);
    project.store = absoluteFrom(folder, store);
    readList(fields, "clusters", [&](const Json& item, const std::string& path) {
        project.clusters.push_back(cluster::readCluster(item, path, issues));
    });
    readList(fields, "workloads", [&](const Json& item, const std::string& path) {
        project.workloads.push_back(launch::readWorkload(item, path, issues));
        project.workloads.back().folder = absoluteFrom(folder, project.workloads.back().folder);
    });
    readList(fields, "cross_traffic", [&](const Json& item, const std::string& path) {
        project.traffic.push_back(crosstraffic::readProfile(item, path, issues));
        for (std::filesystem::path* file : {&project.traffic.back().file, &project.traffic.back().sizes.file})
            *file = absoluteFrom(folder, *file);
    });
    readList(fields, "grids", [&](const Json& item, const std::string& path) {
        project.grids.push_back(grid::readGrid(item, path, issues));
    });
    readList(fields, "plans", [&](const Json& item, const std::string& path) {
        project.plans.push_back(planner::readPlan(item, path, issues));
    });
    if (const Json* prices = fields.object("prices"))
        project.prices = cost::readPriceBook(*prices, "prices", issues);
    fields.text("notes", project.notes);
    fields.reportUnknown();
    return project;
}

Json toJson(const Project& project, const std::filesystem::path& folder)
{
    Json json = {{"format", "millrace-project"}, {"version", currentVersion}, {"name", project.name}};
    if (!project.store.empty())
        json["store"] = relativeTo(folder, project.store).generic_string();
    json["clusters"] = Json::array();
    for (const auto& cluster : project.clusters)
        json["clusters"].push_back(cluster::toJson(cluster));
    json["workloads"] = Json::array();
    for (launch::Workload workload : project.workloads) {
        workload.folder = relativeTo(folder, workload.folder);
        json["workloads"].push_back(launch::toJson(workload));
    }
    for (crosstraffic::TrafficProfile profile : project.traffic) {
        for (std::filesystem::path* file : {&profile.file, &profile.sizes.file})
            *file = relativeTo(folder, *file);
        json["cross_traffic"].push_back(crosstraffic::toJson(profile));
    }
    json["grids"] = Json::array();
    for (const auto& grid : project.grids)
        json["grids"].push_back(grid::toJson(grid));
    for (const auto& plan : project.plans)
        json["plans"].push_back(planner::toJson(plan));
    if (!project.prices.empty())
        json["prices"] = cost::toJson(project.prices);
    if (!project.notes.empty())
        json["notes"] = project.notes;
    return json;
}

} // namespace millrace::project
