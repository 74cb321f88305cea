// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/project/operations_project.h"

#include "core/operations/goal_text.h"
#include "core/project/free_name.h"
#include "core/project/project_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace millrace::project {

namespace {

constexpr double nicBitsPerSecond = 1e9;
constexpr Nanoseconds delay = std::chrono::microseconds(100);
constexpr int repetitions = 3;

template <typename Things>
std::string freeNameIn(const Things& things, const std::string& wanted)
{
    return freeName(wanted, [&things](const std::string& name) { return hasNamed(things, name); });
}

int workersOf(const cluster::Cluster& cluster)
{
    return std::accumulate(cluster.nodes.begin(), cluster.nodes.end(), 0,
                           [](int sum, const cluster::Node& node) { return sum + node.slots; });
}

} // namespace

cluster::Cluster operationsCluster(int nodes, double bitsPerSecond, Nanoseconds pathDelay)
{
    cluster::Cluster cluster;
    cluster.name = fmt::format("{} nodes", nodes);
    cluster.kind = nodes <= cluster::maximumNodes ? cluster::ClusterKind::Emulated : cluster::ClusterKind::Simulated;
    for (int number = 1; number <= nodes; ++number) {
        cluster::Node node;
        node.name = fmt::format("n{}", number);
        node.nics.front().bitsPerSecond = bitsPerSecond;
        cluster.nodes.push_back(std::move(node));
    }
    cluster::Link link;
    link.settings.delay = pathDelay;
    cluster.links.push_back(std::move(link));
    return cluster;
}

Result<void> addOperations(const std::filesystem::path& file, const operations::Operations& operations,
                           const std::string& name, const launch::Frameworks& frameworks)
{
    ProjectFile project;
    project.project.name = name;
    if (std::filesystem::exists(file)) {
        MR_TRY(opened, ProjectFile::open(file, frameworks));
        project = std::move(opened);
    }
    Project& content = project.project;
    const int ranks = static_cast<int>(operations.ranks.size());
    auto cluster = std::ranges::find(content.clusters, ranks, workersOf);
    if (cluster == content.clusters.end()) {
        cluster::Cluster made = operationsCluster(ranks, nicBitsPerSecond, delay);
        made.name = freeNameIn(content.clusters, made.name);
        cluster = content.clusters.insert(content.clusters.end(), std::move(made));
    }
    launch::Workload workload;
    workload.name = freeNameIn(content.workloads, name);
    workload.framework = "operations";
    workload.operations = operations::goalText(operations);
    grid::GridSpec grid;
    grid.name = freeNameIn(content.grids, name);
    grid.cluster = cluster->name;
    grid.workload = workload.name;
    grid.repetitions = repetitions;
    content.workloads.push_back(std::move(workload));
    content.grids.push_back(std::move(grid));
    return project.saveAs(file);
}

} // namespace millrace::project
