// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/project/project.h"

namespace millrace::test {

/// Three nodes and one profile: 100 Mbit/s of flows of 1.25 MB each, in equal gaps, for 5 s from node2 to node0.
inline project::Project trafficProject()
{
    project::Project project;
    project.name = "p";
    cluster::Cluster& cluster = project.clusters.emplace_back();
    cluster.name = "a";
    for (const char* name : {"node0", "node1", "node2"})
        cluster.nodes.emplace_back().name = name;
    crosstraffic::TrafficProfile& profile = project.traffic.emplace_back();
    profile.name = "x";
    profile.pattern = crosstraffic::Pattern::Deterministic;
    profile.bitsPerSecond = 100e6;
    profile.sizes.name = "fixed";
    profile.sizes.fixedBytes = 1'250'000;
    profile.sources = {"node2"};
    profile.destinations = {"node0"};
    profile.phases.loaded = std::chrono::seconds(5);
    return project;
}

} // namespace millrace::test
