// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/connections.h"

#include "core/base/random.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace millrace::simulate {

namespace {

constexpr double mostLoss = 0.99;
constexpr double leastBytes = 1e-3; // less is rounding
constexpr double datagramTick = 2e-3; // s, less than a queue holds

std::uint64_t wayOf(std::size_t from, std::size_t to)
{
    return std::uint64_t(from) << 32 | to;
}

/// The sum of three uniform values in -1 … 1 has the standard deviation one.
double weightOf(std::size_t from, std::size_t to, double unfairness)
{
    if (unfairness == 0)
        return 1;
    Random random(wayOf(from, to));
    const double deviation = 2 * (random.uniform() + random.uniform() + random.uniform()) - 3;
    return std::max(0.1, 1 + unfairness * deviation);
}

} // namespace

std::uint32_t Connections::add(std::size_t from, std::size_t to)
{
    const Reach reach = m_network.reach(from, to, m_messageBytes);
    const std::uint32_t number = add(from, to, reach, reach.window(m_network.law().window, m_streams, m_sharesQueues),
                                     m_streams * weightOf(from, to, m_network.law().unfairness));
    // On a NIC that several share, others send while one waits.
    if (m_connections[number].window.matters() && reach.isAlone) {
        m_between.emplace(wayOf(from, to), number);
        if (const auto back = m_between.find(wayOf(to, from)); back != m_between.end()) {
            m_connections[number].back = back->second;
            m_connections[back->second].back = number;
        }
    }
    return number;
}

Reach Connections::reachOf(std::size_t from, std::size_t to, const Pace& pace) const
{
    Reach reach = m_network.reach(from, to);
    if (pace.datagramBytes > 0) {
        reach.path = m_network.datagramPath(from, to, pace.datagramBytes);
        reach.path.loss = 0; // nothing is sent again
    }
    if (pace.bytesPerSecond > 0) {
        reach.path.bytesPerSecond = std::min(reach.path.bytesPerSecond, pace.bytesPerSecond);
        reach.bytesPerSecond = std::min(reach.bytesPerSecond, pace.bytesPerSecond);
    }
    return reach;
}

std::uint32_t Connections::addFlow(std::size_t from, std::size_t to, const Pace& pace)
{
    const Reach reach = reachOf(from, to, pace);
    if (pace.datagramBytes > 0) {
        const std::uint32_t number = add(from, to, reach, {}, m_network.law().window.segmentBytes);
        m_datagramsOf.resize(number + 1, none);
        m_datagramsOf.back() = static_cast<std::uint32_t>(m_datagrams.size());
        m_datagrams.push_back({number, pace.bytesPerSecond});
        return number;
    }
    return add(from, to, reach, reach.window(m_network.law().window, 1, true), 1);
}

void Connections::renew(std::uint32_t number, std::size_t from, std::size_t to, const Pace& pace)
{
    if (pace.datagramBytes <= 0)
        m_connections[number].window = reachOf(from, to, pace).window(m_network.law().window, 1, true);
}

std::uint32_t Connections::add(std::size_t from, std::size_t to, const Reach& reach, const TcpWindow& window,
                               double weight)
{
    m_sharing.add(reach.path, weight);
    m_ownRates.push_back(reach.bytesPerSecond);
    m_connections.push_back({.latency = reach.path.latency, .window = window});
    m_hasWindows = m_hasWindows || window.matters();
    m_completions.grow(m_connections.size());
    const auto number = static_cast<std::uint32_t>(m_connections.size() - 1);
    if (reach.path.loss > 0 || window.mayOverflow() || (m_sharesQueues && window.isLimited())) {
        m_isRandom = m_isRandom || reach.path.loss > 0;
        const std::uint64_t seed = mixSeed(m_seed ^ mixSeed(wayOf(from, to)));
        m_pacedOf.resize(m_connections.size(), none);
        m_pacedOf.back() = static_cast<std::uint32_t>(m_paced.size());
        m_paced.push_back(
            {.lost = LostPackets(std::min(reach.path.loss, mostLoss), m_network.law().window.segmentBytes, seed),
             .from = from,
             .to = to});
        m_queues.resize(m_network.nodes(), 0);
        m_releases.grow(m_connections.size());
    }
    return number;
}

