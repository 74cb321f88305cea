// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/report/published_figure.h"

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace millrace::studies::flumen {

/// One packet as the study's scripts see it in a text log of tcpdump.
struct LoggedPacket
{
    std::int64_t time = 0; ///< nanoseconds, midnight handled correctly
    std::uint32_t payloadBytes = 0; ///< the "length" of the line
    bool ipv4 = true; ///< the line contains " IP "
    std::uint32_t wireBytes = 0; ///< 0: unknown

    /// The time that the scripts read: time of day without the date, nanoseconds.
    [[nodiscard]] std::int64_t timeOfDay() const noexcept;
};

/// A rate over a window that holds a fixed number of packets.
struct RateWindow
{
    double time = 0; ///< seconds since the beginning
    double rate = 0; ///< Gbit/s
    double burst = 0; ///< share of short gaps, relative to the largest such share; 0 where not requested
};
/// Gbit/s, one for each window.
[[nodiscard]] std::vector<double> ratesOf(std::span<const RateWindow> windows);

/// tcpdump_processing.py: the payload rate in half-overlapping windows of a fixed number of packets. Packets are passed
/// one by one in the order of the log. Published: the unweighted mean of the windows; corrected: bytes over time.
class EqualPacketWindows
{
public:
    /// `skip`: approximate number of lines skipped at the beginning; `length`: packets in a window, at least 2.
    EqualPacketWindows(std::uint64_t skip, std::size_t length, std::size_t most = 10'000'000);

    void add(const LoggedPacket& packet);
    /// "rate.mean", "rate.truncated-mean", "rate.windows", "rate.time", "rate.deviation".
    [[nodiscard]] report::PublishedFigures figures() const;
    [[nodiscard]] const std::vector<RateWindow>& windows() const noexcept { return m_windows; }
    [[nodiscard]] std::uint64_t beyond() const noexcept { return m_beyond; } ///< windows that were not kept

private:
    void closeWindow();

    std::uint64_t m_skip;
    std::size_t m_length;
    std::size_t m_most;
    std::uint64_t m_lines = 0;
    std::size_t m_place = 0; ///< in the block of `length` lines
    std::vector<std::uint64_t> m_bytes;
    std::vector<std::int64_t> m_times;
    std::optional<std::int64_t> m_before; ///< time of day of the packet before
    std::int64_t m_running = 0;
    std::vector<RateWindow> m_windows;
    std::uint64_t m_beyond = 0;
    std::int64_t m_first = 0; ///< true times of the packets that count
    std::int64_t m_last = 0;
    std::uint64_t m_rightBytes = 0; ///< after the first packet
};

/// sync_instant_tcpdump_processing.py: one of several logs on a common time axis, moving windows of `width` entries.
struct SyncedRates
{
    std::vector<RateWindow> windows; ///< as published: the first time is that of another log
    std::vector<RateWindow> right; ///< windows of the same packets, with the correct clock
    report::PublishedFigures figures; ///< "rate.long-term", "rate.deviation"
};
/// InvalidInput for fewer than two logs, or one without packets. The logs must fit into memory.
[[nodiscard]] Result<std::vector<SyncedRates>> syncedRates(std::span<const std::vector<LoggedPacket>> logs,
                                                           std::size_t width = 30);

/// config_burst_analysis.py and tcp_burst_analysis.py: gaps shorter than this are inside a burst.
constexpr std::int64_t flowBurstGap = 800'000;
constexpr std::int64_t packetBurstGap = 25'000;

struct BurstWindows
{
    std::vector<RateWindow> windows;
    report::PublishedFigures figures; ///< "rate.long-term", "bursts.short-gaps"
};
/// `packets`: times and bytes in the order of the log; packets with equal times count as one. InvalidInput for fewer
/// than `width` entries or a width of 0.
[[nodiscard]] Result<BurstWindows> burstWindows(std::span<const LoggedPacket> packets, std::size_t width,
                                                std::int64_t gap);

/// compute_rate.py: payload and 58 bytes of headers in whole seconds since the first packet; seconds without packets do
/// not count, and those more than a quarter above the mean are discarded.
class SecondsRate
{
public:
    static constexpr std::uint32_t headerAllowance = 58;

    void add(const LoggedPacket& packet);
    /// The line could not be read; the script fails when it is the first.
    void addUnreadable() noexcept { ++m_lines; }
    /// "job.rate", "job.time", "packet.mean-bits", "packet.second-moment".
    [[nodiscard]] report::PublishedFigures figures() const;

private:
    std::uint64_t m_lines = 0;
    bool m_failed = false; ///< the script stops: its first line is not a packet
    std::int64_t m_first = 0; ///< time of day
    double m_elapsed = 0;
    double m_nextSecond = 1;
    std::vector<double> m_bits; ///< of the seconds that have packets
    std::uint64_t m_packets = 0;
    long double m_sum = 0, m_squares = 0; ///< of the packets' bits
    std::int64_t m_trueFirst = 0, m_trueLast = 0;
    std::uint64_t m_firstBits = 0;
    std::uint64_t m_wire = 0; ///< wire bytes, as far as they are known
    bool m_wireKnown = true;
};

} // namespace millrace::studies::flumen
