// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/traffic_forecast.h"

#include "core/base/socket.h"
#include "core/base/text.h"
#include "core/base/unknown.h"
#include "core/collective/traffic.h"
#include "core/launch/averaging_options.h"
#include "core/launch/expected_traffic.h"
#include "core/launch/frameworks.h"
#include "core/launch/placement.h"
#include "core/operations/goal_text.h"
#include "core/trainer/model.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::run {

namespace {

constexpr double messageHeaderBytes = 16; // of core/collective, see traffic.h
constexpr double foreignTolerance = 0.05; // control messages and buffers, which the formula omits

/// Returns the time that the most loaded port needs for these bytes, from node to node, at its rate.
double slowestPort(const NetworkPlan& network, const std::vector<double>& bytes)
{
    const std::size_t count = network.nodes.size();
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
            port(bytes[node * count + other], network.paths[node * count + other].bitsPerSecond);
        }
        port(sent, network.nodes[node].nicBitsPerSecond);
        port(received, network.nodes[node].nicBitsPerSecond);
    }
    for (const SharedLimit& shared : network.sharedLimits) {
        double load = 0;
        for (const auto& [from, to] : shared.pairs)
            load += bytes[static_cast<std::size_t>(from) * count + static_cast<std::size_t>(to)];
        port(load, shared.bitsPerSecond);
    }
    return slowest;
}

/// For the variance of the gradients, a step reduces their squares, too.
int stepsReducedTwice(const launch::Workload& workload)
{
    const launch::SortedExtras extras = launch::sortExtras(workload);
    if (extras.value("monitor") != "variance")
        return 0;
    const auto interval = parseInteger(extras.value("monitor_interval", "1"));
    const int steps = workload.steps + workload.warmupSteps;
    return interval && *interval > 0 ? static_cast<int>((steps + *interval - 1) / *interval) : 0;
}

Result<TrafficForecast> forecastBuiltin(const launch::Workload& workload, const launch::LaunchPlan& launch,
                                        const NetworkPlan& network)
{
    MR_TRY(model, trainer::findModel(workload.model));
    MR_TRY(strategy, collective::parseStrategy(workload.strategy));
    std::vector<Endpoint> endpoints;
    for (const RunNode& node : network.nodes)
        for (int slot = 0; slot < node.slots; ++slot)
            endpoints.push_back({node.address, static_cast<std::uint16_t>(launch.firstPort + slot)});
    const collective::PeerList peers(std::move(endpoints));
    auto hash = collective::ChunkHash::Name;
    if (const auto chosen = workload.extras.find("--hash"); chosen != workload.extras.end()) {
        MR_TRY(parsed, collective::parseChunkHash(chosen->second));
        hash = parsed;
    }
    MR_TRY(averaging, launch::averagingOptions(workload));
    const std::size_t elementBytes = collective::elementBytes(collective::elementTypeOf(averaging.compression));
    // Of each fragment, as often as it is averaged.
    std::vector<collective::TrafficMatrix> matrices;
    std::vector<double> times;
    double averagings = 0;
    const int reducedTwice = stepsReducedTwice(workload);
    for (int fragment = 0; fragment < averaging.schedule.fragments; ++fragment) {
        const auto part = collective::fragmentOf(model.elements(), averaging.schedule.fragments, fragment);
        matrices.push_back(
            collective::predictTraffic(collective::tensorsOfSizes(collective::tensorsWithin(model.tensors, part)),
                                       peers, strategy, hash, elementBytes, averaging.streams, averaging.parts));
        times.push_back(static_cast<double>(averaging.schedule.averagings(workload.steps, fragment)
                                            + averaging.schedule.averagings(workload.warmupSteps, fragment))
                        + reducedTwice);
        averagings += times.back();
    }
    // The mean of one averaging.
    const auto bytes = [&](int from, int to) {
        double sum = 0;
        for (std::size_t i = 0; i < matrices.size(); ++i)
            sum += times[i] / averagings
                * (static_cast<double>(matrices[i].bytes(from, to))
                   + messageHeaderBytes * static_cast<double>(matrices[i].messages(from, to)));
        return sum;
    };

    std::vector<int> nodeOf;
    for (std::size_t node = 0; node < network.nodes.size(); ++node)
        nodeOf.insert(nodeOf.end(), static_cast<std::size_t>(network.nodes[node].slots), static_cast<int>(node));
    TrafficForecast forecast;
    forecast.gradientBytes = static_cast<double>(model.elements() * elementBytes);
    forecast.averagingsPerStep = averagings / (workload.steps + workload.warmupSteps);
    forecast.sentByRank.assign(static_cast<std::size_t>(peers.size()), 0);
    forecast.sentByNode.assign(network.nodes.size(), 0);
    std::vector<double> between(network.nodes.size() * network.nodes.size());
    for (int from = 0; from < peers.size(); ++from)
        for (int to = 0; to < peers.size(); ++to) {
            const auto fromRank = static_cast<std::size_t>(from);
            const auto node = static_cast<std::size_t>(nodeOf[fromRank]);
            const auto other = static_cast<std::size_t>(nodeOf[static_cast<std::size_t>(to)]);
            forecast.sentByRank[fromRank] += bytes(from, to);
            if (node != other) {
                forecast.sentByNode[node] += bytes(from, to) * averagings;
                between[node * network.nodes.size() + other] += bytes(from, to);
            }
        }
    forecast.stepSeconds = slowestPort(network, between);
    forecast.formula = fmt::format("bytes that the strategy's graphs move from this node to others, all {}{}",
                                   averaging.schedule.isSynchronous() ? "steps" : "averagings",
                                   reducedTwice > 0 ? ", those with a variance twice" : "");
    return forecast;
}