double Connections::answered(std::size_t from, std::size_t to) const
{
    const double behind = m_queues.empty() ? 0 : m_queues[to] / m_network.capacity(static_cast<Resource>(2 * to));
    return m_network.path(from, to).latency + m_network.path(to, from).latency + behind;
}

double Connections::cut(std::uint32_t number, double now)
{
    Connection& connection = m_connections[number];
    Paced* paced = pacedOf(number);
    if (paced != nullptr) {
        paced->held.clear();
        if (m_releases.has(number))
            m_releases.remove(number);
        queueUp(*paced, 0);
    }
    if (connection.current == none)
        return 0;
    const double left = leftAt(number, now) + (paced != nullptr ? paced->after : 0);
    m_messages[connection.current].next = m_freeMessage;
    m_freeMessage = connection.current;
    connection.current = none;
    m_completions.remove(number);
    rest(number);
    return left;
}

/// Of the present message or piece, bytes.
double Connections::leftAt(std::uint32_t number, double now) const
{
    const Connection& connection = m_connections[number];
    const double flowed = std::max(0.0, now - connection.since - connection.lead) * m_sharing.rate(number);
    return std::max(0.0, connection.left - flowed);
}

/// The connection has nothing more to send at this time.
void Connections::rest(std::uint32_t number)
{
    if (!std::exchange(m_connections[number].idles, true))
        m_idle.push_back(number);
}

double Connections::ownRate(std::uint32_t connection) const
{
    return m_ownRates[connection];
}

void Connections::send(std::uint32_t number, double bytes, std::uint64_t cargo, double now, double resume)
{
    std::uint32_t message = m_freeMessage;
    if (message != none) {
        m_freeMessage = m_messages[message].next;
    } else {
        message = static_cast<std::uint32_t>(m_messages.size());
        m_messages.push_back({});
    }
    m_messages[message] = {bytes, cargo, none, resume};
    Connection& connection = m_connections[number];
    if (connection.current == none) {
        start(number, message, now);
    } else {
        m_messages[connection.last].next = message;
        connection.last = message;
        if (m_sharesQueues && pacedOf(number) != nullptr) {
            pacedOf(number)->backlog += bytes;
            weigh(number);
        }
    }
}

void Connections::beginAgain(double now, double pause) noexcept
{
    for (Connection& connection : m_connections)
        connection.window.shift(now + pause);
    for (Paced& paced : m_paced) {
        paced.until = paced.lostUntil = paced.pouredSince = -never;
        paced.isLast = false;
    }
}

/// Whether the other way is used at the same time: now, or, as what begins at one time begins one after the other here,
/// during the last message.
bool Connections::meet(Connection& connection)
{
    const bool meets = connection.back != none && m_connections[connection.back].current != none;
    const bool met = std::exchange(connection.met, meets);
    if (meets)
        m_connections[connection.back].met = true;
    return meets || met;
}

void Connections::start(std::uint32_t number, std::uint32_t message, double now)
{
    Connection& connection = m_connections[number];
    connection.current = message;
    if (m_messages[message].next == none)
        connection.last = message;
    const bool bothWays = meet(connection);
    connection.lead = m_network.law().messageSeconds + connection.window.wait(m_messages[message].bytes, now, bothWays);
    connection.left = m_messages[message].bytes;
    connection.since = now;
    if (Paced* paced = pacedOf(number); paced != nullptr) {
        if (!connection.flows) {
            paced->pouredSince = now;
            paced->order = ++m_order;
        }
        hasten(number, now);
        beginPiece(number, connection.left, now);
    }
    if (!connection.flows) {
        connection.flows = true;
        m_sharing.start(number);
    }
    m_completions.set(number, now + connection.lead + connection.left / m_sharing.rate(number));
    if (Datagrams* datagrams = datagramsOf(number)) {
        *datagrams = {number, datagrams->pace, now, connection.left, 0};
        m_completions.set(number, now + datagramTick);
    }
}

