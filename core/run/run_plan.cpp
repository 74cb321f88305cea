// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/run_plan.h"

#include "core/base/units.h"
#include "core/cluster/cluster_json.h"
#include "core/collective/traffic.h"
#include "core/trainer/model.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace millrace::run {

namespace {

constexpr double messageHeaderBytes = 16; // of core/collective, see traffic.h

std::vector<launch::PlacedNode> placedNodes(const cluster::Cluster& cluster, const emulate::EmulationSpec& emulation)
{
    std::vector<launch::PlacedNode> nodes;
    for (std::size_t i = 0; i < cluster.nodes.size(); ++i)
        nodes.push_back({cluster.nodes[i].name, emulation.nodes[i].address, cluster.nodes[i].slots});
    return nodes;
}

/// Every node to its neighbour, and one pair for each further kind of path, so that nothing that was asked for stays
/// unmeasured while the time stays linear in the nodes.
std::vector<ProbePlan> planProbes(const emulate::EmulationSpec& emulation)
{
    const int count = static_cast<int>(emulation.nodes.size());
    std::vector<std::pair<int, int>> pairs;
    for (int node = 0; node < count && count > 1; ++node)
        pairs.emplace_back(node, (node + 1) % count);
    std::vector<cluster::PathSettings> covered;
    for (const auto& [from, to] : pairs)
        covered.push_back(emulation.path(from, to));
    for (int from = 0; from < count; ++from)
        for (int to = 0; to < count; ++to)
            if (from != to && std::ranges::find(covered, emulation.path(from, to)) == covered.end()) {
                covered.push_back(emulation.path(from, to));
                pairs.emplace_back(from, to);
            }
    std::vector<ProbePlan> probes;
    for (const auto& [from, to] : pairs) {
        const cluster::PathSettings& path = emulation.path(from, to);
        probes.push_back({from, to, true, path.loss > 0, path.bitsPerSecond > 0});
    }
    return probes;
}

/// How long the most loaded port needs for these bytes, from node to node, at its rate.
double slowestPort(const emulate::EmulationSpec& emulation, const std::vector<double>& bytes)
{
    const std::size_t count = emulation.nodes.size();
    double slowest = 0;
    const auto port = [&slowest](double load, double bitsPerSecond) {
        if (bitsPerSecond > 0)
            slowest = std::max(slowest, 8 * load / bitsPerSecond);
    };
    for (std::size_t node = 0; node < count; ++node) {
        double sent = 0, received = 0;
        for (std::size_t other = 0; other < count; ++other) {
            sent += bytes[node * count + other];
            received += bytes[other * count + node];
            port(bytes[node * count + other], emulation.paths[node * count + other].bitsPerSecond);
        }
        port(sent, emulation.nodes[node].nicBitsPerSecond);
        port(received, emulation.nodes[node].nicBitsPerSecond);
    }
    for (const emulate::SharedPortSpec& shared : emulation.sharedPorts) {
        double load = 0;
        for (const auto& [from, to] : shared.pairs)
            load += bytes[static_cast<std::size_t>(from) * count + static_cast<std::size_t>(to)];
        port(load, shared.bitsPerSecond);
    }
    return slowest;
}

Result<TrafficForecast> forecastTraffic(const launch::Workload& workload, const launch::LaunchPlan& launch,
                                        const std::vector<launch::PlacedNode>& nodes,
                                        const emulate::EmulationSpec& emulation)
{
    MR_TRY(model, trainer::findModel(workload.model));
    MR_TRY(strategy, collective::parseStrategy(workload.strategy));
    std::vector<Endpoint> endpoints;
    for (const std::string& peer : launch.peers) {
        MR_TRY(endpoint, parseEndpoint(peer));
        endpoints.push_back(std::move(endpoint));
    }
    const collective::PeerList peers(std::move(endpoints));
    auto hash = collective::ChunkHash::Name;
    if (const auto chosen = workload.extras.find("--hash"); chosen != workload.extras.end()) {
        MR_TRY(parsed, collective::parseChunkHash(chosen->second));
        hash = parsed;
    }
    const auto matrix = collective::predictTraffic(collective::tensorsOfSizes(model.tensors), peers, strategy, hash);
    const auto bytes = [&matrix](int from, int to) {
        return static_cast<double>(matrix.bytes(from, to))
            + messageHeaderBytes * static_cast<double>(matrix.messages(from, to));
    };

    std::vector<int> nodeOf;
    for (std::size_t node = 0; node < nodes.size(); ++node)
        nodeOf.insert(nodeOf.end(), static_cast<std::size_t>(nodes[node].slots), static_cast<int>(node));
    TrafficForecast forecast;
    forecast.gradientBytes = static_cast<double>(model.bytes());
    forecast.sentByRank.assign(static_cast<std::size_t>(peers.size()), 0);
    forecast.sentByNode.assign(nodes.size(), 0);
    const double steps = workload.steps + workload.warmupSteps;
    std::vector<double> between(nodes.size() * nodes.size());
    for (int from = 0; from < peers.size(); ++from)
        for (int to = 0; to < peers.size(); ++to) {
            const auto fromRank = static_cast<std::size_t>(from);
            const auto node = static_cast<std::size_t>(nodeOf[fromRank]);
            const auto other = static_cast<std::size_t>(nodeOf[static_cast<std::size_t>(to)]);
            forecast.sentByRank[fromRank] += bytes(from, to);
            if (node != other) {
                forecast.sentByNode[node] += bytes(from, to) * steps;
                between[node * nodes.size() + other] += bytes(from, to);
            }
        }
    forecast.stepSeconds = slowestPort(emulation, between);
    return forecast;
}

} // namespace

