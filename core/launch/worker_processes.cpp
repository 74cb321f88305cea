// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/launch/worker_processes.h"

#include "core/base/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::launch {

namespace {

constexpr std::uint16_t firstWorkerPort = 10000; // begin of KungFu's default range

} // namespace

LaunchPlan planWorkers(const LaunchRequest& request, const std::vector<std::string>& options)
{
    LaunchPlan plan;
    plan.firstPort = firstWorkerPort;
    for (const PlacedNode& node : request.nodes)
        for (int slot = 0; slot < node.slots; ++slot) {
            const auto port = static_cast<std::uint16_t>(firstWorkerPort + slot);
            plan.lastPort = std::max(plan.lastPort, port);
            plan.peers.push_back(fmt::format("{}:{}", node.address, port));
        }
    int rank = 0;
    for (const PlacedNode& node : request.nodes)
        for (int slot = 0; slot < node.slots; ++slot, ++rank) {
            ProcessPlan process;
            process.node = node.name;
            process.label = fmt::format("worker {}", rank);
            process.rank = rank;
            process.command.argv = {"{programs}/millrace-worker", "train",   "--rank",
                                    std::to_string(rank),         "--peers", join(plan.peers, ",")};
            process.command.argv.insert(process.command.argv.end(), options.begin(), options.end());
            plan.processes.push_back(std::move(process));
        }
    return plan;
}

int workersOf(std::span<const PlacedNode> nodes)
{
    int workers = 0;
    for (const PlacedNode& node : nodes)
        workers += node.slots;
    return workers;
}

} // namespace millrace::launch
