// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/queue_load.h"

#include "core/base/units.h"
#include "core/collective/host_layout.h"
#include "core/collective/traffic.h"

#include <fmt/format.h>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>
#include <vector>

namespace millrace::simulate {

namespace {

constexpr std::size_t mostRanks = 1024;

struct Received
{
    int senders = 0; ///< other nodes
    double bytes = 0;
};
using ByNode = std::map<std::size_t, Received>;

ByNode receivedBy(const AllReduceSpec& spec)
{
    const collective::PeerList peers = collective::peersOnHosts(spec.nodes);
    const collective::TrafficMatrix traffic =
        collective::predictTraffic(collective::tensorsOfSizes(spec.tensors), peers,
                                   collective::resolve(spec.strategy, peers), spec.hash, sizeof(float), 1, spec.parts);
    std::map<std::size_t, std::map<std::size_t, double>> received; // by node, then by sender
    for (int from = 0; from < traffic.size(); ++from)
        for (int to = 0; to < traffic.size(); ++to) {
            const std::size_t sender = spec.nodes[static_cast<std::size_t>(from)];
            const std::size_t receiver = spec.nodes[static_cast<std::size_t>(to)];
            if (sender != receiver && traffic.bytes(from, to) > 0)
                received[receiver][sender] += static_cast<double>(traffic.bytes(from, to)) / sizeof(float)
                    * static_cast<double>(spec.elementBytes);
        }
    ByNode all;
    for (const auto& [node, senders] : received) {
        Received& sum = all[node];
        sum.senders = static_cast<int>(senders.size());
        for (const auto& [sender, bytes] : senders)
            sum.bytes += bytes;
    }
    return all;
}

/// The runs of a grid differ in rates and delays more often than in what they move, which takes milliseconds to say.
std::shared_ptr<const ByNode> knownReceivedBy(const AllReduceSpec& spec)
{
    using Key = std::tuple<collective::Strategy, collective::ChunkHash, std::vector<std::size_t>,
                           std::vector<std::size_t>, std::size_t, collective::ShardParts>;
    constexpr std::size_t mostKept = 64;
    static std::mutex mutex;
    static std::map<Key, std::shared_ptr<const ByNode>> kept;
    const std::lock_guard lock(mutex);
    Key key{spec.strategy, spec.hash, spec.tensors, spec.nodes, spec.elementBytes, spec.parts};
    if (const auto found = kept.find(key); found != kept.end())
        return found->second;
    if (kept.size() >= mostKept)
        kept.clear();
    auto made = std::make_shared<const ByNode>(receivedBy(spec));
    kept.emplace(std::move(key), made);
    return made;
}

} // namespace

std::string QueueLoad::text(const cluster::Cluster& cluster) const
{
    return fmt::format("in an all-reduce {} nodes send {} to {}, whose queue holds {}: packets that are lost there are "
                       "not simulated, so that the steps may be longer",
                       senders, humanSize(bytes), cluster.nodes[node].name, humanSize(queueBytes));
}

std::optional<QueueLoad> overloadedQueue(const AllReduceSpec& spec, const cluster::Cluster& cluster)
{
    if (spec.nodes.size() > mostRanks)
        return std::nullopt;
    const auto received = knownReceivedBy(spec);
    std::optional<QueueLoad> worst;
    for (const auto& [node, sum] : *received) {
        const auto& nics = cluster.nodes[node].nics;
        if (sum.senders < 2 || nics.empty() || nics.front().bitsPerSecond <= 0)
            continue;
        QueueLoad load{node, sum.senders, sum.bytes, static_cast<double>(nics.front().queueBytes)};
        if (load.queueBytes <= 0)
            load.queueBytes = static_cast<double>(cluster::defaultQueueBytes(nics.front().bitsPerSecond));
        if (load.bytes > load.queueBytes && (!worst || load.bytes / load.queueBytes > worst->bytes / worst->queueBytes))
            worst = load;
    }
    return worst;
}

} // namespace millrace::simulate
