// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/roce_meter.h"
#include "core/analysis/traffic.h"
#include "core/capture/packet.h"

#include <array>
#include <map>
#include <vector>

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
    std::array<std::uint64_t, 4> m_bytes{}; ///< in it, from the finished windows below
    std::array<std::uint64_t, 4> m_peak{};
};

/// Statistics that depend on the order of all packets, or on none of their flows.
class OrderDependentStats
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
        m_kinds[static_cast<std::size_t>(packet.network)][packet.protocol].add(packet.wireBytes);
        if (packet.network == capture::Network::Other) [[unlikely]]
            m_others[packet.sequence].add(packet.wireBytes);
        m_frameSizes.add(packet.wireBytes);
        if (packet.has(capture::packet_mark::transport))
            m_payloadSizes.add(packet.payloadBytes);
        m_largest = std::max(m_largest, packet.wireBytes);
        m_peaks.add(packet.time, packet.wireBytes);
        constexpr std::uint8_t odd = capture::packet_mark::fragment | capture::packet_mark::moreFragments
            | capture::packet_mark::headersCut | capture::packet_mark::roce | capture::packet_mark::tunnel;
        if (packet.has(odd)) [[unlikely]]
            addOdd(packet);
    }
    /// Puts times, counts and distributions into the summary.
    void fill(TrafficSummary& summary, const capture::AddressBook& book) const;

private:
    struct Tally
    {
        std::uint64_t packets = 0;
        std::uint64_t wireBytes = 0;

        void add(std::uint32_t bytes) noexcept
        {
            ++packets;
            wireBytes += bytes;
        }
    };

    void addOdd(const capture::Packet& packet);
    [[nodiscard]] std::vector<ProtocolTraffic> protocols() const;
    void appendIp(capture::Network network, std::vector<ProtocolTraffic>& rows) const;

    std::uint64_t m_count = 0;
    std::int64_t m_first = 0;
    std::int64_t m_last = 0;
    std::int64_t m_previous = 0;
    std::uint32_t m_largest = 0;
    std::uint64_t m_fragments = 0, m_headersCut = 0, m_tunnelled = 0;
    std::array<Tally, 4> m_roce{}; ///< by network
    std::array<std::array<Tally, 256>, 4> m_kinds{}; ///< by network and IP protocol
    RoceMeter m_queuePairs;
    std::map<std::uint32_t, Tally> m_others; ///< by capture::frame_kind
    PeakMeter m_peaks;
    SizeHistogram m_frameSizes;
    SizeHistogram m_payloadSizes;
    TimeHistogram m_interArrivals;
};

} // namespace millrace::analysis
