// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/emulate/fabric.h"

#include <fmt/format.h>

namespace millrace::emulate {

namespace {

enum : std::uint8_t
{
    EgressNic,
    SharedPort,
    PairPort,
    PairDelay,
    IngressNic,
    Exit
};

/// Derives the seed from the names of the nodes, so that a pair draws the same numbers in any cluster.
std::uint64_t pairSeed(const EmulationSpec& spec, std::size_t from, std::size_t to, const char* purpose)
{
    const std::string name = fmt::format("{} {} {}", spec.nodes[from].name, spec.nodes[to].name, purpose);
    return mixSeed(spec.seed ^ stableHash(name));
}

} // namespace

Fabric::Fabric(const EmulationSpec& spec, FramePool& pool, FrameSink& sink)
    : m_nodeCount(spec.nodes.size()), m_memoryLimit(spec.memoryLimitBytes), m_pool(pool), m_sink(sink),
      m_egress(m_nodeCount), m_ingress(m_nodeCount), m_shared(spec.sharedPorts.size())
{
    m_pairs.reserve(m_nodeCount * m_nodeCount);
    for (std::size_t from = 0; from < m_nodeCount; ++from) {
        const NodeSpec& node = spec.nodes[from];
        m_egress[from].configure(node.nicBitsPerSecond, node.nicQueueBytes);
        m_ingress[from].configure(node.nicBitsPerSecond, node.nicQueueBytes);
        for (std::size_t to = 0; to < m_nodeCount; ++to) {
            m_pairs.emplace_back(pairSeed(spec, from, to, "loss"), pairSeed(spec, from, to, "jitter"));
            const int source = static_cast<int>(from);
            const int destination = static_cast<int>(to);
            setPath({source, destination, spec.path(source, destination)});
        }
    }
    for (std::size_t i = 0; i < m_shared.size(); ++i) {
        m_shared[i].configure(spec.sharedPorts[i].bitsPerSecond, spec.sharedPorts[i].queueBytes);
        for (const auto& [from, to] : spec.sharedPorts[i].pairs)
            pair(from, to).shared = &m_shared[i];
    }
}

void Fabric::setPath(const PathUpdate& update)
{
    Pair& changed = pair(update.from, update.to);
    changed.port.configure(update.path.bitsPerSecond, update.path.queueBytes);
    changed.loss.configure(update.path.loss);
    changed.line.configure(update.path.delay, update.path.jitter);
}

void Fabric::resetCounters()
{
    for (Pair& each : m_pairs)
        each.counters = {};
}

void Fabric::countRefused(int from, int to, const Traffic& traffic)
{
    PairCounters& counters = pair(from, to).counters;
    counters.delivered -= traffic;
    counters.writeDropped += traffic;
}

std::optional<Nanoseconds> Fabric::nextDue() const
{
    if (m_events.empty())
        return std::nullopt;
    return m_events.top().due;
}

void Fabric::accept(Frame& frame, Nanoseconds now)
{
    advance(now);
    PairCounters& counters = pair(frame.from, frame.to).counters;
    counters.offered.add(frame.packets, frame.wireBytes);
    if (m_pool.bytesInUse() > m_memoryLimit) {
        drop(frame, counters.memoryDropped);
        return;
    }
    frame.stage = EgressNic;
    frame.timed = false;
    move(frame, now);
}

void Fabric::advance(Nanoseconds now)
{
    while (!m_events.empty() && m_events.top().due <= now) {
        const Event event = m_events.top();
        m_events.pop();
        Frame& frame = event.stage->pop();
        if (!event.stage->isEmpty())
            m_events.push({event.stage->due(), m_sequence++, event.stage});
        move(frame, event.due);
    }
}

void Fabric::move(Frame& frame, Nanoseconds arrival)
{
    Pair& way = pair(frame.from, frame.to);
    for (;;) {
        switch (frame.stage++) {
        case EgressNic:
            if (!moveThrough(m_egress[frame.from], frame, arrival))
                return;
            break;
        case SharedPort:
            if (way.shared && !moveThrough(*way.shared, frame, arrival))
                return;
            break;
        case PairPort:
            if (!moveThrough(way.port, frame, arrival))
                return;
            break;
        case PairDelay:
            if (way.loss.drop(frame.packets)) {
                drop(frame, way.counters.lost);
                return;
            }
            if (!way.line.passes()) {
                const bool wasEmpty = way.line.isEmpty();
                Frame& held = m_pool.shrink(frame);
                way.line.push(held, arrival);
                hold(way.line, held, wasEmpty);
                return;
            }
            break;
        case IngressNic:
            if (!moveThrough(m_ingress[frame.to], frame, arrival))
                return;
            break;
        default: deliver(frame, arrival); return;
        }
    }
}

/// Returns true if the frame passes at once; otherwise the port holds or has dropped it.
bool Fabric::moveThrough(RatePort& port, Frame& frame, Nanoseconds arrival)
{
    if (port.passes())
        return true;
    const bool wasEmpty = port.isEmpty();
    Frame& held = m_pool.shrink(frame);
    if (port.push(held, arrival))
        hold(port, held, wasEmpty);
    else
        drop(held, pair(held.from, held.to).counters.queueDropped);
    return false;
}

void Fabric::hold(Stage& stage, Frame& frame, bool wasEmpty)
{
    frame.timed = true;
    if (wasEmpty)
        m_events.push({stage.due(), m_sequence++, &stage});
}

void Fabric::drop(Frame& frame, Traffic& counter)
{
    counter.add(frame.packets, frame.wireBytes);
    m_pool.give(frame);
}

void Fabric::deliver(Frame& frame, Nanoseconds due)
{
    PairCounters& counters = pair(frame.from, frame.to).counters;
    frame.due = due;
    Traffic& counter = m_sink.deliver(frame) ? counters.delivered : counters.writeDropped;
    drop(frame, counter);
}

} // namespace millrace::emulate
