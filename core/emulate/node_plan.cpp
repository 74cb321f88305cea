// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/emulate/node_plan.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::emulate {

namespace {

constexpr double frameSeconds = 0.001;
constexpr int largestGsoBytes = 65536 - 54;
constexpr int fastRing = 1000;
constexpr int packetRing = 10000;

double segmentsWithin(double bitsPerSecond, std::uint64_t queueBytes, int frameBytes)
{
    const double byTime = bitsPerSecond / 8 * frameSeconds / frameBytes;
    const double byQueue = static_cast<double>(queueBytes) / 8 / frameBytes;
    return std::min(byTime, byQueue);
}

} // namespace

int gsoSegments(const EmulationSpec& spec, int node)
{
    if (spec.mode == cluster::SwitchMode::Packet && !spec.segmentationOffload)
        return 1;
    const int frameBytes = spec.mtu + 14;
    double segments = largestGsoBytes / (spec.mtu - 40);
    const auto limit = [&](double bitsPerSecond, std::uint64_t queueBytes) {
        if (bitsPerSecond > 0)
            segments = std::min(segments, segmentsWithin(bitsPerSecond, queueBytes, frameBytes));
    };
    const NodeSpec& self = spec.nodes[static_cast<std::size_t>(node)];
    limit(self.nicBitsPerSecond, self.nicQueueBytes);
    for (int to = 0; to < static_cast<int>(spec.nodes.size()); ++to) {
        const NodeSpec& other = spec.nodes[static_cast<std::size_t>(to)];
        limit(spec.path(node, to).bitsPerSecond, spec.path(node, to).queueBytes);
        limit(other.nicBitsPerSecond, other.nicQueueBytes);
    }
    for (const SharedPortSpec& port : spec.sharedPorts) {
        if (std::ranges::any_of(port.pairs, [&](const auto& pair) { return pair.first == node; }))
            limit(port.bitsPerSecond, port.queueBytes);
    }
    return std::max(1, static_cast<int>(segments));
}

std::string nodePlan(const EmulationSpec& spec, int node)
{
    const NodeSpec& self = spec.nodes[static_cast<std::size_t>(node)];
    const std::string prefix = spec.network.substr(spec.network.find('/'));
    const int ring = spec.mode == cluster::SwitchMode::Packet ? packetRing : fastRing;
    std::string plan = "link set lo up\n";
    plan += fmt::format("link set eth0 address {} mtu {} txqueuelen {} gso_max_segs {} up\n", macText(self.mac),
                        spec.mtu, ring, gsoSegments(spec, node));
    plan += fmt::format("address add {}{} broadcast + dev eth0 noprefixroute\n", self.address, prefix);
    plan += fmt::format("route add {} dev eth0 scope link src {} congctl {}\n", spec.network, self.address,
                        spec.congestionControl);
    for (const NodeSpec& other : spec.nodes) {
        if (other.name != self.name)
            plan += fmt::format("neighbour replace {} lladdr {} dev eth0 nud permanent\n", other.address,
                                macText(other.mac));
    }
    return plan;
}

} // namespace millrace::emulate
