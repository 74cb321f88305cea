// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/cluster/cluster_fields.h"

#include "core/base/text.h"
#include "core/base/units.h"
#include "ui/base/format.h"

#include <QCoreApplication>

namespace millrace::ui {

cluster::Cluster* clusterAt(project::Project& project, std::size_t index)
{
    return index < project.clusters.size() ? &project.clusters[index] : nullptr;
}

const cluster::Cluster* clusterAt(const project::Project& project, std::size_t index)
{
    return index < project.clusters.size() ? &project.clusters[index] : nullptr;
}

Issues clusterIssues(const project::Project& project, std::size_t index)
{
    const cluster::Cluster* cluster = clusterAt(project, index);
    if (!cluster)
        return {};
    Issues issues = cluster::validate(*cluster);
    const std::string prefix = "clusters[" + std::to_string(index) + "].";
    for (Issue& issue : issues)
        issue.where.insert(0, prefix);
    return issues;
}

QString endText(const std::string& end)
{
    return end == "*" ? QCoreApplication::translate("ClusterFields", "all nodes") : toQString(end);
}

QString pairText(const std::string& from, const std::string& to, bool bothWays)
{
    if (from == "*" && to == "*")
        return QCoreApplication::translate("ClusterFields", "all pairs");
    return endText(from) + (bothWays ? QStringLiteral(" ↔ ") : QStringLiteral(" → ")) + endText(to);
}

QString settingsText(const cluster::LinkSettings& settings)
{
    QStringList parts;
    if (settings.bitsPerSecond)
        parts.append(*settings.bitsPerSecond == 0 ? QCoreApplication::translate("ClusterFields", "rate not limited")
                                                  : toQString(rateText(*settings.bitsPerSecond)));
    if (settings.delay || settings.jitter) {
        QString text = toQString(durationText(settings.delay.value_or(std::chrono::nanoseconds(0))));
        if (settings.jitter && settings.jitter->count() > 0)
            text += QStringLiteral(" ± ") + toQString(durationText(*settings.jitter));
        parts.append(text);
    }
    if (settings.loss)
        parts.append(
            QCoreApplication::translate("ClusterFields", "loss %1").arg(toQString(fractionText(*settings.loss))));
    if (settings.queueBytes && *settings.queueBytes > 0)
        parts.append(
            QCoreApplication::translate("ClusterFields", "queue %1").arg(toQString(sizeText(*settings.queueBytes))));
    return parts.join(QStringLiteral(", "));
}

QStringList endNames(const cluster::Cluster& cluster)
{
    QStringList names{QStringLiteral("*")};
    for (const cluster::Node& node : cluster.nodes) {
        for (const std::string* name : {&node.zone, &node.name}) {
            if (const QString text = toQString(*name); !text.isEmpty() && !names.contains(text))
                names.append(text);
        }
    }
    return names;
}

} // namespace millrace::ui
