// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/ring_recurrence.h"

#include <algorithm>

namespace millrace::simulate {

std::optional<RingRecurrence> RingRecurrence::make(const Network& network, std::span<const std::size_t> nodes,
                                                   int first, std::span<const Load> loads)
{
    RingRecurrence ring;
    const std::size_t ranks = nodes.size();
    ring.m_ranks = ranks;
    ring.m_law = network.law();
    std::vector<bool> used(network.resources(), false);
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        const Path path = network.path(nodes[rank], nodes[(rank + 1) % ranks], meanBytes(loads));
        double rate = path.bytesPerSecond;
        for (std::size_t i = 0; i < path.count; ++i) {
            if (path.use[i] < 1)
                continue;
            if (used[path.resources[i]])
                return std::nullopt;
            used[path.resources[i]] = true;
            const double others = network.law().acknowledgements * network.law().efficiency;
            rate = std::min(rate, network.capacity(path.resources[i]) / (1 + others));
        }
        ring.m_secondsPerByte.push_back(1 / rate);
        ring.m_latency.push_back(path.latency);
    }
    std::vector<std::vector<double>> started(ranks);
    for (const Load& load : loads)
        started[(load.pair + 1 + static_cast<std::size_t>(first)) % ranks].push_back(load.bytes);
    ring.m_oneEach = true;
    for (const std::vector<double>& own : started) {
        ring.m_firstLoad.push_back(ring.m_bytes.size());
        ring.m_bytes.insert(ring.m_bytes.end(), own.begin(), own.end());
        ring.m_oneEach = ring.m_oneEach && own.size() == 1;
    }
    ring.m_firstLoad.push_back(ring.m_bytes.size());
    return ring;
}

/// hop() where every rank starts one chunk. Plain arrays, so that the compiler uses vector instructions.
template <typename Burst>
void RingRecurrence::hopOfOneEach(std::size_t sender, std::size_t count, std::size_t start, const double* begin,
                                  double* free, double* ready, Burst burst) const
{
    const double* perByte = &m_secondsPerByte[sender];
    const double* latency = &m_latency[sender];
    const double* bytes = &m_bytes[start];
    const double lead = m_law.messageSeconds;
    double* from = free + sender;
    double* chunk = ready + start;
    const std::size_t beforeEnd = sender + count < m_ranks ? count : count - 1;
    for (std::size_t i = 0; i < beforeEnd; ++i) {
        const double sent = std::max(from[i], chunk[i]) + lead + bytes[i] * perByte[i];
        from[i] = sent;
        chunk[i] = std::max(sent + latency[i] + burst(bytes[i], perByte[i]), begin[sender + i + 1]);
    }
    if (beforeEnd < count) {
        const std::size_t i = beforeEnd;
        const double sent = std::max(from[i], chunk[i]) + lead + bytes[i] * perByte[i];
        from[i] = sent;
        chunk[i] = std::max(sent + latency[i] + burst(bytes[i], perByte[i]), begin[0]);
    }
}

/// One hop of the chunks that started at the ranks `start` … `start + count - 1`, now at `sender` and the ranks behind
/// it.
void RingRecurrence::hop(std::size_t sender, std::size_t count, std::size_t start, const double* begin, double* free,
                         double* ready) const
{
    if (m_oneEach) {
        if (m_law.burstSeconds > 0)
            hopOfOneEach(sender, count, start, begin, free, ready,
                         [law = m_law](double bytes, double perByte) { return law.burst(bytes, perByte); });
        else
            hopOfOneEach(sender, count, start, begin, free, ready, [](double, double) { return 0.0; });
        return;
    }
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t rank = sender + i;
        const double next = begin[rank + 1 < m_ranks ? rank + 1 : 0];
        for (std::size_t load = m_firstLoad[start + i]; load < m_firstLoad[start + i + 1]; ++load) {
            free[rank] =
                std::max(free[rank], ready[load]) + m_law.messageSeconds + m_bytes[load] * m_secondsPerByte[rank];
            ready[load] =
                std::max(free[rank] + m_latency[rank] + m_law.burst(m_bytes[load], m_secondsPerByte[rank]), next);
        }
    }
}

Course RingRecurrence::run(std::span<const double> begin) const
{
    Course course;
    course.finish.assign(begin.begin(), begin.end());
    if (m_ranks < 2 || m_bytes.empty())
        return course;
    std::vector<double> free(begin.begin(), begin.end());
    std::vector<double> ready;
    ready.reserve(m_bytes.size());
    for (std::size_t rank = 0; rank < m_ranks; ++rank)
        ready.insert(ready.end(), m_firstLoad[rank + 1] - m_firstLoad[rank], begin[rank]);
    const std::size_t hops = 2 * (m_ranks - 1);
    for (std::size_t number = 0; number < hops; ++number) {
        const std::size_t turn = number % m_ranks;
        hop(turn, m_ranks - turn, 0, begin.data(), free.data(), ready.data());
        if (turn > 0)
            hop(0, turn, m_ranks - turn, begin.data(), free.data(), ready.data());
    }
    course.messages = static_cast<std::uint64_t>(m_bytes.size()) * hops;
    for (std::size_t rank = 0; rank < m_ranks; ++rank) {
        const std::size_t next = rank + 1 < m_ranks ? rank + 1 : 0;
        course.finish[rank] = std::max(course.finish[rank], free[rank]);
        // The chunk that it passes on last is of those that started two ranks further on.
        const std::size_t last = m_firstLoad[(rank + 2) % m_ranks + 1];
        const double burst = last > 0 ? m_law.burst(m_bytes[last - 1], m_secondsPerByte[rank]) : 0;
        course.finish[next] = std::max(course.finish[next], free[rank] + m_latency[rank] + burst);
    }
    return course;
}

} // namespace millrace::simulate
