// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/simulated_traffic.h"

#include "core/base/seconds.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::run {

namespace {

simulate::CrossLoad loadOf(const TrafficPlan& plan)
{
    simulate::CrossLoad load;
    load.duration = seconds(plan.profile.phases.loaded);
    for (const TrafficSender& sender : plan.senders) {
        const crosstraffic::TrafficOrder& order = sender.order;
        load.drain = seconds(order.drain);
        load.bytesPerSecond = order.flowBitsPerSecond / 8;
        if (order.transport == crosstraffic::Transport::Udp)
            load.datagramBytes = order.datagramBytes;
        for (const crosstraffic::Flow& flow : order.flows)
            load.flows.push_back(
                {seconds(flow.start), static_cast<double>(flow.bytes), static_cast<std::size_t>(sender.node),
                 static_cast<std::size_t>(sender.targets[static_cast<std::size_t>(flow.destination)])});
    }
    // Datagrams without a pace are sent as fast as the path allows.
    if (load.datagramBytes > 0 && load.bytesPerSecond <= 0)
        load.bytesPerSecond = plan.capacity > 0 ? plan.capacity / 8 : crosstraffic::maximumRate / 8;
    return load;
}

} // namespace

std::string unknownTraffic(const crosstraffic::TrafficProfile& profile)
{
    if (profile.slowdown > 0)
        return fmt::format("the rate of cross traffic \"{}\" is chosen while it runs, from its effect, which is not "
                           "simulated; set \"rate\" instead of \"slowdown\"",
                           profile.name);
    return {};
}

RateLimit rateLimitOf(const cluster::Cluster& cluster)
{
    return [&cluster](int from, int to) {
        const cluster::Node& source = cluster.nodes[static_cast<std::size_t>(from)];
        const cluster::Node& destination = cluster.nodes[static_cast<std::size_t>(to)];
        double limit = cluster::pathBetween(cluster, source, destination).bitsPerSecond;
        for (const cluster::Node* node : {&source, &destination})
            if (!node->nics.empty())
                limit = lowerLimit(limit, node->nics.front().bitsPerSecond);
        if (cluster.bottleneck && cluster::bottleneckPort(*cluster.bottleneck, source, destination) >= 0)
            limit = lowerLimit(limit, cluster.bottleneck->bitsPerSecond);
        return limit;
    };
}

SimulatedTraffic::SimulatedTraffic(const TrafficPlan& plan, const cluster::Cluster& cluster)
    : m_plan(plan), m_cluster(cluster), m_flows(loadOf(plan))
{
}

void SimulatedTraffic::take(const simulate::Step& step)
{
    const double now = step.end.empty() ? 0 : std::ranges::max(step.end);
    const auto mark = [now](Nanoseconds& when, double time) {
        if (when == Nanoseconds(0) && now >= time)
            when = fromSeconds(time);
        return when > Nanoseconds(0);
    };
    const crosstraffic::Phases& phases = m_plan.profile.phases;
    if (m_marks.baseline == Nanoseconds(0)) {
        m_loadBegin = now + seconds(m_plan.baseline);
        m_flows.begin(m_loadBegin);
    }
    if (!mark(m_marks.baseline, now) || !mark(m_marks.loaded, m_loadBegin))
        return;
    const double drain = m_loadBegin + seconds(phases.loaded);
    if (!mark(m_marks.drain, drain) || !m_flows.isOver())
        return;
    const double recovery = std::max(drain, m_flows.end());
    if (mark(m_marks.recovery, recovery))
        mark(m_marks.end, recovery + seconds(phases.recovery));
}

std::string SimulatedTraffic::remark() const
{
    for (const TrafficSender& sender : m_plan.senders)
        if (const std::string& control = sender.order.congestionControl;
            sender.order.transport == crosstraffic::Transport::Tcp && !control.empty() && control != "cubic")
            return fmt::format("cross traffic \"{}\" has the congestion control {}, and its windows are simulated as "
                               "those of cubic",
                               m_plan.profile.name, control);
    return {};
}

SimulatedPhases SimulatedTraffic::result() const
{
    SimulatedPhases result;
    result.marks = m_marks;
    const RateLimit rateLimit = rateLimitOf(m_cluster);
    const simulate::CrossLoad& load = m_flows.load();
    const auto delay = [this](const simulate::CrossFlow& flow) {
        const auto& nodes = m_cluster.nodes;
        return cluster::pathBetween(m_cluster, nodes[flow.from], nodes[flow.to]).delay
            + cluster::pathBetween(m_cluster, nodes[flow.to], nodes[flow.from]).delay;
    };
    std::size_t position = 0;
    for (const TrafficSender& sender : m_plan.senders) {
        auto& acked = result.traffic.acked.emplace_back();
        auto& flows = result.traffic.flows.emplace_back();
        for (const crosstraffic::Flow& flow : sender.order.flows) {
            const simulate::CrossFlow& planned = load.flows[position];
            const simulate::CrossOutcome& outcome = m_flows.outcomes()[position++];
            if (outcome.end <= 0)
                continue; // the run ended first
            crosstraffic::FlowRecord record;
            record.index = static_cast<std::uint32_t>(flows.size());
            record.destination = sender.order.targets[static_cast<std::size_t>(flow.destination)].name;
            record.bytes = flow.bytes;
            record.ackedBytes = static_cast<std::uint64_t>(outcome.bytes);
            record.plannedStart = record.start = fromSeconds(outcome.begin);
            record.completion = fromSeconds(outcome.end - outcome.begin);
            record.end = outcome.isCut ? crosstraffic::FlowEnd::Cut : crosstraffic::FlowEnd::Completed;
            const double rate = rateLimit(static_cast<int>(planned.from), static_cast<int>(planned.to));
            if (load.datagramBytes > 0) {
                const double sent = load.bytesPerSecond * (outcome.end - outcome.begin);
                record.datagramsLost =
                    static_cast<std::uint64_t>(std::max(0.0, sent - outcome.bytes) / load.datagramBytes);
            } else if (rate > 0 && flow.bytes > 0) {
                record.ideal = crosstraffic::idealCompletion(delay(planned), flow.bytes, rate);
            }
            if (outcome.end > outcome.begin)
                acked.push_back({record.start, record.start + record.completion, outcome.bytes});
            flows.push_back(std::move(record));
        }
    }
    return result;
}

SimulatedPhases SimulatedPhases::at(Nanoseconds begin) const
{
    SimulatedPhases later = *this;
    for (Nanoseconds* mark :
         {&later.marks.baseline, &later.marks.loaded, &later.marks.drain, &later.marks.recovery, &later.marks.end})
        if (*mark > Nanoseconds(0))
            *mark += begin;
    for (auto& rates : later.traffic.acked)
        for (TrafficRate& rate : rates) {
            rate.begin += begin;
            rate.end += begin;
        }
    for (auto& flows : later.traffic.flows)
        for (crosstraffic::FlowRecord& flow : flows) {
            flow.start += begin;
            flow.plannedStart += begin;
        }
    return later;
}

} // namespace millrace::run
