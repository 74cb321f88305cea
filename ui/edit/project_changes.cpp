// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/edit/project_changes.h"

#include <algorithm>
#include <cstdlib>

namespace millrace::ui {
namespace {

/// Number of things that links could mean by this name.
auto countOf(const cluster::Cluster& cluster, const std::string& name)
{
    return std::ranges::count_if(cluster.nodes,
                                 [&](const cluster::Node& node) { return node.name == name || node.zone == name; });
}

template <typename List>
bool isOnly(const List& list, const std::string& name)
{
    return std::ranges::count_if(list, [&](const auto& item) { return item.name == name; }) == 1;
}

} // namespace

std::string freeName(const std::vector<std::string>& taken, const std::string& wanted)
{
    const auto isTaken = [&](const std::string& name) { return std::ranges::find(taken, name) != taken.end(); };
    if (!isTaken(wanted))
        return wanted;
    std::size_t digits = wanted.size();
    while (digits > 0 && wanted.size() - digits < 9 && wanted[digits - 1] >= '0' && wanted[digits - 1] <= '9')
        --digits;
    const bool numbered = digits < wanted.size();
    const std::string stem = numbered ? wanted.substr(0, digits) : wanted + " ";
    long number = numbered ? std::atol(wanted.c_str() + digits) + 1 : 2;
    while (isTaken(stem + std::to_string(number)))
        ++number;
    return stem + std::to_string(number);
}

void renameCluster(project::Project& project, std::size_t index, const std::string& name)
{
    const std::string old = std::exchange(project.clusters[index].name, name);
    if (isOnly(project.clusters, old) || old.empty() || !isOnly(project.clusters, name))
        return;
    for (grid::GridSpec& grid : project.grids) {
        if (grid.cluster == old)
            grid.cluster = name;
    }
    for (planner::PlanSpec& plan : project.plans) {
        if (plan.cluster == old)
            plan.cluster = name;
    }
}

void renameWorkload(project::Project& project, std::size_t index, const std::string& name)
{
    const std::string old = std::exchange(project.workloads[index].name, name);
    if (isOnly(project.workloads, old) || old.empty() || !isOnly(project.workloads, name))
        return;
    for (grid::GridSpec& grid : project.grids) {
        if (grid.workload == old)
            grid.workload = name;
    }
}

void renameTraffic(project::Project& project, std::size_t index, const std::string& name)
{
    const std::string old = std::exchange(project.traffic[index].name, name);
    if (isOnly(project.traffic, old) || old.empty() || !isOnly(project.traffic, name))
        return;
    const auto follow = [&](grid::Level& level) {
        if (level.text == old)
            level = grid::textLevel(name);
    };
    for (grid::GridSpec& grid : project.grids)
        for (grid::Factor& factor : grid.factors) {
            if (factor.name != "cross_traffic")
                continue;
            std::ranges::for_each(factor.levels, follow);
            if (factor.formerLevel)
                follow(*factor.formerLevel);
        }
}

void renameNode(cluster::Cluster& cluster, std::size_t index, const std::string& name)
{
    const bool follows = countOf(cluster, cluster.nodes[index].name) == 1 && countOf(cluster, name) == 0;
    const std::string old = std::exchange(cluster.nodes[index].name, name);
    if (!follows || old.empty() || name.empty() || name == "*")
        return;
    const auto replace = [&](std::string& end) {
        if (end == old)
            end = name;
    };
    for (cluster::Link& link : cluster.links) {
        replace(link.from);
        replace(link.to);
    }
    if (cluster.bottleneck) {
        replace(cluster.bottleneck->from);
        replace(cluster.bottleneck->to);
    }
}

cluster::Nic newClusterNic()
{
    cluster::Nic nic;
    nic.bitsPerSecond = 1e9;
    return nic;
}

cluster::Link newClusterLink()
{
    cluster::Link link;
    link.settings.delay = std::chrono::microseconds(100);
    return link;
}

void setClusterKind(cluster::Cluster& cluster, cluster::ClusterKind kind)
{
    if (cluster.kind == kind)
        return;
    const bool wasRemote = cluster.kind == cluster::ClusterKind::Remote;
    cluster.kind = kind;
    const bool remote = kind == cluster::ClusterKind::Remote;
    if (remote == wasRemote)
        return; // an emulated and a simulated cluster have the same settings
    for (cluster::Node& node : cluster.nodes)
        node.nics = {remote ? cluster::Nic{"", "", 0, 0} : newClusterNic()};
    if (!remote) {
        if (cluster.links.empty())
            cluster.links.push_back(newClusterLink());
        return;
    }
    const cluster::Cluster usual;
    // Real machines have their own network: the default link of a new emulated cluster must not be applied to it.
    std::erase(cluster.links, newClusterLink());
    cluster.bottleneck.reset();
    cluster.mtu = usual.mtu;
    cluster.mode = cluster::SwitchMode::Automatic;
    cluster.backend = cluster::EmulationBackend::Automatic;
}

} // namespace millrace::ui
