// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/node_sights.h"

#include "core/base/seconds.h"
#include "core/base/unknown.h"
#include "core/run/experiment_interface.h"

#include <algorithm>

namespace millrace::run {

namespace {

constexpr double shortestStretch = 1e-3; // s; the last sample is off schedule, and a rate over less is noise

double rateOf(std::uint64_t before, std::uint64_t now, double span)
{
    return now >= before ? 8 * static_cast<double>(now - before) / span : unknown;
}

/// Adds waiting and stops of the workers of a node between two samples.
void addWorkers(monitor::NodeSight& sight, const agent::Sample& last, const agent::Sample& now,
                const std::function<bool(agent::ProcessId)>& isWorker)
{
    sight.waiting = sight.stopped = unknown;
    for (const agent::ProcessUsage& process : now.processes) {
        const auto before = std::ranges::find(last.processes, process.process, &agent::ProcessUsage::process);
        if (before == last.processes.end() || !isWorker(process.process))
            continue;
        const Nanoseconds waited = std::max(Nanoseconds(0), process.usage.runDelay - before->usage.runDelay);
        sight.waiting = (sight.waiting >= 0 ? sight.waiting : 0) + seconds(waited) / sight.span;
        const bool isStopped = process.usage.stopped > 0 || sight.stopped > 0;
        sight.stopped = isStopped ? 1 : 0;
    }
}

} // namespace

NodeSights::NodeSights(const NetworkPlan& network) : m_network(network), m_last(network.nodes.size()) { }

std::vector<monitor::NodeSight> NodeSights::take(int node, const agent::SampleBatch& batch,
                                                 const std::function<bool(agent::ProcessId)>& isWorker)
{
    std::vector<monitor::NodeSight> sights;
    const auto position = static_cast<std::size_t>(node);
    if (node < 0 || position >= m_last.size() || m_network.node(node).slots == 0)
        return sights;
    State& state = m_last[position];
    const int firstRank = m_network.firstRank(node);
    for (const agent::Sample& now : batch.samples) {
        monitor::NodeSight sight;
        sight.wall = now.wall;
        sight.rank = firstRank;
        sight.span = seconds(now.monotonic - state.last.monotonic);
        if (state.known && sight.span >= shortestStretch) {
            const std::string& interface = m_network.node(node).interface;
            const auto* before = experimentInterface(state.last, interface);
            const auto* after = experimentInterface(now, interface);
            const bool isCounted = before != nullptr && after != nullptr;
            sight.received = isCounted ? rateOf(before->receivedBytes, after->receivedBytes, sight.span) : unknown;
            sight.sent = isCounted ? rateOf(before->sentBytes, after->sentBytes, sight.span) : unknown;
            addWorkers(sight, state.last, now, isWorker);
            sights.push_back(sight);
        }
        state.last = now;
        state.known = true;
    }
    return sights;
}

} // namespace millrace::run
