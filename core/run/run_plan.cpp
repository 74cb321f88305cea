// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/run_plan.h"

#include "core/base/units.h"
#include "core/base/unknown.h"
#include "core/cluster/cluster_json.h"
#include "core/collective/traffic.h"
#include "core/launch/launch_text.h"
#include "core/launch/secrets.h"
#include "core/run/program_check.h"
#include "core/run/simulated_traffic.h"
#include "core/trainer/model.h"
#include "core/trainer/train_options.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace millrace::run {

namespace {

constexpr const char* emulatedInterface = "eth0";

std::vector<launch::PlacedNode> placedNodes(const NetworkPlan& network)
{
    std::vector<launch::PlacedNode> nodes;
    for (const RunNode& node : network.nodes)
        if (node.slots > 0)
            nodes.push_back({node.name, node.address, node.slots});
    return nodes;
}

NetworkPlan emulatedNetwork(const cluster::Cluster& cluster, const emulate::EmulationSpec& emulation)
{
    NetworkPlan network;
    for (std::size_t i = 0; i < emulation.nodes.size(); ++i) {
        const emulate::NodeSpec& node = emulation.nodes[i];
        RunNode& planned = network.nodes.emplace_back();
        planned.name = node.name;
        planned.address = node.address;
        planned.interface = emulatedInterface;
        planned.slots = cluster.nodes[i].slots;
        planned.nicBitsPerSecond = node.nicBitsPerSecond;
    }
    network.paths = emulation.paths;
    for (const emulate::SharedPortSpec& port : emulation.sharedPorts)
        network.sharedLimits.push_back({port.bitsPerSecond, port.pairs});
    network.congestionControl = emulation.congestionControl;
    return network;
}

/// Reports what remote nodes do not support before anything starts.
Result<void> checkRemote(const cluster::Cluster& cluster)
{
    const std::string where = fmt::format("the remote cluster \"{}\"", cluster.name);
    if (cluster.bottleneck)
        return fail(ErrorCode::Unsupported,
                    where
                        + " has a bottleneck, which is a queue of the emulated switch; remove it, or set the rates of "
                          "the links");
    for (const cluster::Node& node : cluster.nodes)
        for (const cluster::Nic& nic : node.nics)
            if (nic.bitsPerSecond > 0)
                return fail(ErrorCode::Unsupported,
                            fmt::format("{} asks for a NIC rate on {}, which is the machine's own; limit the links "
                                        "instead",
                                        where, node.name));
    return {};
}

/// Probes every node to its neighbour, and one pair for each further kind of path, so that every requested condition is
/// measured in time linear in the nodes.
std::vector<ProbePlan> planProbes(const NetworkPlan& network, bool allPairs)
{
    const int count = static_cast<int>(network.nodes.size());
    std::vector<std::pair<int, int>> pairs;
    for (int node = 0; node < count && count > 1; ++node)
        pairs.emplace_back(node, (node + 1) % count);
    std::vector<cluster::PathSettings> covered;
    for (const auto& [from, to] : pairs)
        covered.push_back(network.path(from, to));
    for (int from = 0; from < count; ++from)
        for (int to = 0; to < count; ++to)
            if (from == to || (allPairs && to == (from + 1) % count))
                continue;
            else if (allPairs || std::ranges::find(covered, network.path(from, to)) == covered.end()) {
                covered.push_back(network.path(from, to));
                pairs.emplace_back(from, to);
            }
    std::vector<ProbePlan> probes;
    for (const auto& [from, to] : pairs) {
        const cluster::PathSettings& path = network.path(from, to);
        probes.push_back({from, to, true, path.loss > 0, network.rateLimit(from, to) > 0});
    }
    return probes;
}

/// A simulated run has no gate, for there is nothing to achieve.
Result<RunPlan> planSimulated(const RunPlanRequest& request, RunPlan plan)
{
    const project::EffectiveSettings& settings = request.settings;
    MR_TRY(simulation, planSimulation(settings, request.capture.enabled, request.seed, request.calibration));
    MR_TRY(spec, trainer::readTrainArguments(simulation.arguments));
    plan.simulation = std::move(simulation);
    plan.gate.enabled = false;
    for (const cluster::Node& node : settings.cluster.nodes) {
        RunNode& planned = plan.network.nodes.emplace_back();
        planned.name = planned.address = node.name;
        planned.slots = node.slots;
        planned.nicBitsPerSecond = node.nics.empty() ? 0 : node.nics.front().bitsPerSecond;
    }
    if (settings.traffic) {
        MR_TRY(traffic, planTraffic(*settings.traffic, plan.network, request.seed, rateLimitOf(settings.cluster)));
        plan.traffic = std::move(traffic);
    }
    plan.launch.batch = settings.workload.batch;
    plan.launch.globalBatch = static_cast<std::int64_t>(settings.workload.batch) * plan.network.workers();
    plan.forecast.gradientBytes = static_cast<double>(spec.model.bytes());
    plan.forecast.sentByNode.assign(plan.network.nodes.size(), unknown);
    return plan;
}

/// Plans everything but the forecast.
Result<RunPlan> planProcesses(const RunPlanRequest& request)
{
    const cluster::Cluster& cluster = request.settings.cluster;
    RunPlan plan;
    plan.label = request.label;
    plan.seed = request.seed;
    plan.settings = request.settings;
    plan.gate = request.gate;
    plan.programs = request.programs;
    plan.capture = request.capture;
    if (cluster.kind == cluster::ClusterKind::Simulated)
        return planSimulated(request, std::move(plan));
    if (cluster.kind == cluster::ClusterKind::Remote) {
        MR_CHECK(checkRemote(cluster));
        plan.network = remoteNetwork(cluster, request.found);
    } else {
        plan.emulation = emulate::makeEmulationSpec(cluster, request.seed, request.capture.enabled);
        plan.emulation->id = request.id;
        plan.emulation->sharedFolders = {request.programs.string()};
        plan.network = emulatedNetwork(cluster, *plan.emulation);
    }
    MR_TRY(launch,
           launch::planLaunch({request.settings.workload, placedNodes(plan.network), request.seed,
                               plan.network.congestionControl, request.programs},
                              request.settings.frameworks));
    plan.launch = std::move(launch);
    plan.sampling.interval = std::chrono::milliseconds(50);
    plan.sampling.ports = {plan.launch.firstPort, plan.launch.lastPort};
    plan.probes = planProbes(plan.network, request.gate.allPairs);
    MR_TRY(failures, failures::parseFailures(request.settings.workload.failures));
    plan.failures = std::move(failures);
    for (const failures::FailureSpec& spec : plan.failures)
        if (spec.kind == failures::FailureKind::Partition && !plan.emulation)
            return fail(ErrorCode::Unsupported,
                        "a partition cuts off nodes of an emulated cluster only; on remote nodes let workers freeze "
                        "instead");
    if (request.settings.traffic) {
        MR_TRY(traffic, planTraffic(*request.settings.traffic, plan.network, request.seed));
        plan.traffic = std::move(traffic);
    }
    return plan;
}

} // namespace

