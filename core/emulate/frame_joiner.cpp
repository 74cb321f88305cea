// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/emulate/frame_joiner.h"

#include <utility>

namespace millrace::emulate {

FrameJoiner::FrameJoiner(std::size_t nodes, bool joins, FramePool& pool, LatenessHistogram& lateness, Write write)
    : m_nodes(nodes), m_joins(joins), m_pool(pool), m_lateness(lateness), m_write(std::move(write)),
      m_waiting(joins ? nodes * nodes : 0)
{
}

bool FrameJoiner::take(const Frame& frame)
{
    if (!m_joins)
        return writeNow(frame);
    const std::size_t pair = frame.from * m_nodes + frame.to;
    std::optional<Waiting>& waiting = m_waiting[pair];
    const auto segment = joinableSegment(frame.used());
    if (waiting && segment && waiting->frame.append(frame, *segment)) {
        note(*waiting, frame);
        return true;
    }
    // Frames of other connections may overtake; those of this one, and non-TCP frames, keep their order.
    if (waiting) {
        const std::uint32_t ports = tcpPorts(frame.used());
        if (segment || ports == 0 || ports == waiting->frame.ports())
            close(pair);
    }
    if (!segment)
        return writeNow(frame);
    waiting.emplace(Waiting{JoinedFrame(m_pool, frame, *segment), {}, {}});
    m_pairs.push_back(pair);
    note(*waiting, frame);
    return true;
}

void FrameJoiner::flush(Fabric& fabric)
{
    for (const std::size_t pair : std::exchange(m_pairs, {}))
        close(pair);
    for (const Refused& each : std::exchange(m_refused, {}))
        fabric.countRefused(each.from, each.to, each.traffic);
}

bool FrameJoiner::writeNow(const Frame& frame)
{
    if (frame.timed)
        m_lateness.add(monotonicNow() - frame.due);
    return m_write(frame);
}

void FrameJoiner::note(Waiting& waiting, const Frame& frame)
{
    waiting.traffic.add(frame.packets, frame.wireBytes);
    if (frame.timed)
        waiting.due.push_back(frame.due);
}

void FrameJoiner::close(std::size_t pair)
{
    if (!m_waiting[pair])
        return;
    write(*m_waiting[pair]);
    m_waiting[pair].reset();
}

void FrameJoiner::write(Waiting& waiting)
{
    Frame& frame = waiting.frame.finish();
    const Nanoseconds now = monotonicNow();
    for (const Nanoseconds due : waiting.due)
        m_lateness.add(now - due);
    if (!m_write(frame))
        m_refused.push_back({frame.from, frame.to, waiting.traffic});
    m_pool.give(frame);
}

} // namespace millrace::emulate
