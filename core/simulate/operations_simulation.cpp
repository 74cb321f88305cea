// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/operations_simulation.h"

#include "core/collective/wire.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace millrace::simulate {

namespace {

using operations::Kind;
using operations::Operation;

constexpr double headerBytes = sizeof(collective::DataHeader); // the mailbox has one of the same size

double meanMessage(const operations::Operations& operations)
{
    const operations::OperationsSummary summary = operations::summaryOf(operations);
    return summary.messages == 0 ? Network::largeMessage
                                 : headerBytes + summary.bytes / static_cast<double>(summary.messages);
}

} // namespace

OperationsSimulation::OperationsSimulation(const operations::Operations& operations, const Network& network,
                                           std::span<const std::size_t> nodes, std::uint64_t seed)
    : m_operations(operations), m_connections(network, 1, meanMessage(operations), seed)
{
    std::map<std::pair<int, int>, std::uint32_t> connections;
    std::map<std::tuple<int, int, std::uint32_t>, std::uint32_t> channels;
    std::map<std::pair<int, int>, std::uint32_t> processors;
    const auto numberIn = [](auto& map, auto key) {
        return map.try_emplace(key, static_cast<std::uint32_t>(map.size())).first->second;
    };
    m_places.reserve(operations.count());
    for (std::size_t rank = 0; rank < operations.ranks.size(); ++rank) {
        m_first.push_back(static_cast<Number>(m_places.size()));
        const int self = static_cast<int>(rank);
        for (const Operation& operation : operations.ranks[rank]) {
            Place place{.rank = static_cast<std::uint32_t>(rank)};
            if (operation.kind == Kind::Compute)
                place.processor = numberIn(processors, std::pair(self, operation.processor));
            else if (operation.kind == Kind::Receive)
                place.channel = numberIn(channels, std::tuple(operation.peer, self, operation.tag));
            if (operation.kind == Kind::Send) {
                place.channel = numberIn(channels, std::tuple(self, operation.peer, operation.tag));
                const std::size_t known = connections.size();
                place.connection = numberIn(connections, std::pair(self, operation.peer));
                if (connections.size() > known)
                    m_connections.add(nodes[rank], nodes[static_cast<std::size_t>(operation.peer)]);
            }
            m_places.push_back(place);
        }
    }
    m_first.push_back(static_cast<Number>(m_places.size()));
    m_channelCount = channels.size();
    m_processorCount = processors.size();
    listDependents();
}

const Operation& OperationsSimulation::operation(Number number) const
{
    const std::uint32_t rank = m_places[number].rank;
    return m_operations.ranks[rank][number - m_first[rank]];
}

double OperationsSimulation::bytesOf(Number message) const
{
    return static_cast<double>(operation(message).amount) + headerBytes;
}

void OperationsSimulation::listDependents()
{
    const std::size_t count = m_places.size();
    std::vector<std::uint32_t> ends(count), starts(count);
    for (Number number = 0; number < count; ++number)
        for (const operations::Dependency& dependency : operation(number).after)
            ++(dependency.started ? starts : ends)[m_first[m_places[number].rank] + dependency.on];
    std::uint32_t place = 0;
    for (Number number = 0; number < count; ++number) {
        Dependents& dependents = m_byOperation.emplace_back();
        dependents.begin = place;
        dependents.ofStart = place + ends[number];
        dependents.end = dependents.ofStart + starts[number];
        place = dependents.end;
    }
    m_dependents.resize(place);
    for (Number number = static_cast<Number>(count); number-- > 0;)
        for (const operations::Dependency& dependency : operation(number).after) {
            const Number on = m_first[m_places[number].rank] + dependency.on;
            const Dependents& dependents = m_byOperation[on];
            const std::uint32_t at =
                dependency.started ? dependents.ofStart + --starts[on] : dependents.begin + --ends[on];
            m_dependents[at] = number;
        }
}

