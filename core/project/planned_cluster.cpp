// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/project/planned_cluster.h"

#include "core/collective/session.h"
#include "core/plan/model_facts.h"
#include "core/project/free_name.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace millrace::project {

namespace {

constexpr const char* vectorModel = "vector"; ///< a gradient of any size, by its divisor
constexpr double roundSeconds = 5; ///< of the emulated training, about
constexpr int rounds = 10;
/// With overlap, a round is so many steps: averaging and training are at once in all but one of them.
constexpr int overlappingSteps = 20;

/// A name that no cluster, workload and grid has.
std::string unusedName(const Project& project, const std::string& wanted)
{
    return freeName(wanted, [&project](const std::string& name) {
        return hasNamed(project.clusters, name) || hasNamed(project.workloads, name) || hasNamed(project.grids, name);
    });
}

/// The rate of such a link is what connections reach, not that of a line which drops what exceeds it: its queue holds
/// the window of a connection in slow start, twice what the path does.
void giveQueue(cluster::LinkSettings& link)
{
    const double roundTrip = 2 * std::chrono::duration<double>(link.delay.value_or(Nanoseconds(0))).count();
    const auto bytes = static_cast<std::uint64_t>(std::ceil(2 * *link.bitsPerSecond / 8 * roundTrip));
    if (!link.queueBytes && bytes > cluster::defaultQueueBytes(*link.bitsPerSecond))
        link.queueBytes = bytes;
}

} // namespace

int plannedStreams(const planner::PlanSpec& plan) noexcept
{
    return std::min(plan.streams, collective::mostStreams);
}

Result<cluster::Cluster> plannedNodes(const Project& project, const planner::Planner& planner,
                                      const planner::Candidate& candidate)
{
    const cluster::Cluster* found = findCluster(project, planner.plan().cluster);
    if (found == nullptr)
        return fail(ErrorCode::InvalidInput, fmt::format("the project has no cluster \"{}\"", planner.plan().cluster));
    const cluster::Cluster& all = *found;
    cluster::Cluster chosen = all;
    chosen.kind = cluster::ClusterKind::Emulated;
    chosen.access = {};
    chosen.nodes.clear();
    std::set<std::string> names = {"*"};
    for (std::size_t site = 0; site < planner.sites().size(); ++site)
        for (int i = 0; i < candidate.counts[site]; ++i) {
            cluster::Node node = all.nodes[planner.sites()[site].nodes[static_cast<std::size_t>(i)]];
            node.host.clear();
            node.slots = 1;
            for (cluster::Nic& nic : node.nics)
                nic.address.clear();
            names.insert({node.name, node.zone});
            chosen.nodes.push_back(std::move(node));
        }
    std::erase_if(chosen.links, [&names](const cluster::Link& link) {
        return !names.contains(link.from) || !names.contains(link.to);
    });
    for (cluster::Link& link : chosen.links)
        if (link.settings.bitsPerSecond) {
            *link.settings.bitsPerSecond *= planner.plan().streams;
            giveQueue(link.settings);
        }
    return chosen;
}

Result<std::string> addPlannedCluster(Project& project, const planner::Planner& planner,
                                      const planner::Candidate& candidate, const PlannedRun& run)
{
    const planner::PlanSpec& spec = planner.plan();
    MR_TRY(cluster, plannedNodes(project, planner, candidate));
    if (candidate.machines() < 2)
        return fail(ErrorCode::InvalidInput, "one machine alone has no network; choose two or more");
    const bool isEmulated = run.kind == cluster::ClusterKind::Emulated;
    cluster.kind = run.kind;
    const std::string name = unusedName(
        project, fmt::format("{}, {} machines{}", spec.name, candidate.machines(), isEmulated ? "" : ", simulated"));
    cluster.name = name;

    MR_TRY(model, plan::modelFacts(vectorModel));
    const auto modelBytes = static_cast<double>(model.gradientBytes);
    const double wanted = isEmulated ? std::max(1.0, candidate.forecast.roundSeconds / roundSeconds) : 1;
    const double divisor = std::clamp(std::round(modelBytes * wanted / planner.vectorBytes()), 1.0, 1e6);
    const double reduction = planner.vectorBytes() / (modelBytes / divisor);
    launch::Workload workload;
    workload.name = name;
    workload.model = fmt::format("{}/{:.0f}", vectorModel, divisor);
    workload.strategy = run.strategy;
    const int steps = spec.overlap ? overlappingSteps : 1;
    const double parts = reduction * steps; // of a round of the plan
    workload.batch = static_cast<int>(
        std::clamp(std::round(static_cast<double>(spec.targetBatch) / candidate.machines() / parts), 1.0, 1e6));
    workload.computeTime = std::chrono::nanoseconds(std::llround(1e9 * candidate.forecast.computeSeconds / parts));
    workload.steps = rounds;
    if (spec.overlap) {
        // The averaging that begins after a round goes on until the next one ends; what runs in the last step is waited
        // for.
        workload.steps = (rounds + 1) * steps - 1;
        workload.warmupSteps = steps;
        workload.extras["local_steps"] = fmt::format("{}", steps);
        workload.extras["overlap_steps"] = fmt::format("{}", steps - 1);
    }
    if (const int streams = plannedStreams(spec); streams > 1)
        workload.extras["streams"] = fmt::format("{}", streams);
    workload.deadline = std::chrono::minutes(2);
    grid::GridSpec grid;
    grid.name = name;
    grid.cluster = name;
    grid.workload = name;
    grid.repetitions = isEmulated ? 3 : 1;
    project.clusters.push_back(std::move(cluster));
    project.workloads.push_back(std::move(workload));
    project.grids.push_back(std::move(grid));
    return name;
}

} // namespace millrace::project
