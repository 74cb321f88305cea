// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/project/project.h"

#include <string>

namespace millrace::test {

/// Nodes node0, node1, … in turn over these zones; none: without zone.
inline cluster::Cluster makeCluster(int nodes, const std::vector<std::string>& zones = {})
{
    cluster::Cluster cluster;
    cluster.name = "c";
    for (int i = 0; i < nodes; ++i) {
        cluster::Node node;
        node.name = "node" + std::to_string(i);
        if (!zones.empty())
            node.zone = zones[static_cast<std::size_t>(i) * zones.size() / static_cast<std::size_t>(nodes)];
        cluster.nodes.push_back(node);
    }
    return cluster;
}

/// As an import makes it: interfaces are to be found out.
inline cluster::Cluster makeRemoteCluster(int nodes)
{
    cluster::Cluster cluster = makeCluster(nodes, {"europe", "america"});
    cluster.kind = cluster::ClusterKind::Remote;
    for (cluster::Node& node : cluster.nodes) {
        node.host = "user@" + node.name + ".example.org:2222";
        node.nics.front().name.clear();
    }
    return cluster;
}

inline cluster::Link makeLink(const std::string& from, const std::string& to, double rate)
{
    cluster::Link link;
    link.from = from;
    link.to = to;
    link.settings.bitsPerSecond = rate;
    link.settings.delay = std::chrono::milliseconds(10);
    return link;
}

inline project::Project projectWith(cluster::Cluster cluster)
{
    project::Project project;
    project.name = "p";
    project.clusters.push_back(std::move(cluster));
    return project;
}

} // namespace millrace::test
