// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/launch/worker_processes.h"

#include "core/base/text.h"
#include "core/launch/placement.h"

#include <fmt/format.h>

namespace millrace::launch {

namespace {

constexpr std::uint16_t firstWorkerPort = 10000; // begin of KungFu's default range

} // namespace

LaunchPlan planWorkers(const LaunchRequest& request, const std::vector<std::string>& options)
{
    LaunchPlan plan;
    plan.firstPort = firstWorkerPort;
    plan.lastPort = lastPort(request.nodes, firstWorkerPort);
    plan.peers = peerAddresses(request.nodes, firstWorkerPort);
    const std::string peers = join(plan.peers, ",");
    for (const RankPlace& place : placeRanks(request.nodes)) {
        ProcessPlan process;
        process.node = request.nodes[static_cast<std::size_t>(place.node)].name;
        process.label = fmt::format("worker {}", place.rank);
        process.rank = place.rank;
        process.command.argv = {"{programs}/millrace-worker", "train",   "--rank",
                                std::to_string(place.rank),   "--peers", peers};
        process.command.argv.insert(process.command.argv.end(), options.begin(), options.end());
        plan.processes.push_back(std::move(process));
    }
    return plan;
}

} // namespace millrace::launch
