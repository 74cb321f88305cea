// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/packet_statistics.h"
#include "core/capture/packet.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace millrace::analysis {

/// Memory shared by all TcpOrders of one pass, so that hostile captures cannot make it grow.
struct OrderBudget
{
    std::size_t outstanding = std::size_t{1} << 20; ///< segments, 16 bytes each
    std::size_t histograms = 4096; ///< of round-trip times, 4 KiB each
};

/// Round-trip times of one direction: from a segment to the acknowledgement of exactly its end, for segments that were
/// sent once and that no retransmission of an earlier one overtook (Karn's rule; the samples that tcptrace counts).
class RoundTrips
{
public:
    static constexpr std::size_t exactSamples = 64;

    void add(std::int64_t nanoseconds, OrderBudget& budget);
    [[nodiscard]] std::uint64_t count() const noexcept { return m_count; }
    /// Nanoseconds; count() must not be 0.
    [[nodiscard]] double minimum() const noexcept { return static_cast<double>(m_minimum); }
    [[nodiscard]] double maximum() const noexcept { return static_cast<double>(m_maximum); }
    [[nodiscard]] double mean() const noexcept { return m_sum / static_cast<double>(m_count); }
    /// NaN when there was no memory left for it.
    [[nodiscard]] double p99() const;

private:
    std::uint64_t m_count = 0;
    std::int64_t m_minimum = 0;
    std::int64_t m_maximum = 0;
    double m_sum = 0;
    std::vector<float> m_exact;
    std::vector<std::uint32_t> m_classes; ///< TimeHistogram's classes, beyond exactSamples
};

/// State of the sequence numbers of one direction of a TCP connection: what was sent, what is missing, what is
/// unacknowledged. Constant time per packet, also when only one direction was captured.
class TcpOrder
{
public:
    std::uint64_t retransmissions = 0;
    std::uint64_t retransmittedBytes = 0;
    std::uint64_t outOfOrder = 0;
    std::uint64_t duplicateAcks = 0;
    std::uint64_t zeroWindows = 0;
    RoundTrips roundTrips;

    /// A packet with data, SYN or FIN; `length` is its length in sequence numbers.
    void sent(const capture::Packet& packet, std::uint32_t length, bool reverseSeen, OrderBudget& budget)
    {
        const std::uint32_t begin = packet.sequence;
        const std::uint32_t end = begin + length;
        if (begin == m_next && m_started) [[likely]] {
            m_next = end;
            push(begin, end, packet.time, reverseSeen, budget);
            return;
        }
        sentElsewhere(begin, end, packet.time, reverseSeen, budget);
    }
    /// The other direction acknowledged everything below `number`.
    void acknowledged(std::uint32_t number, std::int64_t time, OrderBudget& budget)
    {
        while (m_waiting != 0) {
            const Segment& oldest = m_ring[m_oldest];
            if (static_cast<std::int32_t>(oldest.end() - number) > 0)
                return;
            if (oldest.end() == number && !oldest.repeated && oldest.time >= m_latestBelow && time >= oldest.time)
                roundTrips.add(time - oldest.time, budget);
            // Time stamps of segments in order may disagree by nanoseconds, which overtakes nothing.
            if (oldest.late)
                m_latestBelow = std::max(m_latestBelow, oldest.time);
            m_oldest = (m_oldest + 1) & (m_capacity - 1);
            --m_waiting;
        }
    }
    /// An acknowledgement sent by this direction; counts duplicates (RFC 5681, section 2) and closed windows.
    void acknowledges(const capture::Packet& packet, std::uint32_t length, const TcpOrder& other);
    /// True when `number` acknowledges everything seen of this direction.
    [[nodiscard]] bool coveredBy(std::uint32_t number) const noexcept
    {
        return !m_started || static_cast<std::int32_t>(m_next - number) <= 0;
    }
    /// Returns its memory to the budget.
    void forget(OrderBudget& budget) noexcept;
    [[nodiscard]] bool started() const noexcept { return m_started; }

private:
    struct Segment
    {
        std::uint32_t begin;
        std::uint32_t length : 30;
        std::uint32_t late : 1; ///< sent after segments of greater numbers
        std::uint32_t repeated : 1;
        std::int64_t time; ///< of the last transmission

        [[nodiscard]] std::uint32_t end() const noexcept { return begin + length; }
    };
    struct Hole
    {
        std::uint32_t begin;
        std::uint32_t end;
    };
    static constexpr std::uint32_t firstCapacity = 16, lastCapacity = 8192;
    static constexpr std::size_t mostHoles = 64;
    static constexpr std::uint32_t longest = (1u << 30) - 1;

    void push(std::uint32_t begin, std::uint32_t end, std::int64_t time, bool reverseSeen, OrderBudget& budget)
    {
        if (m_waiting == m_capacity && (!grow(reverseSeen, budget)))
            return;
        m_ring[(m_oldest + m_waiting) & (m_capacity - 1)] = {begin, (end - begin) & longest, 0, 0, time};
        ++m_waiting;
    }
    bool grow(bool reverseSeen, OrderBudget& budget);
    void sentElsewhere(std::uint32_t begin, std::uint32_t end, std::int64_t time, bool reverseSeen,
                       OrderBudget& budget);
    void sentLate(std::uint32_t begin, std::uint32_t end, std::int64_t time, bool reverseSeen, OrderBudget& budget);
    std::uint32_t fillHoles(std::uint32_t begin, std::uint32_t end);
    void markRepeated(std::uint32_t begin, std::uint32_t end, std::int64_t time);
    void insertWaiting(std::uint32_t begin, std::uint32_t end, std::int64_t time);

    std::uint32_t m_next = 0; ///< one beyond the highest number seen
    std::uint32_t m_lastAck = 0;
    std::uint16_t m_lastWindow = 0;
    bool m_started = false;
    bool m_acknowledging = false;
    std::uint32_t m_oldest = 0;
    std::uint32_t m_waiting = 0;
    std::uint32_t m_capacity = 0; ///< of the ring; a power of two
    std::unique_ptr<Segment[]> m_ring; ///< ordered by sequence number
    std::int64_t m_latestBelow =
        std::numeric_limits<std::int64_t>::min(); ///< latest transmission of what was sent late and is acknowledged
    std::vector<Hole> m_holes; ///< ascending
};

} // namespace millrace::analysis
