// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/launch/expected_traffic.h"

#include "core/base/text.h"
#include "core/collective/traffic.h"
#include "core/launch/framework_adapter.h"
#include "core/launch/placement.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace millrace::launch {

namespace {

double total(std::span<const PlacedNode> nodes)
{
    return workerCount(nodes);
}

std::vector<double> zeros(std::span<const PlacedNode> nodes)
{
    return std::vector<double>(nodes.size());
}

} // namespace

std::optional<double> gradientBytes(const Workload& workload, ModelFamily family)
{
    const auto model = scriptModel(workload, family);
    return model ? std::optional(4 * model->parameters) : std::nullopt;
}

CollectiveTraffic ringTraffic(double gradientBytes, std::span<const PlacedNode> nodes)
{
    CollectiveTraffic traffic;
    traffic.gradientBytes = gradientBytes;
    const double workers = total(nodes);
    const double each = nodes.size() < 2 ? 0 : 2 * (workers - 1) / workers * gradientBytes;
    traffic.sentByNode.assign(nodes.size(), each);
    traffic.formula = fmt::format("2(N-1)/N S from every node, N = {} workers in one ring", workers);
    traffic.source = "ring all-reduce (Patarasuk and Yuan 2009)";
    return traffic;
}

CollectiveTraffic parameterServerTraffic(double gradientBytes, std::span<const PlacedNode> nodes,
                                         std::span<const int> servers)
{
    CollectiveTraffic traffic;
    traffic.gradientBytes = gradientBytes;
    traffic.sentByNode = zeros(nodes);
    double all = 0;
    for (const int count : servers)
        all += count;
    const double workers = total(nodes);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const double own = nodes[i].slots;
        const double share = i < servers.size() && all > 0 ? servers[i] / all : 0;
        traffic.sentByNode[i] = own * gradientBytes * (1 - share) + (workers - own) * gradientBytes * share;
    }
    traffic.formula = "S from every worker to the servers, S from the servers to every worker";
    traffic.source = "parameter server (Li et al., OSDI 2014)";
    return traffic;
}

CollectiveTraffic butterflyTraffic(double roundBytes, double stepsOfRound, std::span<const PlacedNode> nodes)
{
    CollectiveTraffic traffic;
    traffic.gradientBytes = roundBytes;
    traffic.sentByNode = zeros(nodes);
    const double workers = total(nodes);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const double own = nodes[i].slots;
        traffic.sentByNode[i] = 2 * roundBytes / workers * own * (workers - own) / std::max(stepsOfRound, 1.0);
    }
    traffic.formula = fmt::format("2 S (N-1)/N from every one of N = {} workers, once in {} steps", workers,
                                  shortest(std::max(stepsOfRound, 1.0)));
    traffic.source = "butterfly of equal parts (Hivemind; Ryabinin et al. 2021)";
    return traffic;
}

std::optional<CollectiveTraffic> graphTraffic(double gradientBytes, const std::string& strategy,
                                              const std::vector<std::string>& peers, std::span<const PlacedNode> nodes)
{
    const auto parsed = collective::parseStrategy(strategy);
    if (!parsed)
        return std::nullopt;
    std::vector<Endpoint> endpoints;
    for (const std::string& peer : peers) {
        auto endpoint = parseEndpoint(peer);
        if (!endpoint)
            return std::nullopt;
        endpoints.push_back(*std::move(endpoint));
    }
    const std::array elements = {static_cast<std::size_t>(gradientBytes / 4)};
    const auto matrix =
        collective::predictTraffic(collective::tensorsOfSizes(elements), collective::PeerList(std::move(endpoints)),
                                   *parsed, collective::ChunkHash::Balanced);
    CollectiveTraffic traffic;
    traffic.gradientBytes = gradientBytes;
    traffic.sentByNode = zeros(nodes);
    const std::vector<RankPlace> places = placeRanks(nodes);
    for (const RankPlace& from : places)
        for (const RankPlace& to : places)
            if (from.node != to.node)
                traffic.sentByNode[static_cast<std::size_t>(from.node)] +=
                    static_cast<double>(matrix.bytes(from.rank, to.rank));
    traffic.formula = fmt::format("every chunk walks the reduce and the broadcast graph of {}", strategy);
    traffic.source = "KungFu's graphs, chunks spread evenly (Mai et al., OSDI 2020)";
    return traffic;
}

CollectiveTraffic pairTraffic(double gradientBytes, std::span<const PlacedNode> nodes)
{
    CollectiveTraffic traffic;
    traffic.gradientBytes = gradientBytes;
    traffic.sentByNode = zeros(nodes);
    const double workers = total(nodes);
    for (std::size_t i = 0; i < nodes.size() && workers > 1; ++i) {
        const double own = nodes[i].slots;
        traffic.sentByNode[i] = own * gradientBytes * (workers - own) / (workers - 1);
    }
    traffic.formula = "S from every worker on average: each asks one other, chosen by chance, for its model";
    traffic.source = "KungFu's pair averaging (Mai et al., OSDI 2020)";
    return traffic;
}

std::optional<CollectiveTraffic> expectedTraffic(const Workload& workload, std::span<const PlacedNode> nodes,
                                                 const Frameworks& frameworks)
{
    const auto adapter = frameworks.adapter(workload.framework);
    return adapter && !nodes.empty() ? adapter->traffic(frameworks.withDefaults(workload), nodes) : std::nullopt;
}

std::optional<TrainedModel> trainedModel(const Workload& workload, const Frameworks& frameworks)
{
    const auto adapter = frameworks.adapter(workload.framework);
    return adapter ? adapter->trainedModel(frameworks.withDefaults(workload)) : std::nullopt;
}

} // namespace millrace::launch
