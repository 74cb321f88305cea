// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/command.h"
#include "core/base/result.h"
#include "core/launch/workload.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace millrace::launch {

/// A node as far as starting processes on it goes.
struct PlacedNode
{
    std::string name;
    std::string address; ///< IPv4, on the experiment's network
    int slots = 1;

    bool operator==(const PlacedNode&) const = default;
};

struct LaunchRequest
{
    Workload workload;
    std::vector<PlacedNode> nodes; ///< their order gives the ranks: node by node, slot by slot (study C, 2.4)
    std::uint64_t seed = 1;
    std::string congestionControl; ///< empty: the system's default
    std::filesystem::path programs; ///< the folder of millrace-worker on the nodes
};

struct ProcessPlan
{
    std::string node;
    std::string label; ///< "worker 0"
    int rank = 0;
    Command command;

    bool operator==(const ProcessPlan&) const = default;
};

/// Everything that is started on the nodes for one run; a plain value.
struct LaunchPlan
{
    std::vector<ProcessPlan> processes; ///< in rank order
    std::vector<std::string> peers; ///< "10.77.0.1:10000", by rank
    std::uint16_t firstPort = 0; ///< the range that the workload's connections use
    std::uint16_t lastPort = 0;

    bool operator==(const LaunchPlan&) const = default;
};

/// Plans without touching anything. Unsupported for a framework that has no adapter, naming those that have.
[[nodiscard]] Result<LaunchPlan> planLaunch(const LaunchRequest& request);

} // namespace millrace::launch