Result<TrafficForecast> forecastOperations(const launch::Workload& workload, const NetworkPlan& network)
{
    MR_TRY(operations, operations::parseGoal(workload.operations));
    std::vector<std::size_t> nodeOf;
    for (std::size_t node = 0; node < network.nodes.size(); ++node)
        nodeOf.insert(nodeOf.end(), static_cast<std::size_t>(network.nodes[node].slots), node);
    const std::size_t nodes = network.nodes.size();
    TrafficForecast forecast;
    forecast.sentByRank.assign(operations.ranks.size(), 0);
    forecast.sentByNode.assign(nodes, 0);
    std::vector<double> between(nodes * nodes);
    if (operations.ranks.size() != nodeOf.size())
        return fail(ErrorCode::InvalidInput,
                    fmt::format("the operations are those of {} ranks, and there are {} workers",
                                operations.ranks.size(), nodeOf.size()));
    const double steps = workload.steps + workload.warmupSteps;
    for (std::size_t rank = 0; rank < operations.ranks.size(); ++rank)
        for (const operations::Operation& operation : operations.ranks[rank])
            if (operation.kind == operations::Kind::Send) {
                const double bytes = static_cast<double>(operation.amount) + messageHeaderBytes;
                const std::size_t to = nodeOf[static_cast<std::size_t>(operation.peer)];
                forecast.sentByRank[rank] += bytes;
                if (nodeOf[rank] == to)
                    continue;
                forecast.sentByNode[nodeOf[rank]] += bytes * steps;
                between[nodeOf[rank] * nodes + to] += bytes;
            }
    forecast.stepSeconds = slowestPort(network, between);
    forecast.formula = "bytes of the messages from this node to others, all steps";
    return forecast;
}

} // namespace

Result<TrafficForecast> forecastTraffic(const launch::Workload& workload, const launch::LaunchPlan& launch,
                                        const NetworkPlan& network, const launch::Frameworks& frameworks)
{
    if (frameworks.traitsOf(workload).followsGraphs && !launch::mayChangeStrategy(workload))
        return forecastBuiltin(workload, launch, network);
    if (frameworks.traitsOf(workload).performsOperations)
        return forecastOperations(workload, network);
    TrafficForecast forecast;
    forecast.sentByNode.assign(network.nodes.size(), unknown);
    std::vector<launch::PlacedNode> nodes;
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i < network.nodes.size(); ++i)
        if (const RunNode& node = network.nodes[i]; node.slots > 0) {
            nodes.push_back({node.name, node.address, node.slots});
            positions.push_back(i);
        }
    const auto traffic = launch::expectedTraffic(workload, nodes, frameworks);
    if (!traffic)
        return forecast;
    forecast.gradientBytes = traffic->gradientBytes;
    for (std::size_t node = 0; node < nodes.size(); ++node)
        forecast.sentByNode[positions[node]] = traffic->sentByNode[node] * (workload.steps + workload.warmupSteps);
    forecast.formula = fmt::format("{} ({}), all steps{}{}", traffic->formula, traffic->source,
                                   traffic->beside.empty() ? "" : "; not counted: ", traffic->beside);
    forecast.tolerance = foreignTolerance;
    return forecast;
}

} // namespace millrace::run
