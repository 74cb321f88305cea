// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/flow_simulation.h"

#include "core/base/random.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace millrace::simulate {

namespace {

/// Events that are closer to each other, relative to the time, are one instant: symmetric ones differ by rounding only,
/// and the shares are worked out once.
constexpr double instant = 1e-12;

/// Shares are worked out again when something starts or stops to flow: at once among few ranks, and among many once for
/// all that does so within this part of a message's shortest time. With one part in ten for 64 ranks and a whole one
/// for 640, the time of an all-reduce is less than 0.5 % from the exact one in all strategies, up to 40 times as fast.
double patience(int ranks) noexcept
{
    constexpr int few = 32;
    return ranks <= few ? 0 : std::min(1.0, ranks / 640.0);
}

/// The sum of three uniform values in -1 … 1 has the standard deviation one.
double weightOf(const Wiring::Connection& connection, double unfairness)
{
    if (unfairness == 0)
        return 1;
    Random random(static_cast<std::uint64_t>(connection.from) << 32 | static_cast<std::uint64_t>(connection.to));
    const double deviation = 2 * (random.uniform() + random.uniform() + random.uniform()) - 3;
    return std::max(0.1, 1 + unfairness * deviation);
}

} // namespace

double Course::end() const
{
    return finish.empty() ? 0 : std::ranges::max(finish);
}

FlowSimulation::FlowSimulation(const Network& network, const Wiring& wiring, std::span<const std::size_t> nodes,
                               std::vector<Load> loads)
    : m_wiring(wiring), m_messageSeconds(network.law().messageSeconds), m_loads(std::move(loads)), m_sharing(network),
      m_completions(wiring.connections().size())
{
    double fastest = 0;
    for (const Wiring::Connection& connection : wiring.connections()) {
        const Path path = network.path(nodes[static_cast<std::size_t>(connection.from)],
                                       nodes[static_cast<std::size_t>(connection.to)]);
        m_sharing.add(path, weightOf(connection, network.law().unfairness));
        m_connections.push_back({.from = connection.from, .to = connection.to, .latency = path.latency});
        double rate = path.bytesPerSecond;
        for (std::size_t i = 0; i < path.count; ++i)
            rate = std::min(rate, network.capacity(path.resources[i]) / path.use[i]);
        if (std::isfinite(rate))
            fastest = std::max(fastest, rate);
    }
    if (!m_loads.empty() && fastest > 0)
        m_patience = patience(wiring.ranks()) * std::ranges::min(m_loads, {}, &Load::bytes).bytes / fastest;
}

void FlowSimulation::reset(std::span<const double> begin)
{
    const auto ranks = static_cast<std::size_t>(m_wiring.ranks());
    m_begin.assign(begin.begin(), begin.end());
    m_course.finish = m_begin;
    m_course.messages = 0;
    m_awaited.clear();
    m_awaited.reserve(m_loads.size() * ranks);
    for (const Load& load : m_loads)
        for (int rank = 0; rank < m_wiring.ranks(); ++rank)
            m_awaited.push_back(m_wiring.role(load.pair, rank).contributions);
    m_order = 0;
    for (std::uint32_t rank = 0; rank < ranks; ++rank)
        m_arrivals.push({m_begin[rank], m_order++, rank, 0, Stage::Begin});
}

Course FlowSimulation::run(std::span<const double> begin)
{
    reset(begin);
    for (m_now = nextTime(); std::isfinite(m_now); m_now = nextTime()) {
        const double limit = m_now * (1 + instant);
        while (!m_completions.empty() && m_completions.time() <= limit)
            complete(m_completions.thing());
        while (!m_arrivals.empty() && m_arrivals.top().time <= limit) {
            const Arrival arrival = m_arrivals.top();
            m_arrivals.pop();
            arrive(arrival);
        }
        const bool changed = !m_idle.empty() || m_sharing.isOutdated();
        if (changed && m_outdatedSince < 0)
            m_outdatedSince = m_now;
        if (changed && nextTime() > m_outdatedSince + m_patience)
            settle();
    }
    return m_course;
}

