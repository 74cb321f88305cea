// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/project/project_items.h"

#include "ui/base/format.h"
#include "ui/edit/project_changes.h"

#include <QCoreApplication>

#include <algorithm>

namespace millrace::ui {
namespace {

class Words
{
    Q_DECLARE_TR_FUNCTIONS(ProjectItems)
};

cluster::Cluster newCluster(const project::Project& project)
{
    cluster::Cluster cluster;
    cluster.name =
        freeName(namesOf(project.clusters), QCoreApplication::translate("ProjectItems", "cluster").toStdString());
    for (int i = 0; i < 4; ++i) {
        cluster::Node node;
        node.name = "node" + std::to_string(i);
        node.nics = {newClusterNic()};
        cluster.nodes.push_back(std::move(node));
    }
    cluster.links.push_back(newClusterLink());
    return cluster;
}

launch::Workload newWorkload(const project::Project& project)
{
    launch::Workload workload;
    workload.name =
        freeName(namesOf(project.workloads), QCoreApplication::translate("ProjectItems", "workload").toStdString());
    return workload;
}

/// From the last node of the first cluster to its first one.
crosstraffic::TrafficProfile newTraffic(const project::Project& project)
{
    crosstraffic::TrafficProfile traffic;
    traffic.name =
        freeName(namesOf(project.traffic), QCoreApplication::translate("ProjectItems", "traffic").toStdString());
    traffic.bitsPerSecond = 100e6;
    if (!project.clusters.empty() && project.clusters.front().nodes.size() > 1) {
        traffic.sources = {project.clusters.front().nodes.back().name};
        traffic.destinations = {project.clusters.front().nodes.front().name};
    }
    return traffic;
}

grid::GridSpec newGrid(const project::Project& project)
{
    grid::GridSpec grid;
    grid.name = freeName(namesOf(project.grids), QCoreApplication::translate("ProjectItems", "grid").toStdString());
    if (!project.clusters.empty())
        grid.cluster = project.clusters.front().name;
    if (!project.workloads.empty())
        grid.workload = project.workloads.front().name;
    return grid;
}

/// Of all machine types of the first cluster, whose rates are still to be typed.
planner::PlanSpec newPlan(const project::Project& project)
{
    planner::PlanSpec plan;
    plan.name = freeName(namesOf(project.plans), QCoreApplication::translate("ProjectItems", "plan").toStdString());
    plan.parameters = 25'557'032; // ResNet-50
    plan.samples = 1'281'167; // one pass over ImageNet-1K
    if (project.clusters.empty())
        return plan;
    plan.cluster = project.clusters.front().name;
    for (const cluster::Node& node : project.clusters.front().nodes)
        if (std::ranges::find(plan.rates, node.machine, &planner::MachineRate::machine) == plan.rates.end())
            plan.rates.push_back({node.machine, 0, {}});
    return plan;
}

template <typename List>
void copyIn(List& list, std::size_t item)
{
    auto copy = list[item];
    copy.name = freeName(namesOf(list), copy.name.empty() ? "copy" : copy.name);
    list.insert(list.begin() + static_cast<std::ptrdiff_t>(item) + 1, std::move(copy));
}

template <typename List>
void eraseIn(List& list, std::size_t item)
{
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(item));
}

bool exists(const project::Project& project, const ProjectPlace& place)
{
    return place.item >= 0 && place.item < static_cast<int>(itemNames(project, place.part).size());
}

} // namespace

std::vector<std::string> itemNames(const project::Project& project, ProjectPart part)
{
    switch (part) {
    case ProjectPart::Clusters: return namesOf(project.clusters);
    case ProjectPart::Workloads: return namesOf(project.workloads);
    case ProjectPart::Traffic: return namesOf(project.traffic);
    case ProjectPart::Grids: return namesOf(project.grids);
    case ProjectPart::Plans: return namesOf(project.plans);
    default: return {};
    }
}

