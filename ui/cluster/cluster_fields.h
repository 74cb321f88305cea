// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/cluster/cluster.h"
#include "core/project/project.h"

#include <QString>
#include <QStringList>

namespace millrace::ui {

/// The fields of clusters as people type them, and the words for them.

/// nullptr if there is none at this position.
[[nodiscard]] cluster::Cluster* clusterAt(project::Project& project, std::size_t index);
[[nodiscard]] const cluster::Cluster* clusterAt(const project::Project& project, std::size_t index);
/// Problems of one cluster with `where` from the top of the project; of itself alone, without its neighbours.
[[nodiscard]] Issues clusterIssues(const project::Project& project, std::size_t index);

/// "all nodes" for "*".
[[nodiscard]] QString endText(const std::string& end);
/// "europe ↔ america".
[[nodiscard]] QString pairText(const std::string& from, const std::string& to, bool bothWays);
/// "500Mbit, 10ms ± 1ms, loss 1%, queue 256KiB"; empty if nothing is set.
[[nodiscard]] QString settingsText(const cluster::LinkSettings& settings);
/// Names of nodes and zones, and "*".
[[nodiscard]] QStringList endNames(const cluster::Cluster& cluster);

} // namespace millrace::ui
