// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/connections.h"

#include "core/base/random.h"

#include <algorithm>

namespace millrace::simulate {

namespace {

/// The sum of three uniform values in -1 … 1 has the standard deviation one.
double weightOf(std::size_t from, std::size_t to, double unfairness)
{
    if (unfairness == 0)
        return 1;
    Random random(std::uint64_t(from) << 32 | to);
    const double deviation = 2 * (random.uniform() + random.uniform() + random.uniform()) - 3;
    return std::max(0.1, 1 + unfairness * deviation);
}

} // namespace

std::uint32_t Connections::add(std::size_t from, std::size_t to)
{
    const Reach reach = m_network.reach(from, to, m_streams, m_messageBytes);
    m_sharing.add(reach.path, weightOf(from, to, m_network.law().unfairness));
    m_ownRates.push_back(reach.bytesPerSecond);
    m_connections.push_back(
        {.latency = reach.path.latency,
         .window = TcpWindow(m_network.law().window, reach.bytesPerSecond, reach.roundTrip, m_streams)});
    m_hasWindows = m_hasWindows || m_connections.back().window.matters();
    m_completions.grow(m_connections.size());
    return static_cast<std::uint32_t>(m_connections.size() - 1);
}

double Connections::ownRate(std::uint32_t connection) const
{
    return m_ownRates[connection];
}

void Connections::send(std::uint32_t number, double bytes, std::uint64_t cargo, double now)
{
    std::uint32_t message = m_freeMessage;
    if (message != none) {
        m_freeMessage = m_messages[message].next;
    } else {
        message = static_cast<std::uint32_t>(m_messages.size());
        m_messages.push_back({});
    }
    m_messages[message] = {bytes, cargo, none};
    Connection& connection = m_connections[number];
    if (connection.current == none) {
        start(number, message, now);
    } else {
        m_messages[connection.last].next = message;
        connection.last = message;
    }
}

void Connections::beginAgain(double now, double pause) noexcept
{
    for (Connection& connection : m_connections)
        connection.window.shift(now + pause);
}

void Connections::start(std::uint32_t number, std::uint32_t message, double now)
{
    Connection& connection = m_connections[number];
    connection.current = message;
    if (m_messages[message].next == none)
        connection.last = message;
    connection.lead = m_network.law().messageSeconds + connection.window.wait(m_messages[message].bytes, now);
    connection.left = m_messages[message].bytes;
    connection.since = now;
    if (!connection.flows) {
        connection.flows = true;
        m_sharing.start(number);
    }
    m_completions.set(number, now + connection.lead + connection.left / m_sharing.rate(number));
}

Connections::Sent Connections::take(double now)
{
    const std::uint32_t number = m_completions.thing();
    Connection& connection = m_connections[number];
    const std::uint32_t message = connection.current;
    const Message sent = m_messages[message];
    m_messages[message].next = m_freeMessage;
    m_freeMessage = message;
    connection.window.rest(now);
    if (sent.next != none) {
        start(number, sent.next, now);
        return {number, sent.cargo};
    }
    connection.current = none;
    m_completions.remove(number);
    if (!connection.idles) {
        connection.idles = true;
        m_idle.push_back(number);
    }
    return {number, sent.cargo};
}

void Connections::settle(double now, double next)
{
    const bool changed = !m_idle.empty() || m_sharing.isOutdated();
    if (changed && m_outdatedSince < 0)
        m_outdatedSince = now;
    if (changed && next > m_outdatedSince + m_patience)
        share(now);
}

void Connections::share(double now)
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
        const double passed = now - connection.since;
        const double led = std::min(passed, connection.lead);
        connection.lead -= led;
        if (passed > led)
            connection.left = std::max(0.0, connection.left - (passed - led) * m_sharing.rateBefore(flow));
        connection.since = now;
        m_completions.set(flow, now + connection.lead + connection.left / m_sharing.rate(flow));
    }
}

} // namespace millrace::simulate
