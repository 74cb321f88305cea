// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/project/project.h"

#include <string>
#include <string_view>
#include <vector>

namespace millrace::ui {

/// Changes of a project that concern more than one field.

/// `wanted`, or with the first number from 2 (or from its own number) on that is free: "node3" follows "node2", "small
/// model 2" follows "small model".
[[nodiscard]] std::string freeName(const std::vector<std::string>& taken, const std::string& wanted);
template <typename List>
[[nodiscard]] std::vector<std::string> namesOf(const List& list)
{
    std::vector<std::string> names;
    for (const auto& item : list)
        names.push_back(item.name);
    return names;
}

/// Grids that name it follow.
void renameCluster(project::Project& project, std::size_t index, const std::string& name);
void renameWorkload(project::Project& project, std::size_t index, const std::string& name);
/// Levels of the factor "cross_traffic" that name it follow.
void renameTraffic(project::Project& project, std::size_t index, const std::string& name);
/// Links and the bottleneck that name it follow, where the old name means this node alone and the new one is free.
void renameNode(cluster::Cluster& cluster, std::size_t index, const std::string& name);
/// The link that a new emulated cluster begins with: all pairs, 1 Gbit/s, 100 us.
[[nodiscard]] cluster::Link newClusterLink();
/// Of each of its nodes: the limit of a real cluster.
[[nodiscard]] cluster::Nic newClusterNic();
/// What has no meaning for the other kind is put back to what it is by default, so that nothing acts unseen: rates of
/// interfaces, the bottleneck, the MTU, how it is emulated, newClusterLink(); addresses on remote machines. Links that
/// the user has made stay.
void setClusterKind(cluster::Cluster& cluster, cluster::ClusterKind kind);

} // namespace millrace::ui
