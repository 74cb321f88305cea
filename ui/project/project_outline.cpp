// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/project/project_outline.h"

#include "ui/base/format.h"
#include "ui/project/cluster_outline.h"
#include "ui/project/grid_outline.h"

#include <QCoreApplication>

namespace millrace::ui {
namespace {

using Rows = std::vector<std::pair<QString, QString>>;

class Outline
{
    Q_DECLARE_TR_FUNCTIONS(ProjectOutline)

public:
    static OutlineItem overview(const ProjectDocument& document)
    {
        const project::Project& project = document.file.project;
        const QString name = project.name.empty() ? tr("Project") : toQString(project.name);
        Rows rows{
            {tr("File"), pathText(document.file.file())},
            {tr("Results"),
             document.hasStore ? pathText(document.store) : tr("%1 (not there yet)").arg(pathText(document.store))}};
        std::vector<DetailSection> sections{{{}, std::move(rows)}};
        if (!project.notes.empty())
            sections.push_back({tr("Notes"), {{{}, toQString(project.notes)}}});
        return {name, tr("Project"), {name, tr("Project"), std::move(sections)}, {}};
    }

    static OutlineItem workload(const launch::Workload& workload, const QLocale& locale)
    {
        OutlineItem item;
        item.name = toQString(workload.name);
        item.summary = tr("%1, batch %2").arg(toQString(workload.model)).arg(workload.batch);
        const auto orDefault = [](const std::string& text) { return text.empty() ? tr("default") : toQString(text); };
        Rows training{{tr("Framework"), toQString(workload.framework)},
                      {tr("Backend"), orDefault(workload.backend)},
                      {tr("Model"), toQString(workload.model)},
                      {tr("Batch per worker"), formatCount(workload.batch, locale)},
                      {tr("Strategy"), orDefault(workload.strategy)},
                      {tr("Optimizer"), toQString(workload.optimizer)},
                      {tr("Measured steps"), formatCount(workload.steps, locale)},
                      {tr("Warm-up steps"), formatCount(workload.warmupSteps, locale)},
                      {tr("Compute time of a step"),
                       workload.computeTime ? formatDuration(*workload.computeTime, locale) : tr("from the model")}};
        if (workload.computeJitter > 0)
            training.emplace_back(tr("Its relative deviation"), formatFraction(workload.computeJitter, locale));
        training.emplace_back(tr("Checksums"),
                              workload.verifyEvery > 0 ? tr("every %n step(s)", nullptr, workload.verifyEvery)
                                                       : tr("never"));
        training.emplace_back(tr("Longest wait for a rank"), formatDuration(workload.deadline, locale));
        if (!workload.command.empty()) {
            QStringList words;
            for (const std::string& word : workload.command)
                words.append(toQString(word));
            training.emplace_back(tr("Command"), words.join(QLatin1Char(' ')));
        }
        std::vector<DetailSection> sections{{{}, std::move(training)}};
        if (!workload.extras.empty()) {
            Rows extras;
            for (const auto& [key, value] : workload.extras)
                extras.emplace_back(toQString(key), toQString(value));
            sections.push_back({tr("Further options"), std::move(extras)});
        }
        item.details = {item.name, tr("Workload"), std::move(sections)};
        return item;
    }

    static std::vector<OutlineItem> whole(const ProjectDocument& document, const QLocale& locale)
    {
        const project::Project& project = document.file.project;
        OutlineItem clusters{tr("Clusters"), {}, {}, {}};
        for (const cluster::Cluster& each : project.clusters)
            clusters.children.push_back(clusterOutline(each, locale));
        OutlineItem workloads{tr("Workloads"), {}, {}, {}};
        for (const launch::Workload& each : project.workloads)
            workloads.children.push_back(workload(each, locale));
        OutlineItem grids{tr("Grids"), {}, {}, {}};
        for (std::size_t i = 0; i < project.grids.size(); ++i)
            grids.children.push_back(gridOutline(project.grids[i], document.sizes[i], locale));
        std::vector<OutlineItem> items{overview(document)};
        for (OutlineItem* group : {&clusters, &workloads, &grids}) {
            group->summary =
                group->children.empty() ? tr("none") : formatCount(static_cast<qint64>(group->children.size()), locale);
            items.push_back(std::move(*group));
        }
        return items;
    }
};

} // namespace

std::vector<OutlineItem> projectOutline(const ProjectDocument& document, const QLocale& locale)
{
    return Outline::whole(document, locale);
}

} // namespace millrace::ui
