// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/cluster.h"

#include <algorithm>
#include <cmath>

namespace millrace::cluster {

namespace {

constexpr std::uint64_t minimumQueueBytes = 256 * 1024;
constexpr double queueSeconds = 0.05;

bool matches(std::string_view pattern, const Node& node) noexcept
{
    return pattern == "*" || pattern == node.name || (!node.zone.empty() && pattern == node.zone);
}

template <typename T>
void override(T& value, const std::optional<T>& wish)
{
    if (wish)
        value = *wish;
}

} // namespace

bool matchesPair(std::string_view from, std::string_view to, bool bothWays, const Node& source,
                 const Node& destination) noexcept
{
    return (matches(from, source) && matches(to, destination))
        || (bothWays && matches(to, source) && matches(from, destination));
}

const Node* findNode(const Cluster& cluster, std::string_view name) noexcept
{
    const auto it = std::ranges::find(cluster.nodes, name, &Node::name);
    return it == cluster.nodes.end() ? nullptr : &*it;
}

bool losesPackets(const Cluster& cluster) noexcept
{
    return std::ranges::any_of(cluster.links, [](const Link& link) { return link.settings.loss.value_or(0) > 0; });
}

PathSettings pathBetween(const Cluster& cluster, const Node& from, const Node& to)
{
    PathSettings path;
    for (const Link& link : cluster.links) {
        if (!matchesPair(link.from, link.to, link.bothWays, from, to))
            continue;
        override(path.bitsPerSecond, link.settings.bitsPerSecond);
        override(path.delay, link.settings.delay);
        override(path.jitter, link.settings.jitter);
        override(path.loss, link.settings.loss);
        override(path.queueBytes, link.settings.queueBytes);
    }
    if (path.queueBytes == 0)
        path.queueBytes = defaultQueueBytes(path.bitsPerSecond);
    return path;
}

int bottleneckPort(const Bottleneck& rule, const Node& from, const Node& to) noexcept
{
    if (matchesPair(rule.from, rule.to, false, from, to))
        return 0;
    return rule.bothWays && matchesPair(rule.to, rule.from, false, from, to) ? 1 : -1;
}

std::uint64_t defaultQueueBytes(double bitsPerSecond) noexcept
{
    const double bytes = std::ceil(bitsPerSecond / 8 * queueSeconds);
    return std::max(minimumQueueBytes, static_cast<std::uint64_t>(std::clamp(bytes, 0.0, 1e15)));
}

} // namespace millrace::cluster
