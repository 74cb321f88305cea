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

/// How nodes are named: as in the record of the run, or by address.
enum class Naming
{
    Nodes,
    Addresses
};

/// Captures for the trace page: the summary with precomputed look-ups. Immutable; read from any thread.
struct Trace
{
    explicit Trace(std::shared_ptr<const analysis::TrafficSummary> read) : owned(std::move(read)), summary(*owned) { }

    std::shared_ptr<const analysis::TrafficSummary> owned;
    const analysis::TrafficSummary& summary;
    std::shared_ptr<const report::RecordedRun> run; ///< run of the captures; none: imported captures
    Naming naming = Naming::Nodes;
    std::vector<analysis::PairTraffic> pairs;
    std::vector<analysis::NodeTraffic> nodes;
    std::vector<std::uint32_t> pairOfFlow; ///< rows of `pairs`
    std::vector<QString> addresses; ///< as text, by row of summary.addresses
    std::vector<QString> names; ///< displayed name of each: the node's name, or the address
    std::vector<std::uint32_t> addressRank; ///< rank of each name
    bool complete = true; ///< false while files are still being read

    /// Range from the first to just after the last packet; empty without packets.
    [[nodiscard]] TimeRange range() const;
    /// Whether any node has a name besides its address.
    [[nodiscard]] bool hasNames() const;
};
/// May take some milliseconds for many flows.
[[nodiscard]] std::shared_ptr<const Trace> makeTrace(analysis::TrafficSummary summary, bool complete,
                                                     std::shared_ptr<const report::RecordedRun> run = {},
                                                     Naming naming = Naming::Nodes);
/// Returns the same trace with other names; shares the summary.
[[nodiscard]] std::shared_ptr<const Trace> renamed(const Trace& trace, Naming naming);

/// Returns the problems of the files and the summary, and packets dropped by the capturing programs. Files of a run's
/// recordings are named by node.
[[nodiscard]] Issues problemsOf(const Trace& trace);
/// Returns the displayed name of a capture: "node0.pcap".
[[nodiscard]] QString captureName(const Trace& trace, const std::string& file);

/// Packets and wire bytes of a flow in a time range, which is widened to whole bins.
struct FlowLoad
{
    std::uint64_t packets = 0;
    std::uint64_t wireBytes = 0;
};
[[nodiscard]] FlowLoad loadOf(const analysis::FlowBins& bins, std::uint32_t flow, TimeRange range);
/// Returns bit/s; unknown for an empty time.
[[nodiscard]] double rateOf(std::uint64_t bytes, std::int64_t nanoseconds);
/// Widens `range` to whole bins, within the trace.
[[nodiscard]] TimeRange snapToBins(const Trace& trace, TimeRange range);

/// Returns the name of an IP protocol: "TCP", "UDP", "ICMP", or its number.
[[nodiscard]] QString protocolText(std::uint8_t protocol, std::uint16_t sourcePort = 0,
                                   std::uint16_t destinationPort = 0);
/// Returns the displayed name of an address, or the address.
[[nodiscard]] QString shownName(const Trace& trace, const std::string& address);
/// Returns TCP flags as text: "SYN ACK".
[[nodiscard]] QString flagsText(std::uint8_t flags);
/// Returns "node0:5000 → node1:80 TCP".
[[nodiscard]] QString flowName(const Trace& trace, std::uint32_t flow);
/// Adds the addresses of named nodes.
[[nodiscard]] QString flowWithAddresses(const Trace& trace, std::uint32_t flow);
/// Returns "node0 → node1".
[[nodiscard]] QString pairName(const Trace& trace, std::uint32_t pair);
/// Returns "node0 (10.77.0.1)": the displayed name, with the address if different.
[[nodiscard]] QString nameWithAddress(const Trace& trace, std::uint32_t address);
/// Returns "node0 (10.77.0.1) → node1 (10.77.0.2)".
[[nodiscard]] QString pairWithAddresses(const Trace& trace, std::uint32_t pair);

} // namespace millrace::ui
