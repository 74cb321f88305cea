// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/cross_flows.h"

#include <algorithm>

namespace millrace::simulate {

namespace {

constexpr double endless = 1e15; // bytes

} // namespace

CrossFlows::CrossFlows(CrossLoad load)
    : m_load(std::move(load)), m_open(m_load.flows.size()), m_states(m_load.flows.size()),
      m_outcomes(m_load.flows.size())
{
}

void CrossFlows::begin(double time)
{
    m_begin = time;
    m_end = time;
    for (std::uint32_t flow = 0; flow < m_load.flows.size(); ++flow) {
        const CrossFlow& each = m_load.flows[flow];
        m_starts.emplace(begunAt(flow), flow);
        const double last = m_begin + m_load.duration;
        if (each.bytes <= 0)
            m_stops.emplace(last, flow);
        else if (isStopped(flow))
            m_stops.emplace(begunAt(flow) + each.bytes / m_load.bytesPerSecond, flow);
        else
            m_stops.emplace(last + m_load.drain, flow);
    }
}

double CrossFlows::nextTime() const
{
    if (m_open == 0)
        return Connections::never;
    return std::min(m_starts.empty() ? Connections::never : m_starts.top().first,
                    m_stops.empty() ? Connections::never : m_stops.top().first);
}

void CrossFlows::advance(Connections& connections, double now)
{
    if (!m_starts.empty() && (m_stops.empty() || m_starts.top() <= m_stops.top())) {
        const std::uint32_t flow = m_starts.top().second;
        m_starts.pop();
        if (m_outcomes[flow].end <= 0)
            start(connections, flow, now);
        return;
    }
    const std::uint32_t flow = m_stops.top().second;
    m_stops.pop();
    stop(connections, flow, now);
}

void CrossFlows::start(Connections& connections, std::uint32_t flow, double now)
{
    constexpr double handshake = 66; // bytes
    const CrossFlow& each = m_load.flows[flow];
    State& state = m_states[flow];
    if (state.connection == none) {
        auto& free = m_free[{each.from, each.to}];
        const Connections::Pace pace{m_load.bytesPerSecond, m_load.datagramBytes};
        if (free.empty())
            free.push_back(connections.addFlow(each.from, each.to, pace));
        else
            connections.renew(free.back(), each.from, each.to, pace);
        state.connection = free.back();
        free.pop_back();
        if (m_load.datagramBytes <= 0) {
            connections.send(state.connection, handshake, flow, now);
            return;
        }
    }
    state.isConnected = true;
    connections.send(state.connection, isStopped(flow) ? endless : each.bytes, flow, now);
}

void CrossFlows::stop(Connections& connections, std::uint32_t flow, double now)
{
    const State& state = m_states[flow];
    if (m_outcomes[flow].end > 0)
        return;
    const CrossFlow& each = m_load.flows[flow];
    double moved = 0;
    if (state.connection != none) {
        const double left = connections.cut(state.connection, now);
        if (state.isConnected)
            moved = (isStopped(flow) ? endless : each.bytes) - left;
        m_free[{each.from, each.to}].push_back(state.connection);
    }
    ended(flow, now, moved, !isStopped(flow));
}

void CrossFlows::sent(const Connections& connections, const Connections::Sent& sent, double now)
{
    if (!sent.arrives)
        return;
    const auto flow = static_cast<std::uint32_t>(sent.cargo);
    const CrossFlow& each = m_load.flows[flow];
    const double answered = now + connections.answered(each.from, each.to);
    if (!m_states[flow].isConnected) {
        m_starts.emplace(answered, flow);
        return;
    }
    m_free[{each.from, each.to}].push_back(sent.connection);
    ended(flow, answered, each.bytes, false);
}

void CrossFlows::ended(std::uint32_t flow, double end, double bytes, bool isCut)
{
    m_states[flow] = {};
    m_outcomes[flow] = {begunAt(flow), end, bytes, isCut};
    m_end = std::max(m_end, end);
    --m_open;
}

} // namespace millrace::simulate
