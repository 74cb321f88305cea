// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/traffic_choice.h"

#include "core/collective/chunk_plan.h"
#include "core/collective/host_layout.h"
#include "core/collective/traffic.h"

#include <algorithm>
#include <numeric>

namespace millrace::policy {
namespace {

using collective::Strategy;

/// A strategy with one root has that many different ones; more are not tried.
constexpr int mostRoots = 16;
/// Of two numbers of bytes, so that chunks that cannot be split evenly make no difference.
constexpr double alike = 0.9;

bool hasOneRoot(Strategy strategy)
{
    return strategy == Strategy::Tree || strategy == Strategy::BinaryTree || strategy == Strategy::Star
        || strategy == Strategy::BinaryTreeStar;
}

/// By rank: the larger of sent and received bytes.
std::vector<double> bytesOf(const collective::PeerList& peers, std::uint64_t payload, Strategy strategy, int root)
{
    const std::vector<std::size_t> sizes = {static_cast<std::size_t>(payload / sizeof(float))};
    const auto pairs = collective::graphPairs(strategy, peers, root);
    const collective::ChunkRule rule{strategy, collective::ChunkHash::Name, pairs.size(), 0};
    const auto chunks = collective::planChunks(collective::tensorsOfSizes(sizes), rule);
    const auto traffic = collective::predictTraffic(chunks, pairs);
    std::vector<double> bytes;
    for (int rank = 0; rank < peers.size(); ++rank)
        bytes.push_back(static_cast<double>(std::max(traffic.sentBy(rank), traffic.receivedBy(rank))));
    return bytes;
}

/// Mean time of an all-reduce with these bytes while one of `suspects` has less capacity.
double expectedTime(const std::vector<double>& bytes, double capacity, const std::vector<std::size_t>& suspects,
                    double reduced)
{
    double sum = 0;
    for (const std::size_t slow : suspects) {
        double time = 0;
        for (std::size_t rank = 0; rank < bytes.size(); ++rank)
            time = std::max(time, bytes[rank] / (rank == slow ? reduced : capacity));
        sum += time;
    }
    return sum / static_cast<double>(suspects.size());
}

} // namespace

std::vector<Choice> chooseStrategy(const Disturbance& disturbance)
{
    std::vector<Choice> choices;
    if (disturbance.workers < 2 || disturbance.before <= 0 || disturbance.now <= disturbance.before)
        return choices;
    std::vector<std::size_t> hosts(static_cast<std::size_t>(disturbance.workers));
    std::iota(hosts.begin(), hosts.end(), std::size_t(0));
    const collective::PeerList peers = collective::peersOnHosts(hosts);
    const Strategy current = collective::resolve(disturbance.setting.strategy, peers);
    const std::vector<double> present = bytesOf(peers, disturbance.payload, current, disturbance.setting.root);
    const double largest = *std::ranges::max_element(present);
    std::vector<std::size_t> suspects;
    for (std::size_t rank = 0; rank < present.size(); ++rank)
        if (present[rank] > alike * largest)
            suspects.push_back(rank);
    const double capacity = largest / disturbance.before;
    const double reduced = largest / disturbance.now;
    for (const Strategy strategy : collective::allStrategies()) {
        if (strategy == Strategy::Auto)
            continue;
        const int roots = hasOneRoot(strategy) ? std::min(mostRoots, disturbance.workers) : 1;
        for (int root = 0; root < roots; ++root) {
            if (strategy == current && root == disturbance.setting.root)
                continue;
            const auto bytes = bytesOf(peers, disturbance.payload, strategy, root);
            choices.push_back({strategy, root, expectedTime(bytes, capacity, suspects, reduced)});
        }
    }
    std::ranges::stable_sort(choices, {}, &Choice::time);
    return choices;
}

} // namespace millrace::policy
