// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/flow_simulation.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace millrace::simulate {

namespace {

/// Shares are worked out again when something starts or stops to flow: at once among few ranks, and among many once for
/// all that does so within this part of a message's shortest time. With one part in ten for 64 ranks and a whole one
/// for 640, the time of an all-reduce is less than 0.5 % from the exact one in all strategies, up to 40 times as fast.
double patience(int ranks) noexcept
{
    constexpr int few = 32;
    return ranks <= few ? 0 : std::min(1.0, ranks / 640.0);
}

} // namespace

double meanBytes(std::span<const Load> loads) noexcept
{
    double sum = 0;
    for (const Load& load : loads)
        sum += load.bytes;
    return loads.empty() ? Network::largeMessage : sum / static_cast<double>(loads.size());
}

double Course::end() const
{
    return finish.empty() ? 0 : std::ranges::max(finish);
}

FlowSimulation::FlowSimulation(const Network& network, const Wiring& wiring, std::span<const std::size_t> nodes,
                               std::vector<Load> loads, int streams, std::uint64_t seed, CrossFlows* flows, bool queues)
    : m_wiring(wiring), m_loads(std::move(loads)),
      m_connections(network, streams, meanBytes(m_loads), seed, queues || flows != nullptr), m_flows(flows)
{
    double fastest = 0;
    for (const Wiring::Connection& connection : wiring.connections()) {
        const std::uint32_t number = m_connections.add(nodes[static_cast<std::size_t>(connection.from)],
                                                       nodes[static_cast<std::size_t>(connection.to)]);
        if (const double rate = m_connections.ownRate(number); std::isfinite(rate))
            fastest = std::max(fastest, rate);
    }
    if (!m_loads.empty() && fastest > 0)
        m_connections.setPatience(patience(wiring.ranks()) * std::ranges::min(m_loads, {}, &Load::bytes).bytes
                                  / fastest);
    if (m_connections.isRandom())
        noteFirstUses();
}

void FlowSimulation::noteFirstUses()
{
    m_isUsedAtOnce.assign(m_wiring.connections().size(), false);
    for (const Load& load : m_loads)
        for (int rank = 0; rank < m_wiring.ranks(); ++rank)
            if (const Wiring::Role& role = m_wiring.role(load.pair, rank); role.contributions == 0 && role.contributes)
                for (const std::uint32_t number : m_wiring.reduceTo(role))
                    m_isUsedAtOnce[number] = true;
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
    m_open = ranks;
    for (std::uint32_t rank = 0; rank < ranks; ++rank)
        m_arrivals.push({m_begin[rank], m_order++, rank, 0, Stage::Begin});
}

Course FlowSimulation::run(std::span<const double> begin, double pause, double computing)
{
    m_computing = computing;
    if (m_flows == nullptr) {
        m_connections.beginAgain(m_last, pause);
        reset(begin);
        perform();
        return m_course;
    }
    // Flows do not rest with the operations: time goes on.
    const double zero = m_end + pause;
    std::vector<double> later(begin.begin(), begin.end());
    for (double& time : later)
        time += zero;
    reset(later);
    perform();
    m_end = std::max(m_end, m_course.end());
    Course course = m_course;
    for (double& time : course.finish)
        time -= zero;
    return course;
}

void FlowSimulation::perform()
{
    for (m_now = nextTime(); m_open > 0 && std::isfinite(m_now); m_now = nextTime()) {
        const double limit = m_now * (1 + instant);
        while (m_flows != nullptr && m_flows->nextTime() <= limit)
            m_flows->advance(m_connections, m_now);
        while (m_connections.nextTime() <= limit)
            complete();
        while (!m_arrivals.empty() && m_arrivals.top().time <= limit) {
            const Arrival arrival = m_arrivals.top();
            m_arrivals.pop();
            --m_open;
            arrive(arrival);
        }
        m_connections.settle(m_now, nextTime());
        m_last = m_now;
    }
}

double FlowSimulation::nextTime() const
{
    constexpr double never = std::numeric_limits<double>::infinity();
    const double next = std::min(m_connections.nextTime(), m_arrivals.empty() ? never : m_arrivals.top().time);
    return m_flows == nullptr ? next : std::min(next, m_flows->nextTime());
}

void FlowSimulation::arrive(const Arrival& arrival)
{
    if (arrival.stage == Stage::Begin) {
        beginRank(static_cast<int>(arrival.connection));
        return;
    }
    const int rank = m_wiring.connections()[arrival.connection].to;
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
        ++m_course.messages;
        ++m_open;
        const std::uint64_t cargo = std::uint64_t(load) << 2 | static_cast<std::uint64_t>(stage);
        // The sender of a result may begin its next operation, and then uses the connection again.
        const bool resumes = stage == Stage::Broadcast && !m_isUsedAtOnce.empty() && m_isUsedAtOnce[number];
        m_connections.send(number, m_loads[load].bytes, cargo, m_now, resumes ? m_computing : Connections::never);
    }
}

void FlowSimulation::complete()
{
    const Connections::Sent sent = m_connections.take(m_now);
    if (sent.connection >= m_wiring.connections().size()) {
        m_flows->sent(m_connections, sent, m_now);
        return;
    }
    const Wiring::Connection& connection = m_wiring.connections()[sent.connection];
    if (sent.left)
        noteActivity(connection.from, m_now);
    if (!sent.arrives)
        return;
    const auto load = static_cast<std::uint32_t>(sent.cargo >> 2);
    const double arrives = std::max(m_now + m_connections.latency(sent.connection, m_loads[load].bytes),
                                    m_begin[static_cast<std::size_t>(connection.to)]);
    m_arrivals.push({arrives, m_order++, sent.connection, load, static_cast<Stage>(sent.cargo & 3)});
}

} // namespace millrace::simulate
