// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/published_delay.h"
#include "core/analysis/published_rates.h"
#include "core/importers/published_analysis.h"

#include <span>
#include <unordered_map>
#include <vector>

namespace millrace::importers {

/// What study B's scripts see of one file, collected while it is read. Packets without a known payload do not count.
class PacketLogFigures
{
public:
    PacketLogFigures(std::uint64_t skip, std::size_t window, std::size_t mostPackets)
        : m_windows(skip, window), m_most(mostPackets)
    {
    }

    void add(std::span<const analysis::PublishedPacket> packets);

    [[nodiscard]] const analysis::EqualPacketWindows& windows() const noexcept { return m_windows; }
    [[nodiscard]] const analysis::SecondsRate& seconds() const noexcept { return m_seconds; }
    [[nodiscard]] const std::vector<analysis::LoggedPacket>& log() const noexcept { return m_log; }
    [[nodiscard]] const std::vector<analysis::PublishedPacket>& sequenced() const noexcept { return m_sequenced; }
    [[nodiscard]] std::uint64_t beyond() const noexcept { return m_beyond; }
    /// Hosts that sent or received every packet: the log is of one of these.
    [[nodiscard]] std::vector<std::uint32_t> hosts() const;

private:
    analysis::EqualPacketWindows m_windows;
    analysis::SecondsRate m_seconds;
    std::size_t m_most;
    std::vector<analysis::LoggedPacket> m_log;
    std::vector<analysis::PublishedPacket> m_sequenced; ///< TCP, for delays
    std::uint64_t m_beyond = 0;
    std::uint64_t m_withAddresses = 0;
    std::unordered_map<std::uint32_t, std::uint64_t> m_hosts; ///< packets of each
};

/// Adds study B's figures and delays to an analysis.
void addLogFigures(std::span<const PacketLogFigures> logs, const analysis::NameBook& names, std::size_t window,
                   PublishedAnalysis& result);

} // namespace millrace::importers
