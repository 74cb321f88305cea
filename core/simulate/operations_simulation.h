// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/operations/operations.h"
#include "core/simulate/connections.h"
#include "core/simulate/flow_simulation.h"

#include <deque>
#include <queue>
#include <span>
#include <vector>

namespace millrace::simulate {

/// When the ranks have performed their operations. A message has left when its last byte has, and is there after the
/// delay of the path; a receive ends when it has begun and the message is there. Computing on one processor of a rank
/// takes place one after another, in the order in which it could begin.
class OperationsSimulation
{
public:
    /// `nodes`: the node of each rank; `seed`: of lost packets. The operations, which have passed operations::check(),
    /// and the network outlive the simulation.
    OperationsSimulation(const operations::Operations& operations, const Network& network,
                         std::span<const std::size_t> nodes, std::uint64_t seed = 0);

    /// `begin`: by rank, s, not negative.
    [[nodiscard]] Course run(std::span<const double> begin);
    /// Whether packets get lost, so that it takes another time when run again.
    [[nodiscard]] bool isRandom() const noexcept { return m_connections.isRandom(); }

private:
    using Number = std::uint32_t; ///< of an operation, those of rank 0 first
    static constexpr Number none = 0xffffffff;

    struct Place ///< of an operation
    {
        std::uint32_t rank = 0;
        std::uint32_t channel = none; ///< of a message: those from one rank to another with one tag
        std::uint32_t connection = none; ///< of a send
        std::uint32_t processor = none; ///< of computing
    };
    struct Event
    {
        double time = 0;
        std::uint64_t order = 0;
        enum class What : std::uint8_t
        {
            Begin, ///< of rank `number`
            Computed,
            Received, ///< by the receive `number`, which found its message
            Arrived ///< what the send `number` sent
        } what = What::Begin;
        Number number = 0;

        bool operator>(const Event& other) const noexcept
        {
            return time > other.time || (time == other.time && order > other.order);
        }
    };
    struct Channel
    {
        std::uint32_t arrived = 0; ///< messages that nobody has received yet
        std::deque<Number> posted; ///< receives that wait
    };
    struct Processor
    {
        bool busy = false;
        std::deque<Number> waiting;
    };
    struct Dependents ///< of an operation: positions in m_dependents
    {
        std::uint32_t begin = 0;
        std::uint32_t ofStart = 0; ///< from here on, those that wait for its start only
        std::uint32_t end = 0;
    };

    [[nodiscard]] const operations::Operation& operation(Number number) const;
    [[nodiscard]] double bytesOf(Number message) const; ///< with its header
    void listDependents();
    void handle(const Event& event);
    void ready(Number number);
    void compute(Number number);
    void done(Number number);
    void release(std::uint32_t begin, std::uint32_t end);
    void schedule(double time, Event::What what, Number number) { m_events.push({time, m_order++, what, number}); }

    const operations::Operations& m_operations;
    Connections m_connections;
    std::vector<Number> m_first; ///< of each rank, and the count of all
    std::vector<Place> m_places;
    std::vector<Dependents> m_byOperation;
    std::vector<Number> m_dependents;
    std::size_t m_channelCount = 0;
    std::size_t m_processorCount = 0;

    std::vector<std::uint32_t> m_awaited; ///< dependencies of each operation
    std::vector<Channel> m_channels;
    std::vector<Processor> m_processors;
    std::priority_queue<Event, std::vector<Event>, std::greater<>> m_events;
    std::vector<Number> m_open; ///< operations that can begin
    std::uint64_t m_order = 0;
    double m_now = 0;
    Course m_course;
};

} // namespace millrace::simulate
