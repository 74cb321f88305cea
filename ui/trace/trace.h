// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/traffic.h"
#include "core/analysis/traffic_views.h"
#include "core/report/recorded_run.h"
#include "ui/plots/time_range.h"

#include <QString>

#include <memory>

namespace millrace::ui {

/// What nodes are called: by the names that the record of the run has for them, or by their addresses.
enum class Naming
{
    Nodes,
    Addresses
};

/// Captures as the trace page shows them: the summary with all that is looked up again and again. Never changes once
/// made; read from any thread.
struct Trace
{
    explicit Trace(std::shared_ptr<const analysis::TrafficSummary> read) : owned(std::move(read)), summary(*owned) { }

    std::shared_ptr<const analysis::TrafficSummary> owned;
    const analysis::TrafficSummary& summary;
    std::shared_ptr<const report::RecordedRun> run; ///< that the captures were recorded in; none: of other places
    Naming naming = Naming::Nodes;
    std::vector<analysis::PairTraffic> pairs;
    std::vector<analysis::NodeTraffic> nodes;
    std::vector<std::uint32_t> pairOfFlow; ///< rows of `pairs`
    std::vector<QString> addresses; ///< as text, by row of summary.addresses
    std::vector<QString> names; ///< what is shown for each: the node's name, or the address
    std::vector<std::uint32_t> addressRank; ///< the place of each name in their order
    bool complete = true; ///< false while files are still being read

    /// From the first to just after the last packet; empty without packets.
    [[nodiscard]] TimeRange range() const;
    /// Whether any node has a name that could be shown instead of its address.
    [[nodiscard]] bool hasNames() const;
};
/// May take some milliseconds for many flows.
[[nodiscard]] std::shared_ptr<const Trace> makeTrace(analysis::TrafficSummary summary, bool complete,
                                                     std::shared_ptr<const report::RecordedRun> run = {},
                                                     Naming naming = Naming::Nodes);
/// The same trace with other names; shares the summary.
[[nodiscard]] std::shared_ptr<const Trace> renamed(const Trace& trace, Naming naming);

/// What was found wrong with the files and the summary, and packets that the capturing programs missed. Files of a
/// run's recordings are called by their nodes.
[[nodiscard]] Issues problemsOf(const Trace& trace);
/// The name of a capture for people: "node0.pcap".
[[nodiscard]] QString captureName(const Trace& trace, const std::string& file);

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
/// The name that is shown for an address as text; itself where there is none.
[[nodiscard]] QString shownName(const Trace& trace, const std::string& address);
/// TCP flags as letters: "SYN ACK".
[[nodiscard]] QString flagsText(std::uint8_t flags);
/// "node0:5000 → node1:80 TCP".
[[nodiscard]] QString flowName(const Trace& trace, std::uint32_t flow);
/// The same with the addresses of named nodes.
[[nodiscard]] QString flowWithAddresses(const Trace& trace, std::uint32_t flow);
/// "node0 → node1".
[[nodiscard]] QString pairName(const Trace& trace, std::uint32_t pair);
/// "node0 (10.77.0.1)": the name that is shown, with the address where they differ.
[[nodiscard]] QString nameWithAddress(const Trace& trace, std::uint32_t address);
/// "node0 (10.77.0.1) → node1 (10.77.0.2)".
[[nodiscard]] QString pairWithAddresses(const Trace& trace, std::uint32_t pair);

} // namespace millrace::ui
