// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/traffic.h"
#include "core/analysis/traffic_views.h"
#include "ui/plots/time_range.h"

#include <QString>

#include <memory>

namespace millrace::ui {

/// Captures as the trace page shows them: the summary with all that is looked up again and again. Never changes once
/// made; read from any thread.
struct Trace
{
    analysis::TrafficSummary summary;
    std::vector<analysis::PairTraffic> pairs;
    std::vector<analysis::NodeTraffic> nodes;
    std::vector<std::uint32_t> pairOfFlow; ///< rows of `pairs`
    std::vector<QString> addresses; ///< as text, by row of summary.addresses
    std::vector<std::uint32_t> addressRank; ///< the place of each address in their order
    bool complete = true; ///< false while files are still being read

    /// From the first to just after the last packet; empty without packets.
    [[nodiscard]] TimeRange range() const;
};
/// May take some milliseconds for many flows.
[[nodiscard]] std::shared_ptr<const Trace> makeTrace(analysis::TrafficSummary summary, bool complete);

/// What was found wrong with the files and the summary, and packets that the capturing programs missed.
[[nodiscard]] Issues problemsOf(const analysis::TrafficSummary& summary);

/// Packets and wire bytes of a flow in a stretch of time, which is widened to whole bins.
struct FlowLoad
{
    std::uint64_t packets = 0;
    std::uint64_t wireBytes = 0;
};
[[nodiscard]] FlowLoad loadOf(const analysis::FlowBins& bins, std::uint32_t flow, TimeRange range);
/// bit/s; unknown over no time.
[[nodiscard]] double rateOf(std::uint64_t bytes, std::int64_t nanoseconds);
/// `range`, begun and ended where bins do, inside of what the trace has.
[[nodiscard]] TimeRange snapToBins(const Trace& trace, TimeRange range);

/// The name of an IP protocol: "TCP", "UDP", "ICMP", or its number.
[[nodiscard]] QString protocolText(std::uint8_t protocol, std::uint16_t sourcePort = 0,
                                   std::uint16_t destinationPort = 0);
/// TCP flags as letters: "SYN ACK".
[[nodiscard]] QString flagsText(std::uint8_t flags);
/// "10.0.0.1:5000 → 10.0.0.2:80 TCP".
[[nodiscard]] QString flowName(const Trace& trace, std::uint32_t flow);
/// "10.0.0.1 → 10.0.0.2".
[[nodiscard]] QString pairName(const Trace& trace, std::uint32_t pair);

} // namespace millrace::ui