double FlowSimulation::nextTime() const
{
    constexpr double never = std::numeric_limits<double>::infinity();
    return std::min(m_completions.empty() ? never : m_completions.time(),
                    m_arrivals.empty() ? never : m_arrivals.top().time);
}

void FlowSimulation::arrive(const Arrival& arrival)
{
    if (arrival.stage == Stage::Begin) {
        beginRank(static_cast<int>(arrival.connection));
        return;
    }
    const int rank = m_connections[arrival.connection].to;
    noteActivity(rank, m_now);
    const Wiring::Role& role = m_wiring.role(m_loads[arrival.load].pair, rank);
    if (arrival.stage == Stage::Broadcast)
        pass(arrival.load, Stage::Broadcast, m_wiring.broadcastTo(role));
    else if (--awaited(arrival.load, rank) == 0)
        reduced(arrival.load, role);
}

void FlowSimulation::beginRank(int rank)
{
    for (std::uint32_t load = 0; load < m_loads.size(); ++load) {
        const Wiring::Role& role = m_wiring.role(m_loads[load].pair, rank);
        if (role.contributions == 0 && role.contributes)
            reduced(load, role);
    }
}

void FlowSimulation::reduced(std::uint32_t load, const Wiring::Role& role)
{
    if (role.reduceTargets > 0)
        pass(load, Stage::Reduce, m_wiring.reduceTo(role));
    else
        pass(load, Stage::Broadcast, m_wiring.broadcastTo(role));
}

void FlowSimulation::pass(std::uint32_t load, Stage stage, std::span<const std::uint32_t> connections)
{
    for (const std::uint32_t number : connections) {
        std::uint32_t message = m_freeMessage;
        if (message != none) {
            m_freeMessage = m_messages[message].next;
        } else {
            message = static_cast<std::uint32_t>(m_messages.size());
            m_messages.push_back({});
        }
        m_messages[message] = {load, stage, none};
        ++m_course.messages;
        Connection& connection = m_connections[number];
        if (connection.current == none) {
            startMessage(number, message);
        } else {
            m_messages[connection.last].next = message;
            connection.last = message;
        }
    }
}

void FlowSimulation::startMessage(std::uint32_t number, std::uint32_t message)
{
    Connection& connection = m_connections[number];
    connection.current = message;
    if (m_messages[message].next == none)
        connection.last = message;
    connection.lead = m_messageSeconds;
    connection.left = m_loads[m_messages[message].load].bytes;
    connection.since = m_now;
    if (!connection.flows) {
        connection.flows = true;
        m_sharing.start(number);
    }
    m_completions.set(number, m_now + connection.lead + connection.left / m_sharing.rate(number));
}

void FlowSimulation::complete(std::uint32_t number)
{
    Connection& connection = m_connections[number];
    const std::uint32_t message = connection.current;
    const Message sent = m_messages[message];
    m_messages[message].next = m_freeMessage;
    m_freeMessage = message;
    noteActivity(connection.from, m_now);
    const double arrives = std::max(m_now + connection.latency, m_begin[static_cast<std::size_t>(connection.to)]);
    m_arrivals.push({arrives, m_order++, number, sent.load, sent.stage});
    if (sent.next != none) {
        startMessage(number, sent.next);
        return;
    }
    connection.current = none;
    m_completions.remove(number);
    if (!connection.idles) {
        connection.idles = true;
        m_idle.push_back(number);
    }
}

/// Works out the shares once for all that has started and stopped.
void FlowSimulation::settle()
{
    for (const std::uint32_t number : m_idle) {
        Connection& connection = m_connections[number];
        connection.idles = false;
        if (connection.current == none && connection.flows) {
            connection.flows = false;
            m_sharing.stop(number);
        }
    }
    m_idle.clear();
    m_outdatedSince = -1;
    for (const Flow flow : m_sharing.update()) {
        Connection& connection = m_connections[flow];
        const double passed = m_now - connection.since;
        const double led = std::min(passed, connection.lead);
        connection.lead -= led;
        if (passed > led)
            connection.left = std::max(0.0, connection.left - (passed - led) * m_sharing.rateBefore(flow));
        connection.since = m_now;
        m_completions.set(flow, m_now + connection.lead + connection.left / m_sharing.rate(flow));
    }
}

} // namespace millrace::simulate