Connections::Sent Connections::take(double now)
{
    if (!m_releases.empty() && (m_completions.empty() || m_releases.time() <= m_completions.time()))
        return release();
    const std::uint32_t number = m_completions.thing();
    Connection& connection = m_connections[number];
    Paced* paced = pacedOf(number);
    if (paced != nullptr && !endPiece(number, now))
        return {number, 0, false, false};
    if (Datagrams* datagrams = datagramsOf(number)) {
        pace(*datagrams, now);
        m_completions.set(number, now + datagramTick);
        return {number, 0, false, false};
    }
    const std::uint32_t message = connection.current;
    const Message sent = m_messages[message];
    m_messages[message].next = m_freeMessage;
    m_freeMessage = message;
    connection.window.rest(now);
    const bool isHeld = paced != nullptr && now < paced->until;
    if (isHeld) {
        paced->held.push_back(sent.cargo);
        m_releases.set(number, paced->until);
    }
    if (sent.next != none) {
        start(number, sent.next, now);
        return {number, sent.cargo, true, !isHeld};
    }
    connection.current = none;
    m_completions.remove(number);
    if (paced != nullptr)
        queueUp(*paced, 0);
    rest(number);
    return {number, sent.cargo, true, !isHeld};
}

Connections::Datagrams* Connections::datagramsOf(std::uint32_t connection)
{
    if (connection >= m_datagramsOf.size() || m_datagramsOf[connection] == none)
        return nullptr;
    return &m_datagrams[m_datagramsOf[connection]];
}

/// Datagrams that were sent and have not passed what holds them back are in its queue, and pass in turn.
void Connections::pace(Datagrams& datagrams, double now)
{
    const double passed = datagrams.all - leftAt(datagrams.connection, now);
    datagrams.backlog = std::max(0.0, datagrams.pace * (now - datagrams.begin) - datagrams.lost - passed);
    if (const auto holder = m_sharing.holder(datagrams.connection)) {
        const double lost = std::max(0.0, datagrams.backlog - m_network.queueBytes(*holder));
        datagrams.lost += lost;
        datagrams.backlog -= lost;
    }
    m_sharing.limit(datagrams.connection, datagrams.pace + datagrams.backlog / datagramTick);
    m_sharing.weigh(datagrams.connection, std::max(m_network.law().window.segmentBytes, datagrams.backlog));
}

Connections::Paced* Connections::pacedOf(std::uint32_t connection)
{
    if (connection >= m_pacedOf.size() || m_pacedOf[connection] == none)
        return nullptr;
    return &m_paced[m_pacedOf[connection]];
}

void Connections::beginPiece(std::uint32_t number, double bytes, double now)
{
    constexpr double roundTrips = 4; // in which a window is taken as one
    Connection& connection = m_connections[number];
    Paced& paced = *pacedOf(number);
    const double outgoing = m_network.capacity(static_cast<Resource>(2 * paced.to));
    connection.window.delayAcknowledgements(m_queues[paced.to] / outgoing);
    const double limit = std::min(connection.window.limit(), m_ownRates[number]);
    paced.backlog = bytes + queued(connection);
    queueUp(paced, std::min(connection.window.bytes(), paced.backlog));
    paced.piece = std::min({bytes, paced.lost.bytesToNext(), roundTrips * connection.window.bytes()});
    paced.after = bytes - paced.piece < leastBytes ? 0 : bytes - paced.piece;
    paced.begin = now + connection.lead;
    connection.left = paced.piece;
    connection.since = now;
    if (limit != paced.limit) {
        paced.limit = limit;
        m_sharing.limit(number, limit);
    }
    if (m_sharesQueues)
        weigh(number);
}

