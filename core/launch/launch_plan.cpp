// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/launch/launch_plan.h"

#include "core/base/text.h"
#include "core/base/units.h"

#include <fmt/format.h>

namespace millrace::launch {

namespace {

constexpr std::uint16_t firstWorkerPort = 10000; // KungFu's default range begins here, too.

std::vector<std::string> workerOptions(const LaunchRequest& request)
{
    const Workload& workload = request.workload;
    std::vector<std::string> options = {
        "--strategy",     workload.strategy,
        "--model",        workload.model,
        "--batch",        std::to_string(workload.batch),
        "--steps",        std::to_string(workload.steps),
        "--warmup",       std::to_string(workload.warmupSteps),
        "--seed",         std::to_string(request.seed),
        "--deadline",     durationText(workload.deadline),
        "--verify-every", std::to_string(workload.verifyEvery),
    };
    const auto add = [&options](std::string name, std::string value) {
        options.push_back(std::move(name));
        options.push_back(std::move(value));
    };
    if (workload.computeTime)
        add("--compute-time", durationText(*workload.computeTime));
    if (workload.deviceFlops > 0)
        add("--device-flops", shortest(workload.deviceFlops));
    if (workload.computeJitter > 0)
        add("--compute-jitter", shortest(workload.computeJitter));
    if (!request.congestionControl.empty())
        add("--congestion-control", request.congestionControl);
    for (const auto& [name, value] : workload.extras)
        if (name.starts_with("--"))
            add(name, value);
    return options;
}

Result<LaunchPlan> planBuiltin(const LaunchRequest& request)
{
    LaunchPlan plan;
    plan.firstPort = firstWorkerPort;
    for (const PlacedNode& node : request.nodes)
        for (int slot = 0; slot < node.slots; ++slot) {
            const auto port = static_cast<std::uint16_t>(firstWorkerPort + slot);
            plan.lastPort = std::max(plan.lastPort, port);
            plan.peers.push_back(fmt::format("{}:{}", node.address, port));
        }
    const std::vector<std::string> options = workerOptions(request);
    int rank = 0;
    for (const PlacedNode& node : request.nodes)
        for (int slot = 0; slot < node.slots; ++slot, ++rank) {
            ProcessPlan process{node.name, fmt::format("worker {}", rank), rank, {}};
            process.command.argv = {(request.programs / "millrace-worker").string(),
                                    "train",
                                    "--rank",
                                    std::to_string(rank),
                                    "--peers",
                                    join(plan.peers, ",")};
            process.command.argv.insert(process.command.argv.end(), options.begin(), options.end());
            plan.processes.push_back(std::move(process));
        }
    return plan;
}

} // namespace

Result<LaunchPlan> planLaunch(const LaunchRequest& request)
{
    if (request.nodes.empty())
        return fail(ErrorCode::InvalidInput, "there is no node to start workers on; give the cluster at least one");
    if (request.workload.framework == "builtin")
        return planBuiltin(request);
    return fail(ErrorCode::Unsupported,
                fmt::format("the framework \"{}\" cannot be started by this version; use \"builtin\"",
                            request.workload.framework));
}

} // namespace millrace::launch
