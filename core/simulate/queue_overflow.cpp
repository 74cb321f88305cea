// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Connections that share a queue: their parts of it, and what it cannot hold.

#include "core/simulate/connections.h"

#include <algorithm>
#include <map>

namespace millrace::simulate {

/// A connection has what it has in flight in the queue before what holds it back, and its part of the rate.
void Connections::weigh(std::uint32_t number)
{
    Paced& paced = *pacedOf(number);
    paced.weight =
        std::max(m_network.law().window.segmentBytes, std::min(m_connections[number].window.bytes(), paced.backlog));
    m_sharing.weigh(number, paced.weight);
}

/// Of more than fits into a queue, packets get lost, of one connection after another, by chance, until what is left of
/// their windows fits.
void Connections::overflow(double now)
{
    std::map<Resource, Standing> queues;
    for (const Flow flow : m_sharing.members())
        if (const auto holder = m_sharing.holder(flow); holder && pacedOf(flow) != nullptr) {
            Standing& queue = queues[*holder];
            queue.flows.push_back(flow);
            queue.rate += m_sharing.rate(flow);
            queue.bytes += pacedOf(flow)->weight;
        }
    for (Datagrams& each : m_datagrams)
        if (const auto holder = m_sharing.holder(each.connection);
            holder && m_connections[each.connection].current != none)
            if (const auto queue = queues.find(*holder); queue != queues.end()) {
                queue->second.bytes += each.backlog;
                queue->second.rate += m_sharing.rate(each.connection);
            }
    for (auto& [holder, queue] : queues) {
        const double seconds = queue.bytes / queue.rate;
        double latency = 0;
        bool isFresh = false; // what was lost a moment ago
        for (const Flow flow : queue.flows) {
            Paced& paced = *pacedOf(flow);
            paced.queueing = seconds;
            latency = std::max(latency, m_connections[flow].latency);
            isFresh = isFresh || now < paced.lostUntil;
        }
        const double most = m_network.queueBytes(holder) + m_network.capacity(holder) * 2 * latency;
        if (isFresh || queue.bytes <= most)
            continue;
        std::erase_if(queue.flows, [&](Flow flow) { return m_connections[flow].current == none; });
        while (queue.bytes > most && !queue.flows.empty()) {
            const auto chosen = chooseIn(queue, now);
            Paced& paced = *pacedOf(*chosen);
            const double before = paced.weight;
            follow(*chosen, now, m_sharing.rate(*chosen));
            m_connections[*chosen].left += std::min(before, queue.bytes - most); // which is sent again
            follow(*chosen, now, m_sharing.rate(*chosen));
            lose(*chosen, m_connections[*chosen].left + paced.after + queued(m_connections[*chosen]), now);
            paced.lostUntil = now + seconds;
            weigh(*chosen);
            queue.bytes -= before - paced.weight;
            queue.flows.erase(chosen);
        }
    }
}

/// Each is as likely as its part of the queue; but of what one node began to send at once, the last finds the queue
/// full.
std::vector<Flow>::iterator Connections::chooseIn(Standing& queue, double now)
{
    constexpr double atOnce = 1e-3; // s, in which a process writes to several connections
    double all = 0;
    for (const Flow flow : queue.flows)
        all += pacedOf(flow)->weight;
    double at = m_random.uniform() * all;
    auto chosen = queue.flows.begin();
    while (chosen + 1 != queue.flows.end() && (at -= pacedOf(*chosen)->weight) >= 0)
        ++chosen;
    if (now >= pacedOf(*chosen)->pouredSince + atOnce)
        return chosen;
    for (auto flow = queue.flows.begin(); flow != queue.flows.end(); ++flow) {
        const Paced& last = *pacedOf(*chosen);
        const Paced& paced = *pacedOf(*flow);
        if (paced.from == last.from && paced.order > last.order && now < paced.pouredSince + atOnce)
            chosen = flow;
    }
    return chosen;
}

} // namespace millrace::simulate
