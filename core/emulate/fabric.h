// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/emulate/health.h"
#include "core/emulate/stage.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <queue>
#include <vector>

namespace millrace::emulate {

/// Receives the frames that leave a Fabric.
class FrameSink
{
public:
    virtual ~FrameSink() = default;
    /// Writes the frame to node frame.to; false if it was not accepted. frame.due is valid if frame.timed.
    virtual bool deliver(const Frame& frame) = 0;
};

/// The network between the nodes, without clock, thread or descriptor: frames enter with their arrival time and leave
/// when they are due. The path of a frame is
///   egress NIC of the source → shared port → port of the pair → loss → delay of the pair → ingress NIC of the
///   destination,
/// each stage only if configured. A frame arrives at the next stage at the time at which it was due at the previous
/// one, however late advance() was called: lateness does not accumulate, and ports shared by several pairs see their
/// arrivals in order, because all stages share one queue of events ordered by time. One thread.
class Fabric
{
public:
    Fabric(const EmulationSpec& spec, FramePool& pool, FrameSink& sink);

    /// Accepts a frame from a node. Times never decrease from call to call; events due before `now` are processed
    /// first. frame.from, to, packets and wireBytes are set; ownership passes to the fabric.
    void accept(Frame& frame, Nanoseconds now);
    /// Processes all events due at `now` or before.
    void advance(Nanoseconds now);
    /// Returns the time of the next event; nothing while no frame is inside.
    [[nodiscard]] std::optional<Nanoseconds> nextDue() const;

    void setPath(const PathUpdate& update);
    [[nodiscard]] const PairCounters& counters(int from, int to) const { return pair(from, to).counters; }
    void resetCounters();
    /// Counts frames that a sink accepted but could not write.
    void countRefused(int from, int to, const Traffic& traffic);

private:
    struct Pair
    {
        Pair(std::uint64_t lossSeed, std::uint64_t jitterSeed) : loss(lossSeed), line(jitterSeed) { }
        RatePort* shared = nullptr;
        RatePort port;
        LossModel loss;
        DelayLine line;
        PairCounters counters;
    };
    struct Event
    {
        Nanoseconds due;
        std::uint64_t sequence;
        Stage* stage;
        /// Orders later events first, for std::priority_queue; equal times in the order of planning.
        bool operator<(const Event& other) const noexcept
        {
            return due != other.due ? due > other.due : sequence > other.sequence;
        }
    };

    [[nodiscard]] Pair& pair(int from, int to) { return m_pairs[index(from, to)]; }
    [[nodiscard]] const Pair& pair(int from, int to) const { return m_pairs[index(from, to)]; }
    [[nodiscard]] std::size_t index(int from, int to) const noexcept
    {
        return static_cast<std::size_t>(from) * m_nodeCount + static_cast<std::size_t>(to);
    }
    void move(Frame& frame, Nanoseconds arrival);
    bool moveThrough(RatePort& port, Frame& frame, Nanoseconds arrival);
    void hold(Stage& stage, Frame& frame, bool wasEmpty);
    void drop(Frame& frame, Traffic& counter);
    void deliver(Frame& frame, Nanoseconds due);

    std::size_t m_nodeCount;
    std::uint64_t m_memoryLimit;
    FramePool& m_pool;
    FrameSink& m_sink;
    std::vector<RatePort> m_egress;
    std::vector<RatePort> m_ingress;
    std::vector<RatePort> m_shared;
    std::vector<Pair> m_pairs;
    std::priority_queue<Event> m_events;
    std::uint64_t m_sequence = 0;
};

} // namespace millrace::emulate