Result<void> checkRunPlan(const RunPlanRequest& request)
{
    MR_CHECK(planProcesses(request));
    return {};
}

Result<void> checkRunStart(const RunPlanRequest& request)
{
    MR_TRY(plan, planProcesses(request));
    if (std::string why = missingProgram(plan); !why.empty())
        return fail(ErrorCode::NotFound, std::move(why));
    MR_CHECK(launch::Secrets::of(plan.launch));
    return {};
}

Result<RunPlan> makeRunPlan(const RunPlanRequest& request)
{
    MR_TRY(plan, planProcesses(request));
    if (plan.simulation)
        return plan;
    MR_TRY(forecast,
           forecastTraffic(request.settings.workload, plan.launch, plan.network, request.settings.frameworks));
    plan.forecast = std::move(forecast);
    return plan;
}

std::string planText(const RunPlan& plan)
{
    std::string text;
    const auto line = [&text](const std::string& what) { text += what + "\n"; };
    line(fmt::format("run: {} (seed {})", plan.label, plan.seed));
    if (plan.simulation)
        line(fmt::format("simulate: {} nodes; {}", plan.network.nodes.size(), plan.simulation->stamp));
    else if (plan.emulation)
        line(fmt::format("emulate: {} nodes, {} mode, {}", plan.network.nodes.size(),
                         cluster::switchModeName(plan.emulation->mode), plan.network.congestionControl));
    else
        for (const RunNode& node : plan.network.nodes)
            line(fmt::format("reach: {} by ssh {}, experiment's address {}", node.name, node.host, node.address));
    for (const ProbePlan& probe : plan.probes) {
        const cluster::PathSettings& path = plan.network.path(probe.from, probe.to);
        line(fmt::format("probe: {} to {}: delay {}, jitter {}, rate {}, loss {}, queue {}",
                         plan.network.node(probe.from).name, plan.network.node(probe.to).name, durationText(path.delay),
                         durationText(path.jitter), rateText(path.bitsPerSecond), fractionText(path.loss),
                         sizeText(path.queueBytes)));
    }
    if (!plan.simulation)
        line(fmt::format("sample: every {}", durationText(plan.sampling.interval)));
    if (plan.capture.enabled)
        line(fmt::format("record: {} on every node, {} bytes of each packet{}{}", plan.capture.interface,
                         plan.capture.snapLength, plan.capture.filter.empty() ? "" : ", ", plan.capture.filter));
    text += launch::launchText(plan.launch);
    if (plan.traffic)
        text += trafficText(*plan.traffic, plan.network);
    double all = 0;
    for (const double bytes : plan.forecast.sentByRank)
        all += bytes;
    if (!plan.forecast.sentByRank.empty())
        line(fmt::format("expect: {} of gradients {}, {} sent by all workers together in an all-reduce",
                         humanSize(plan.forecast.gradientBytes),
                         plan.forecast.averagingsPerStep < 1 ? "to be averaged" : "a step", humanSize(all)));
    else if (plan.forecast.gradientBytes > 0)
        line(fmt::format("expect: {} of gradients a step; {}", humanSize(plan.forecast.gradientBytes),
                         plan.forecast.formula));
    return text;
}

} // namespace millrace::run