QString itemText(const project::Project& project, const ProjectPlace& place)
{
    const QString name = exists(project, place)
        ? toQString(itemNames(project, place.part)[static_cast<std::size_t>(place.item)])
        : QString();
    switch (place.part) {
    case ProjectPart::Clusters: return Words::tr("cluster “%1”").arg(name);
    case ProjectPart::Workloads: return Words::tr("workload “%1”").arg(name);
    case ProjectPart::Traffic: return Words::tr("cross traffic “%1”").arg(name);
    case ProjectPart::Grids: return Words::tr("grid “%1”").arg(name);
    case ProjectPart::Plans: return Words::tr("plan “%1”").arg(name);
    default: return {};
    }
}

ProjectPlace addItem(ProjectEditor& editor, ProjectPart part)
{
    project::Project after = editor.project();
    QString text;
    if (part == ProjectPart::Clusters) {
        after.clusters.push_back(newCluster(after));
        text = Words::tr("Add a cluster");
    } else if (part == ProjectPart::Workloads) {
        after.workloads.push_back(newWorkload(after));
        text = Words::tr("Add a workload");
    } else if (part == ProjectPart::Traffic) {
        after.traffic.push_back(newTraffic(after));
        text = Words::tr("Add cross traffic");
    } else if (part == ProjectPart::Grids) {
        after.grids.push_back(newGrid(after));
        text = Words::tr("Add a grid");
    } else if (part == ProjectPart::Plans) {
        after.plans.push_back(newPlan(after));
        text = Words::tr("Add a plan");
    } else {
        return {part, -1};
    }
    const auto count = static_cast<int>(itemNames(after, part).size());
    editor.apply(text, std::move(after));
    return {part, count - 1};
}

ProjectPlace duplicateItem(ProjectEditor& editor, const ProjectPlace& place)
{
    if (!exists(editor.project(), place))
        return place;
    const auto item = static_cast<std::size_t>(place.item);
    editor.change(Words::tr("Duplicate %1").arg(itemText(editor.project(), place)), [&](project::Project& project) {
        if (place.part == ProjectPart::Clusters)
            copyIn(project.clusters, item);
        else if (place.part == ProjectPart::Workloads)
            copyIn(project.workloads, item);
        else if (place.part == ProjectPart::Traffic)
            copyIn(project.traffic, item);
        else if (place.part == ProjectPart::Grids)
            copyIn(project.grids, item);
        else
            copyIn(project.plans, item);
    });
    return {place.part, place.item + 1};
}

void removeItem(ProjectEditor& editor, const ProjectPlace& place)
{
    if (!exists(editor.project(), place))
        return;
    const auto item = static_cast<std::size_t>(place.item);
    editor.change(Words::tr("Remove %1").arg(itemText(editor.project(), place)), [&](project::Project& project) {
        if (place.part == ProjectPart::Clusters)
            eraseIn(project.clusters, item);
        else if (place.part == ProjectPart::Workloads)
            eraseIn(project.workloads, item);
        else if (place.part == ProjectPart::Traffic)
            eraseIn(project.traffic, item);
        else if (place.part == ProjectPart::Grids)
            eraseIn(project.grids, item);
        else
            eraseIn(project.plans, item);
    });
}

bool renameItem(ProjectEditor& editor, const ProjectPlace& place, const QString& name)
{
    const std::string wanted = name.toStdString();
    if (!exists(editor.project(), place) || wanted.empty())
        return false;
    const std::vector<std::string> names = itemNames(editor.project(), place.part);
    const auto item = static_cast<std::size_t>(place.item);
    if (names[item] == wanted)
        return true;
    if (std::ranges::find(names, wanted) != names.end())
        return false;
    editor.change(Words::tr("Rename %1").arg(itemText(editor.project(), place)), [&](project::Project& project) {
        if (place.part == ProjectPart::Clusters)
            renameCluster(project, item, wanted);
        else if (place.part == ProjectPart::Workloads)
            renameWorkload(project, item, wanted);
        else if (place.part == ProjectPart::Traffic)
            renameTraffic(project, item, wanted);
        else if (place.part == ProjectPart::Grids)
            project.grids[item].name = wanted;
        else
            project.plans[item].name = wanted;
    });
    return true;
}

} // namespace millrace::ui
