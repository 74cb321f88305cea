// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/launch/launch_plan.h"

#include "core/base/text.h"
#include "core/launch/framework_adapter.h"
#include "core/launch/frameworks.h"
#include "core/launch/placement.h"

#include <fmt/format.h>

namespace millrace::launch {

Result<LaunchPlan> planLaunch(const LaunchRequest& request, const Frameworks& frameworks)
{
    if (request.nodes.empty())
        return fail(ErrorCode::InvalidInput, "no node to start workers on; add at least one to the cluster");
    LaunchRequest complete = request;
    complete.workload = frameworks.withDefaults(request.workload);
    const Workload& workload = complete.workload;
    const auto adapter = frameworks.adapter(workload.framework);
    if (!adapter)
        return fail(ErrorCode::Unsupported,
                    fmt::format("the framework \"{}\" is unknown; available: {}", workload.framework,
                                join(frameworks.names(), ", ")));
    std::vector<std::string> problems;
    for (const Issue& issue : adapter->check(workload, request.nodes))
        if (issue.severity == Severity::Error)
            problems.push_back(issueText(issue));
    if (!problems.empty())
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} cannot be started: {}", workload.framework, join(problems, "; ")));
    MR_TRY(plan, adapter->plan(complete));
    for (ProcessPlan& process : plan.processes)
        if (process.command.folder.empty() && !frameworks.traitsOf(workload).comesWithMillrace)
            process.command.folder = workload.folder.empty() ? std::filesystem::path("{run}") : workload.folder;
    plan.batch = workload.batch;
    plan.globalBatch = static_cast<std::int64_t>(workload.batch) * workerCount(request.nodes);
    return plan;
}

} // namespace millrace::launch
