// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/flumen/published_delay.h"
#include "core/studies/flumen/published_rates.h"
#include "core/studies/published_analysis.h"

#include <span>
#include <unordered_map>
#include <vector>

namespace millrace::studies::flumen {

/// What the study's scripts see of one file, collected while reading it. Packets with unknown payload do not count.
class PacketLogFigures
{
public:
    PacketLogFigures(std::uint64_t skip, std::size_t window, std::size_t mostPackets)
        : m_windows(skip, window), m_most(mostPackets)
    {
    }

    void add(std::span<const importers::PacketRecord> packets);

    [[nodiscard]] const EqualPacketWindows& windows() const noexcept { return m_windows; }
    [[nodiscard]] const SecondsRate& seconds() const noexcept { return m_seconds; }
    [[nodiscard]] const std::vector<LoggedPacket>& log() const noexcept { return m_log; }
    [[nodiscard]] const std::vector<importers::PacketRecord>& sequenced() const noexcept { return m_sequenced; }
    [[nodiscard]] std::uint64_t beyond() const noexcept { return m_beyond; }
    /// Hosts that sent or received every packet: the log belongs to one of them.
    [[nodiscard]] std::vector<std::uint32_t> hosts() const;

private:
    EqualPacketWindows m_windows;
    SecondsRate m_seconds;
    std::size_t m_most;
    std::vector<LoggedPacket> m_log;
    std::vector<importers::PacketRecord> m_sequenced; ///< TCP, for delays
    std::uint64_t m_beyond = 0;
    std::uint64_t m_withAddresses = 0;
    std::unordered_map<std::uint32_t, std::uint64_t> m_hosts; ///< packets of each
};

/// Parameters of the study's scripts.
[[nodiscard]] LoggedPacket loggedPacket(const importers::PacketRecord& packet) noexcept;

struct PublishedLogOptions
{
    std::uint64_t skip = 0; ///< packets that windows skip at the beginning
    std::size_t window = 30; ///< packets in a window
    /// Packets of each file kept in memory for burst windows, synchronised rates and delays; the rest is counted
    /// ("packets-beyond").
    std::size_t mostPackets = 500'000;
};

/// Rates by packet windows and by seconds, bursts and delays, computed as the study's scripts do; subjects are files.
class LogEstimators final : public PublishedEstimators
{
public:
    /// `names` must outlive it.
    explicit LogEstimators(const importers::NameBook& names, PublishedLogOptions options = {})
        : m_names(names), m_options(options)
    {
    }

    void addOfFile(std::size_t file, std::span<const importers::PacketRecord> packets) override;
    [[nodiscard]] Result<void> finish(const PublishedRequest& request, std::vector<PublishedFile>& files,
                                      const JobContext& job) override;
    [[nodiscard]] PublishedSection section() const override;

    // After finish().
    report::PublishedFigures figures;
    std::vector<FlowDelay> delays;

private:
    void addSynced(const std::vector<PublishedFile>& files);
    void addDelays();

    const importers::NameBook& m_names;
    PublishedLogOptions m_options;
    std::vector<PacketLogFigures> m_logs; ///< of the files
};

} // namespace millrace::studies::flumen
