// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/tcp_order.h"

#include "core/base/unknown.h"

#include <algorithm>
#include <cmath>

namespace millrace::analysis {

namespace {

bool below(std::uint32_t a, std::uint32_t b) noexcept
{
    return static_cast<std::int32_t>(a - b) < 0;
}

} // namespace

void RoundTrips::add(std::int64_t nanoseconds, OrderBudget& budget)
{
    m_minimum = m_count == 0 ? nanoseconds : std::min(m_minimum, nanoseconds);
    m_maximum = std::max(m_maximum, nanoseconds);
    m_sum += static_cast<double>(nanoseconds);
    ++m_count;
    const auto classOf = [](double value) {
        return static_cast<std::size_t>(TimeHistogram::classOf(static_cast<std::uint64_t>(value)));
    };
    if (m_count <= exactSamples) {
        if (m_exact.empty())
            m_exact.reserve(exactSamples / 4);
        m_exact.push_back(static_cast<float>(nanoseconds));
        return;
    }
    if (m_classes.empty() && budget.histograms > 0 && !m_exact.empty()) {
        --budget.histograms;
        m_classes.assign(TimeHistogram::classes, 0);
        for (const float sample : m_exact)
            ++m_classes[classOf(static_cast<double>(sample))];
        m_exact = {};
    }
    if (!m_classes.empty())
        ++m_classes[classOf(static_cast<double>(nanoseconds))];
}

double RoundTrips::p99() const
{
    // Of fewer than 100 samples the one at rank ⌈0.99 n⌉ is the last.
    static_assert(exactSamples < 100);
    if (m_count <= exactSamples)
        return maximum();
    const auto rank = static_cast<std::uint64_t>(std::ceil(0.99 * static_cast<double>(m_count)));
    std::uint64_t seen = 0;
    for (std::size_t number = 0; number < m_classes.size(); ++number) {
        seen += m_classes[number];
        if (seen >= rank) {
            const auto low = static_cast<int>(number);
            return std::clamp((TimeHistogram::lowerBound(low) + TimeHistogram::lowerBound(low + 1)) / 2, minimum(),
                              maximum());
        }
    }
    return unknown;
}

bool TcpOrder::grow(bool reverseSeen, OrderBudget& budget)
{
    // Without the other direction nothing is ever acknowledged: the first segments wait, later ones are dropped.
    if (m_capacity != 0 && (!reverseSeen || m_capacity >= lastCapacity))
        return false;
    const std::uint32_t capacity = m_capacity == 0 ? firstCapacity : m_capacity * 2;
    if (budget.outstanding < capacity - m_capacity)
        return false;
    budget.outstanding -= capacity - m_capacity;
    auto ring = std::make_unique_for_overwrite<Segment[]>(capacity);
    for (std::uint32_t i = 0; i < m_waiting; ++i)
        ring[i] = m_ring[(m_oldest + i) & (m_capacity - 1)];
    m_ring = std::move(ring);
    m_oldest = 0;
    m_capacity = capacity;
    return true;
}

void TcpOrder::forget(OrderBudget& budget) noexcept
{
    budget.outstanding += m_capacity;
    m_ring.reset();
    m_capacity = m_waiting = m_oldest = 0;
    m_holes = {};
}

void TcpOrder::sentElsewhere(std::uint32_t begin, std::uint32_t end, std::int64_t time, bool reverseSeen,
                             OrderBudget& budget)
{
    if (!m_started) {
        m_started = true;
        m_next = end;
        push(begin, end, time, reverseSeen, budget);
        return;
    }
    if (below(begin, m_next)) {
        sentLate(begin, end, time, reverseSeen, budget);
        return;
    }
    if (m_holes.size() == mostHoles)
        m_holes.erase(m_holes.begin());
    m_holes.push_back({m_next, begin});
    m_next = end;
    push(begin, end, time, reverseSeen, budget);
}

void TcpOrder::sentLate(std::uint32_t begin, std::uint32_t end, std::int64_t time, bool reverseSeen,
                        OrderBudget& budget)
{
    const bool beyond = below(m_next, end);
    const std::uint32_t knownEnd = beyond ? m_next : end;
    const std::uint32_t missing = fillHoles(begin, knownEnd);
    const std::uint32_t repeated = knownEnd - begin - missing;
    if (missing > 0) {
        ++outOfOrder;
        insertWaiting(begin, knownEnd, time);
    }
    if (repeated > 0) {
        ++retransmissions;
        retransmittedBytes += repeated;
        markRepeated(begin, knownEnd, time);
    }
    if (beyond) {
        push(m_next, end, time, reverseSeen, budget);
        m_next = end;
    }
}

/// Removes a range from the holes; returns how many of its numbers were missing.
std::uint32_t TcpOrder::fillHoles(std::uint32_t begin, std::uint32_t end)
{
    std::uint32_t filled = 0;
    for (std::size_t i = 0; i < m_holes.size();) {
        const Hole hole = m_holes[i];
        const std::uint32_t from = below(hole.begin, begin) ? begin : hole.begin;
        const std::uint32_t to = below(hole.end, end) ? hole.end : end;
        if (!below(from, to)) {
            ++i;
            continue;
        }
        filled += to - from;
        const bool left = from != hole.begin;
        const bool right = to != hole.end;
        if (left && right) {
            m_holes[i].end = from;
            m_holes.insert(m_holes.begin() + static_cast<std::ptrdiff_t>(i) + 1, {to, hole.end});
            i += 2;
        } else if (left || right) {
            m_holes[i] = left ? Hole{hole.begin, from} : Hole{to, hole.end};
            ++i;
        } else {
            m_holes.erase(m_holes.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }
    return filled;
}

void TcpOrder::markRepeated(std::uint32_t begin, std::uint32_t end, std::int64_t time)
{
    std::uint32_t low = 0, high = m_waiting;
    while (low < high) {
        const std::uint32_t middle = (low + high) / 2;
        if (below(begin, m_ring[(m_oldest + middle) & (m_capacity - 1)].end()))
            high = middle;
        else
            low = middle + 1;
    }
    for (; low < m_waiting; ++low) {
        Segment& segment = m_ring[(m_oldest + low) & (m_capacity - 1)];
        if (!below(segment.begin, end))
            return;
        segment.late = 1;
        segment.repeated = 1;
        segment.time = time;
    }
}

void TcpOrder::insertWaiting(std::uint32_t begin, std::uint32_t end, std::int64_t time)
{
    if (m_waiting == m_capacity)
        return;
    std::uint32_t place = m_waiting;
    const auto at = [this](std::uint32_t i) -> Segment& { return m_ring[(m_oldest + i) & (m_capacity - 1)]; };
    while (place > 0 && below(begin, at(place - 1).begin)) {
        at(place) = at(place - 1);
        --place;
    }
    at(place) = {begin, (end - begin) & longest, 1, 0, time};
    ++m_waiting;
}

void TcpOrder::acknowledges(const capture::Packet& packet, std::uint32_t length, const TcpOrder& other)
{
    using namespace capture;
    const bool control = (packet.tcpFlags & (tcp_flag::syn | tcp_flag::rst)) != 0;
    if (packet.window == 0 && !control)
        ++zeroWindows;
    if (length == 0 && !control && m_acknowledging && packet.acknowledgement == m_lastAck
        && packet.window == m_lastWindow && (!other.started() || !other.coveredBy(packet.acknowledgement)))
        ++duplicateAcks;
    // The greatest one received; reordered acknowledgements do not change it.
    if (!m_acknowledging || below(m_lastAck, packet.acknowledgement))
        m_lastAck = packet.acknowledgement;
    m_lastWindow = packet.window;
    m_acknowledging = true;
}

} // namespace millrace::analysis
