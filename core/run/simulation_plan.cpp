// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/simulation_plan.h"

#include "core/failures/failure_spec.h"
#include "core/launch/framework_adapter.h"
#include "core/launch/launch_plan.h"
#include "core/launch/placement.h"
#include "core/run/simulated_traffic.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::run {

namespace {

/// Names what is not known; empty: all is.
std::string unknownPart(const project::EffectiveSettings& settings, bool capture)
{
    const launch::Workload& workload = settings.workload;
    const launch::FrameworkTraits& traits = settings.traits();
    if (!traits.simulatesCompute || !(traits.followsGraphs || traits.performsOperations))
        return fmt::format("only the frameworks builtin and operations can be simulated, not {}", workload.framework);
    if (launch::mayChangeStrategy(workload))
        return "policies that change the strategy are not simulated; set \"policy\" to none";
    if (const std::string monitor = launch::sortExtras(workload).value("monitor", "none"); monitor != "none")
        return fmt::format("there are no gradients whose {} could be monitored", monitor);
    if (const auto failures = failures::parseFailures(workload.failures); !failures || !failures->empty())
        return "failures of workers are not simulated; leave \"failures\" out";
    if (settings.traffic && traits.performsOperations)
        return "cross traffic besides operations is not simulated; leave it out";
    if (settings.traffic)
        if (std::string why = unknownTraffic(*settings.traffic); !why.empty())
            return why;
    if (capture)
        return "there are no packets to record";
    for (const cluster::Link& link : settings.cluster.links) {
        if (link.settings.jitter.value_or(Nanoseconds(0)) > Nanoseconds(0))
            return "what jitter costs is not known; set \"jitter\" of the links to 0";
    }
    return {};
}

} // namespace

Result<SimulationPlan> planSimulation(const project::EffectiveSettings& settings, bool capture, std::uint64_t seed,
                                      const std::optional<simulate::Calibration>& calibration)
{
    if (const std::string why = unknownPart(settings, capture); !why.empty())
        return fail(ErrorCode::Unsupported,
                    settings.cluster.kind == cluster::ClusterKind::Simulated
                        ? fmt::format("the cluster \"{}\" is simulated: {}", settings.cluster.name, why)
                        : why);
    // The options of one worker are those of all; thousands of lists of thousands of peers would be gigabytes.
    launch::LaunchRequest request;
    request.workload = settings.workload;
    request.seed = seed;
    for (const char* address : {"10.0.0.1", "10.0.0.2"})
        request.nodes.push_back({address, address, 1});
    // Operations are for a certain number of workers, which two nodes do not have.
    auto planned = settings.traits().performsOperations
        ? settings.frameworks.adapter(settings.workload.framework)->plan(request)
        : launch::planLaunch(request, settings.frameworks);
    MR_TRY(launch, std::move(planned));
    const auto& argv = launch.processes.front().command.argv;
    const auto train = std::ranges::find(argv, "train");
    if (train == argv.end())
        return fail(ErrorCode::Internal, "the plan of the built-in worker has no command train");
    SimulationPlan plan;
    plan.law = simulate::lawOf(calibration, settings.cluster);
    plan.stamp = simulate::stampOf(calibration);
    plan.calibration = calibration;
    plan.arguments.assign(train + 1, argv.end());
    plan.operations = settings.workload.operations;
    return plan;
}

} // namespace millrace::run
