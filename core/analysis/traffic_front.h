// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/traffic.h"
#include "core/capture/packet.h"

#include <array>

namespace millrace::analysis {

/// Loads of all traffic in windows of 0.1, 1, 10 and 100 ms, which begin at multiples of their length.
class PeakMeter
{
public:
    void add(std::int64_t time, std::uint32_t bytes)
    {
        if (time >= m_end)
            advance(time);
        m_bytes[0] += bytes;
    }
    /// Means over the time from `first` to `last`, at least one window.
    [[nodiscard]] std::array<PeakToMean, 4> peaks(std::int64_t first, std::int64_t last, std::uint64_t bytes) const;

private:
    void advance(std::int64_t time);

    std::int64_t m_end = std::numeric_limits<std::int64_t>::min(); ///< of the shortest window
    std::array<std::int64_t, 4> m_window{}; ///< number of the open window at each length
    std::array<std::uint64_t, 4> m_bytes{}; ///< in it, from what is finished below
    std::array<std::uint64_t, 4> m_peak{};
};

/// What depends on the order of all packets, or on none of their flows.
class TrafficFront
{
public:
    void add(const capture::Packet& packet)
    {
        if (m_count == 0)
            m_first = m_last = m_previous = packet.time;
        else
            m_interArrivals.add(packet.time - m_previous);
        m_previous = packet.time;
        if (packet.time > m_last)
            m_last = packet.time;
        else if (packet.time < m_first)
            m_first = packet.time;
        ++m_count;
        ++m_kinds[static_cast<std::size_t>(packet.network)][packet.protocol];
        m_frameSizes.add(packet.wireBytes);
        if (packet.has(capture::packet_mark::transport))
            m_payloadSizes.add(packet.payloadBytes);
        m_largest = std::max(m_largest, packet.wireBytes);
        m_peaks.add(packet.time, packet.wireBytes);
        constexpr std::uint8_t odd = capture::packet_mark::fragment | capture::packet_mark::moreFragments
            | capture::packet_mark::headersCut | capture::packet_mark::roce;
        if (packet.has(odd)) [[unlikely]]
            addOdd(packet);
    }
    /// Puts times, counts and distributions into the summary.
    void fill(TrafficSummary& summary) const;

private:
    void addOdd(const capture::Packet& packet);

    std::uint64_t m_count = 0;
    std::int64_t m_first = 0;
    std::int64_t m_last = 0;
    std::int64_t m_previous = 0;
    std::uint32_t m_largest = 0;
    std::uint64_t m_fragments = 0, m_headersCut = 0, m_roce = 0;
    std::array<std::array<std::uint64_t, 256>, 4> m_kinds{}; ///< by network and IP protocol
    PeakMeter m_peaks;
    SizeHistogram m_frameSizes;
    SizeHistogram m_payloadSizes;
    TimeHistogram m_interArrivals;
};

} // namespace millrace::analysis