/// Returns whether it was the last one of its message.
bool Connections::endPiece(std::uint32_t number, double now)
{
    Connection& connection = m_connections[number];
    Paced& paced = *pacedOf(number);
    paced.lost.pass(paced.piece);
    // The last packet of a message is not filled up unless another one follows.
    if (const Message& message = m_messages[connection.current]; paced.after <= 0 && message.next == none)
        paced.lost.pass(paced.lost.room(message.bytes));
    connection.window.grow(std::max(0.0, now - paced.begin), paced.piece + paced.after + queued(connection),
                           paced.queueing);
    if (paced.lost.isHere())
        lose(number, paced.after + queued(connection), now);
    if (paced.after <= 0)
        return true;
    connection.lead = 0;
    beginPiece(number, paced.after, now);
    m_completions.set(number, now + connection.left / m_sharing.rate(number));
    return false;
}

void Connections::queueUp(Paced& paced, double bytes)
{
    m_queues[paced.from] = std::max(0.0, m_queues[paced.from] + bytes - paced.queue);
    paced.queue = bytes;
}

/// Bytes of the messages that wait for the present one, up to what a window may hold.
double Connections::queued(const Connection& connection) const
{
    double bytes = 0;
    std::uint32_t next = m_messages[connection.current].next;
    for (; next != none && bytes < connection.window.bytes(); next = m_messages[next].next)
        bytes += m_messages[next].bytes;
    return bytes;
}

/// A packet that so many bytes follow at once.
void Connections::lose(std::uint32_t number, double follows, double now)
{
    Connection& connection = m_connections[number];
    Paced& paced = *pacedOf(number);
    const Message& message = m_messages[connection.current];
    const double window = connection.window.bytes();
    const double rate = m_sharing.rate(number);
    const double roundTrip = connection.window.roundTrip();
    const LostPackets::Again again = paced.lost.again(follows, window, rate, roundTrip);
    double until = now + again.seconds;
    if (again.isLate && std::isfinite(message.resume))
        until = std::min(until, now + message.resume + paced.lost.again(window, 0, rate, roundTrip).seconds);
    paced.until = std::max(paced.until, until);
    paced.isLast = again.isLate;
    connection.window.lose();
    paced.lost.draw();
    if (!paced.held.empty())
        m_releases.set(number, paced.until);
}

/// A message follows a lost packet that nothing followed: duplicate acknowledgements come before the timers.
void Connections::hasten(std::uint32_t number, double now)
{
    Paced& paced = *pacedOf(number);
    if (!std::exchange(paced.isLast, false) || now >= paced.until)
        return;
    const Connection& connection = m_connections[number];
    const double bytes = m_messages[connection.current].bytes;
    const double seconds = paced.lost.again(bytes, 0, m_ownRates[number], connection.window.roundTrip()).seconds;
    paced.until = std::min(paced.until, now + seconds);
    if (!paced.held.empty())
        m_releases.set(number, paced.until);
}

Connections::Sent Connections::release()
{
    const std::uint32_t number = m_releases.thing();
    Paced& paced = *pacedOf(number);
    const std::uint64_t cargo = paced.held.front();
    paced.held.pop_front();
    if (paced.held.empty())
        m_releases.remove(number);
    return {number, cargo, false, true};
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
    for (const Flow flow : m_sharing.update())
        follow(flow, now, m_sharing.rateBefore(flow));
    if (m_sharesQueues)
        overflow(now);
}

/// The connection has another rate from now on.
void Connections::follow(Flow flow, double now, double rateBefore)
{
    Connection& connection = m_connections[flow];
    const double passed = now - connection.since;
    const double led = std::min(passed, connection.lead);
    connection.lead -= led;
    if (passed > led)
        connection.left = std::max(0.0, connection.left - (passed - led) * rateBefore);
    connection.since = now;
    if (datagramsOf(flow) == nullptr)
        m_completions.set(flow, now + connection.lead + connection.left / m_sharing.rate(flow));
}

} // namespace millrace::simulate
