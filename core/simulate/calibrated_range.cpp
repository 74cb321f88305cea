// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/calibrated_range.h"

#include "core/base/seconds.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/cluster/network_matrix.h"
#include "core/collective/host_layout.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

namespace millrace::simulate {

namespace {

constexpr std::size_t mostLookedAt = 1000; // ranks

std::string delayText(double delaySeconds)
{
    return humanDuration(std::chrono::round<Nanoseconds>(std::chrono::duration<double>(delaySeconds)));
}

std::string lossText(double probability)
{
    return fmt::format("{:.3g} %", 100 * probability);
}

/// "50 Mbit/s to 10 Gbit/s"
std::string spanText(const std::string& from, const std::string& to)
{
    return from == to ? to : from + " to " + to;
}

} // namespace

CellRange rangeOf(const cluster::Cluster& cluster, std::span<const std::size_t> nodesOfRanks)
{
    CellRange range;
    range.ranks = static_cast<int>(nodesOfRanks.size());
    bool isUnlimited = false;
    for (std::size_t rank = 0; rank < std::min(nodesOfRanks.size(), mostLookedAt); ++rank) {
        const std::size_t from = nodesOfRanks[rank];
        const std::size_t to = nodesOfRanks[(rank + 1) % nodesOfRanks.size()];
        if (from == to)
            continue;
        const cluster::Node& source = cluster.nodes[from];
        const cluster::Node& destination = cluster.nodes[to];
        const cluster::PathSettings path = cluster::pathBetween(cluster, source, destination);
        double rate = cluster::smallerRate(path.bitsPerSecond, cluster::nicRate(source, destination));
        if (cluster.bottleneck && cluster::bottleneckPort(*cluster.bottleneck, source, destination) >= 0)
            rate = cluster::smallerRate(rate, cluster.bottleneck->bitsPerSecond);
        range.mostDelaySeconds = std::max(range.mostDelaySeconds, seconds(path.delay));
        range.mostLoss = std::max(range.mostLoss, path.loss);
        isUnlimited = isUnlimited || rate <= 0;
        range.mostRate = std::max(range.mostRate, rate);
        range.leastRate = cluster::smallerRate(range.leastRate, rate);
    }
    if (isUnlimited)
        range.mostRate = 0;
    return range;
}

CellRange rangeOf(const cluster::Cluster& cluster, const AllReduceSpec& operation)
{
    CellRange range = rangeOf(cluster, operation.nodes);
    range.strategy = collective::resolve(operation.strategy, collective::peersOnHosts(operation.nodes));
    return range;
}

void widen(Calibration& calibration, const CellRange& range)
{
    const auto name = range.strategy ? collective::strategyName(*range.strategy) : std::string_view();
    if (!name.empty() && !calibration.knows(name))
        calibration.strategies += fmt::format("{}{}", calibration.strategies.empty() ? "" : " ", name);
    calibration.leastRate = cluster::smallerRate(calibration.leastRate, range.leastRate);
    calibration.mostRate = std::max(calibration.mostRate, range.mostRate);
    calibration.mostDelaySeconds = std::max(calibration.mostDelaySeconds, range.mostDelaySeconds);
    calibration.mostLoss = std::max(calibration.mostLoss, range.mostLoss);
    calibration.mostRanks = std::max(calibration.mostRanks, range.ranks);
}

std::string beyond(const std::optional<Calibration>& calibration, const CellRange& range)
{
    if (!calibration || range.ranks < 2)
        return {};
    if (calibration->mostRanks == 0)
        return "the calibration in use does not name the cells it was fitted to, so that its error here is not known; "
               "make a new one";
    std::vector<std::string> parts;
    if (range.strategy && !calibration->knows(collective::strategyName(*range.strategy)))
        parts.push_back(fmt::format("{} (calibrated: {})", collective::strategyName(*range.strategy),
                                    fmt::join(split(calibration->strategies, ' '), ", ")));
    const bool isFaster = range.mostRate <= 0 || range.mostRate > nearRange * calibration->mostRate;
    if (isFaster || range.leastRate * nearRange < calibration->leastRate)
        parts.push_back(fmt::format("{} (calibrated: {})",
                                    isFaster && range.mostRate <= 0
                                        ? std::string("rates without a limit")
                                        : humanRate(isFaster ? range.mostRate : range.leastRate),
                                    spanText(humanRate(calibration->leastRate), humanRate(calibration->mostRate))));
    if (range.mostDelaySeconds > nearRange * calibration->mostDelaySeconds)
        parts.push_back(fmt::format("delays of {} (calibrated: up to {})", delayText(range.mostDelaySeconds),
                                    delayText(calibration->mostDelaySeconds)));
    if (range.mostLoss > nearRange * calibration->mostLoss)
        parts.push_back(
            fmt::format("loss of {} (calibrated: {})", lossText(range.mostLoss),
                        calibration->mostLoss > 0 ? "up to " + lossText(calibration->mostLoss) : std::string("none")));
    if (range.ranks > nearRange * calibration->mostRanks)
        parts.push_back(fmt::format("{} workers (calibrated: up to {})", range.ranks, calibration->mostRanks));
    if (parts.empty())
        return {};
    return fmt::format("beyond what was calibrated, so that the error is not known: {}", join(parts, ", "));
}

} // namespace millrace::simulate
