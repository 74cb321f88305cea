// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/units.h"
#include "core/launch/framework_adapter.h"
#include "core/launch/placement.h"
#include "core/launch/worker_processes.h"
#include "core/operations/goal_text.h"

#include <fmt/format.h>

namespace millrace::launch {

namespace {

constexpr const char* fileName = "operations.goal";

FrameworkTraits operationsTraits()
{
    return {.name = "operations",
            .backends = {"tcp"},
            .strategies = {},
            .models = {},
            .optimizers = {},
            .needsCommand = false,
            .takesCommand = false,
            .ignoredFactors = {"model", "batch", "strategy", "optimizer", "compute_time", "device_flops",
                               "compute_jitter", "verify_every"},
            .options = {},
            .tools = {},
            .packages = {},
            .summary = "what a GOAL file says: computing and messages of every rank, see the workload's \"operations\"",
            .file = {},
            .comesWithMillrace = true,
            .usesPlannedPorts = true,
            .endsItsWaits = true,
            .simulatesCompute = true,
            .sendsOnlySteps = true,
            .performsOperations = true};
}

class OperationsAdapter final : public FrameworkAdapter
{
public:
    OperationsAdapter() : FrameworkAdapter(operationsTraits()) { }

    [[nodiscard]] Issues check(const Workload& workload, std::span<const PlacedNode> nodes) const override
    {
        const auto refuse = [](std::string sentence) {
            return Issues{{"workload", Severity::Error, 1, std::move(sentence), "operations"}};
        };
        if (workload.operations.empty())
            return refuse("there are no operations; read a GOAL or Chakra file with millrace-cli operations");
        const auto operations = operations::parseGoal(workload.operations);
        if (!operations)
            return refuse(operations.error().text());
        const auto ranks = static_cast<int>(operations->ranks.size());
        if (const int workers = workerCount(nodes); !nodes.empty() && workers != ranks)
            return refuse(
                fmt::format("the operations are those of {} ranks, and there are {} workers", ranks, workers));
        return {};
    }
    [[nodiscard]] Result<LaunchPlan> plan(const LaunchRequest& request) const override
    {
        const Workload& workload = request.workload;
        std::vector<std::string> options = {
            "--operations", fmt::format("{{run}}/{}", fileName),  "--steps", std::to_string(workload.steps),
            "--warmup",     std::to_string(workload.warmupSteps), "--batch", "1",
            "--deadline",   durationText(workload.deadline)};
        if (!request.congestionControl.empty())
            options.insert(options.end(), {"--congestion-control", request.congestionControl});
        LaunchPlan plan = planWorkers(request, options);
        for (ProcessPlan& process : plan.processes)
            process.parser = "builtin";
        plan.lastPort = static_cast<std::uint16_t>(plan.lastPort + operations::messagePortDistance);
        plan.files.push_back({{}, fileName, workload.operations});
        return plan;
    }
    [[nodiscard]] std::optional<CollectiveTraffic> traffic(const Workload&, std::span<const PlacedNode>) const override
    {
        return std::nullopt;
    }
};

} // namespace

std::shared_ptr<const FrameworkAdapter> makeOperationsAdapter()
{
    return std::make_shared<OperationsAdapter>();
}

} // namespace millrace::launch