Course OperationsSimulation::run(std::span<const double> begin)
{
    m_course = {{begin.begin(), begin.end()}, 0};
    m_awaited.clear();
    for (Number number = 0; number < m_places.size(); ++number)
        m_awaited.push_back(static_cast<std::uint32_t>(operation(number).after.size()));
    m_channels.assign(m_channelCount, {});
    m_processors.assign(m_processorCount, {});
    m_order = 0;
    m_connections.beginAgain(m_now, 0);
    m_now = 0;
    for (std::uint32_t rank = 0; rank < begin.size(); ++rank)
        schedule(begin[rank], Event::What::Begin, rank);
    const auto nextTime = [this] {
        return m_events.empty() ? m_connections.nextTime() : std::min(m_connections.nextTime(), m_events.top().time);
    };
    for (m_now = nextTime(); std::isfinite(m_now); m_now = nextTime()) {
        const double limit = m_now * (1 + instant);
        while (m_connections.nextTime() <= limit) {
            const Connections::Sent sent = m_connections.take(m_now);
            const auto number = static_cast<Number>(sent.cargo);
            if (sent.arrives)
                schedule(m_now + m_connections.latency(sent.connection, bytesOf(number)), Event::What::Arrived, number);
            if (sent.left)
                done(number);
        }
        while (!m_events.empty() && m_events.top().time <= limit) {
            const Event event = m_events.top();
            m_events.pop();
            handle(event);
        }
        m_connections.settle(m_now, nextTime());
    }
    return m_course;
}

void OperationsSimulation::handle(const Event& event)
{
    switch (event.what) {
    case Event::What::Begin:
        for (Number number = m_first[event.number]; number < m_first[event.number + 1]; ++number)
            if (operation(number).after.empty())
                ready(number);
        break;
    case Event::What::Computed: {
        Processor& processor = m_processors[m_places[event.number].processor];
        processor.busy = false;
        if (!processor.waiting.empty()) {
            const Number next = processor.waiting.front();
            processor.waiting.pop_front();
            compute(next);
        }
        done(event.number);
        break;
    }
    case Event::What::Received: done(event.number); break;
    case Event::What::Arrived: {
        Channel& channel = m_channels[m_places[event.number].channel];
        if (channel.posted.empty()) {
            ++channel.arrived;
        } else {
            const Number receive = channel.posted.front();
            channel.posted.pop_front();
            done(receive);
        }
        break;
    }
    }
}

/// Begins an operation, and all that this makes ready.
void OperationsSimulation::ready(Number first)
{
    m_open.push_back(first);
    // Receives that find their message end at once, which may make any number of others ready.
    if (m_open.size() > 1)
        return;
    for (std::size_t i = 0; i < m_open.size(); ++i) {
        const Number number = m_open[i];
        const Place& place = m_places[number];
        switch (operation(number).kind) {
        case Kind::Compute:
            if (Processor& processor = m_processors[place.processor]; processor.busy)
                processor.waiting.push_back(number);
            else
                compute(number);
            break;
        case Kind::Send:
            ++m_course.messages;
            m_connections.send(place.connection, bytesOf(number), number, m_now);
            release(m_byOperation[number].ofStart, m_byOperation[number].end);
            break;
        case Kind::Receive:
            release(m_byOperation[number].ofStart, m_byOperation[number].end);
            if (Channel& channel = m_channels[place.channel]; channel.arrived > 0) {
                --channel.arrived;
                schedule(m_now, Event::What::Received, number); // after all that begins now
            } else {
                channel.posted.push_back(number);
            }
            break;
        }
    }
    m_open.clear();
}

void OperationsSimulation::compute(Number number)
{
    m_processors[m_places[number].processor].busy = true;
    schedule(m_now + 1e-9 * static_cast<double>(operation(number).amount), Event::What::Computed, number);
    release(m_byOperation[number].ofStart, m_byOperation[number].end);
}

void OperationsSimulation::done(Number number)
{
    double& finish = m_course.finish[m_places[number].rank];
    finish = std::max(finish, m_now);
    release(m_byOperation[number].begin, m_byOperation[number].ofStart);
}

void OperationsSimulation::release(std::uint32_t begin, std::uint32_t end)
{
    for (std::uint32_t i = begin; i < end; ++i)
        if (--m_awaited[m_dependents[i]] == 0)
            ready(m_dependents[i]);
}

} // namespace millrace::simulate