Result<RunPlan> makeRunPlan(const RunPlanRequest& request)
{
    const cluster::Cluster& cluster = request.settings.cluster;
    if (cluster.kind == cluster::ClusterKind::Remote)
        return fail(ErrorCode::Unsupported,
                    fmt::format("the cluster \"{}\" is remote; this version runs on emulated clusters", cluster.name));
    if (request.settings.crossTraffic != "none")
        return fail(ErrorCode::Unsupported,
                    fmt::format("the cross traffic \"{}\" cannot be made by this version; use \"none\"",
                                request.settings.crossTraffic));
    RunPlan plan;
    plan.label = request.label;
    plan.seed = request.seed;
    plan.settings = request.settings;
    plan.gate = request.gate;
    plan.programs = request.programs;
    plan.capture = request.capture;
    plan.emulation = emulate::makeEmulationSpec(cluster, request.seed, request.capture.enabled);
    plan.emulation.id = request.id;
    plan.emulation.sharedFolders = {request.programs.string()};
    const std::vector<launch::PlacedNode> nodes = placedNodes(cluster, plan.emulation);
    MR_TRY(launch,
           launch::planLaunch(
               {request.settings.workload, nodes, request.seed, cluster.congestionControl, request.programs}));
    plan.launch = std::move(launch);
    plan.sampling.interval = std::chrono::milliseconds(50);
    plan.sampling.ports = {plan.launch.firstPort, plan.launch.lastPort};
    plan.probes = planProbes(plan.emulation);
    MR_TRY(forecast, forecastTraffic(request.settings.workload, plan.launch, nodes, plan.emulation));
    plan.forecast = std::move(forecast);
    return plan;
}

std::string planText(const RunPlan& plan)
{
    std::string text;
    const auto line = [&text](const std::string& what) { text += what + "\n"; };
    line(fmt::format("run: {} (seed {})", plan.label, plan.seed));
    line(fmt::format("emulate: {} nodes, {} mode, {}", plan.emulation.nodes.size(),
                     cluster::switchModeName(plan.emulation.mode), plan.emulation.congestionControl));
    for (const ProbePlan& probe : plan.probes) {
        const cluster::PathSettings& path = plan.emulation.path(probe.from, probe.to);
        line(fmt::format("probe: {} to {}: delay {}, jitter {}, rate {}, loss {}, queue {}",
                         plan.emulation.nodes[static_cast<std::size_t>(probe.from)].name,
                         plan.emulation.nodes[static_cast<std::size_t>(probe.to)].name, durationText(path.delay),
                         durationText(path.jitter), rateText(path.bitsPerSecond), fractionText(path.loss),
                         sizeText(path.queueBytes)));
    }
    line(fmt::format("sample: every {}", durationText(plan.sampling.interval)));
    if (plan.capture.enabled)
        line(fmt::format("record: {} on every node, {} bytes of each packet{}{}", plan.capture.interface,
                         plan.capture.snapLength, plan.capture.filter.empty() ? "" : ", ", plan.capture.filter));
    for (const launch::ProcessPlan& process : plan.launch.processes)
        line(fmt::format("start: {} on {}: {}", process.label, process.node, commandText(process.command)));
    line(fmt::format("expect: {} of gradients a step, {} sent by all workers together",
                     humanSize(plan.forecast.gradientBytes), humanSize([&] {
                         double sum = 0;
                         for (const double bytes : plan.forecast.sentByRank)
                             sum += bytes;
                         return sum;
                     }())));
    return text;
}

} // namespace millrace::run
