// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/launch/frameworks.h"
#include "core/run/cluster_check.h"

#include <algorithm>

namespace millrace::run {

namespace {

void addOnce(std::vector<std::string>& all, const std::vector<std::string>& more)
{
    for (const std::string& one : more)
        if (std::ranges::count(all, one) == 0)
            all.push_back(one);
}

void addFramework(cluster::NodeNeeds& needs, const launch::Frameworks& frameworks, const std::string& framework)
{
    if (const launch::FrameworkTraits* traits = frameworks.find(framework)) {
        addOnce(needs.tools, traits->tools);
        addOnce(needs.packages, traits->packages);
    }
}

bool varies(const grid::GridSpec& grid, std::initializer_list<const char*> names)
{
    return std::ranges::any_of(grid.factors, [&](const grid::Factor& factor) {
        return std::ranges::any_of(names, [&](const char* name) { return factor.name == name; });
    });
}

/// Conditions of a remote cluster are imposed by its nodes.
void addConditions(cluster::NodeNeeds& needs, const project::Project& project, const cluster::Cluster& cluster)
{
    bool delays = false;
    bool losses = false;
    bool others = cluster.bottleneck.has_value();
    for (const cluster::Link& link : cluster.links) {
        delays = delays || link.settings.delay.value_or(Nanoseconds(0)).count() > 0
            || link.settings.jitter.value_or(Nanoseconds(0)).count() > 0;
        losses = losses || link.settings.loss.value_or(0) > 0;
        others = others || link.settings.bitsPerSecond.value_or(0) > 0;
    }
    for (const cluster::Node& node : cluster.nodes)
        others =
            others || std::ranges::any_of(node.nics, [](const cluster::Nic& nic) { return nic.bitsPerSecond > 0; });
    for (const grid::GridSpec& grid : project.grids)
        if (grid.cluster == cluster.name) {
            delays = delays || varies(grid, {"delay", "jitter"});
            losses = losses || varies(grid, {"loss"});
            others = others || varies(grid, {"rate", "bottleneck"});
        }
    needs.impairments = delays || losses || others;
    if (needs.impairments) {
        addOnce(needs.tools, {"ip", "tc"});
        addOnce(needs.features, {"htb", "tbf"});
    }
    if (losses) {
        addOnce(needs.tools, {"nft"});
        addOnce(needs.features, {"nft-loss"});
    }
    if (delays)
        addOnce(needs.features, {"netem"});
}

} // namespace

cluster::NodeNeeds needsOf(const project::Project& project, const cluster::Cluster& cluster, const cluster::Node& node)
{
    cluster::NodeNeeds needs;
    needs.slots = node.slots;
    needs.diskBytes = std::uint64_t(256) << 20;
    needs.ownClock = cluster.kind == cluster::ClusterKind::Remote;
    if (needs.ownClock)
        addConditions(needs, project, cluster);
    needs.congestionControl = cluster.congestionControl;
    for (const grid::GridSpec& grid : project.grids) {
        if (grid.cluster != cluster.name)
            continue;
        needs.captures = needs.captures || grid.capture.enabled;
        for (const launch::Workload& workload : project.workloads)
            if (workload.name == grid.workload)
                addFramework(needs, project.frameworks, workload.framework);
        if (const grid::Factor* factor = grid::findFactor(grid, "framework"))
            for (const grid::Level& level : factor->levels)
                addFramework(needs, project.frameworks, level.text);
    }
    return needs;
}

} // namespace millrace::run
