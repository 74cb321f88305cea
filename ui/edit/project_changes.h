// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/project/project.h"

#include <string>
#include <string_view>
#include <vector>

namespace millrace::ui {

/// Changes of a project that affect more than one field.

/// `wanted`, or with the first free number from 2 (or from its own number): "node3" follows "node2", "small model 2"
/// follows "small model".
[[nodiscard]] std::string freeName(const std::vector<std::string>& taken, const std::string& wanted);
template <typename List>
[[nodiscard]] std::vector<std::string> namesOf(const List& list)
{
    std::vector<std::string> names;
    for (const auto& item : list)
        names.push_back(item.name);
    return names;
}

/// Renames references in grids and plans.
void renameCluster(project::Project& project, std::size_t index, const std::string& name);
void renameWorkload(project::Project& project, std::size_t index, const std::string& name);
/// Renames levels of the factor "cross_traffic" that refer to it.
void renameTraffic(project::Project& project, std::size_t index, const std::string& name);
/// Renames references in links and the bottleneck, where the old name means only this node and the new one is free.
void renameNode(cluster::Cluster& cluster, std::size_t index, const std::string& name);
/// The initial link of a new emulated cluster: all pairs, 1 Gbit/s, 100 us.
[[nodiscard]] cluster::Link newClusterLink();
/// For each of its nodes: the limit of a real cluster.
[[nodiscard]] cluster::Nic newClusterNic();
/// Resets settings without meaning for the other kind, so that none has a hidden effect: rates of interfaces, the
/// bottleneck, the MTU, the emulation backend, newClusterLink(); addresses on remote machines. Links added by the user
/// are kept.
void setClusterKind(cluster::Cluster& cluster, cluster::ClusterKind kind);

} // namespace millrace::ui
