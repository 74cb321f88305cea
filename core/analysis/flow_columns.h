// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/traffic.h"

#include <span>
#include <string>

namespace millrace::analysis {

/// Representation of the values of a column of packets, flows or pairs.
enum class ValueKind : std::uint8_t
{
    Text,
    Number, ///< identifies something: ports, sequence numbers
    Count,
    Bytes,
    Time, ///< nanoseconds since the epoch, shown in seconds since the first packet
    Instant, ///< nanoseconds since the epoch, shown as such
    Duration, ///< nanoseconds
    Rate, ///< bit/s
    Latency, ///< seconds
    Share ///< of 1
};
/// Rates, latencies and shares are real numbers; all others are integers.
[[nodiscard]] constexpr bool isReal(ValueKind kind) noexcept
{
    return kind == ValueKind::Rate || kind == ValueKind::Latency || kind == ValueKind::Share;
}

/// The columns of a table of flows, in their order.
enum class FlowColumn : std::uint8_t
{
    Source,
    SourcePort,
    Destination,
    DestinationPort,
    Protocol,
    Part,
    First,
    Duration,
    Packets,
    WireBytes,
    IpBytes,
    PayloadBytes,
    Rate,
    Bursts,
    Syn,
    Fin,
    Rst,
    Retransmissions,
    RetransmittedBytes,
    OutOfOrder,
    DuplicateAcks,
    ZeroWindows,
    RttSamples,
    RttMinimum,
    RttMean,
    RttP99,
    RttMaximum,
    Flags,
    Dscp,
    Ect0,
    Ect1,
    Ce,
    CeShare,
    Ece,
    Cwr,
    FirstTime ///< only in files
};
constexpr int flowColumnCount = static_cast<int>(FlowColumn::FirstTime) + 1;

/// Description of a column in every table of flows; the window, the command line, CSV, JSON and filters share the id.
struct FlowColumnInfo
{
    const char* id;
    const char* label; ///< display name; empty: the id
    ValueKind kind;
    bool detail; ///< in files, and in the window when it is asked for
    const char* how; ///< may be empty; marked for translation in the context "FlowColumn"
};
[[nodiscard]] const FlowColumnInfo& flowColumn(FlowColumn column) noexcept;

/// Of integers; addresses are rows in TrafficSummary::addresses, flags and DSCPs bits.
[[nodiscard]] std::int64_t flowInteger(const Flow& flow, FlowColumn column) noexcept;
/// Of columns with isReal(); NaN: unknown.
[[nodiscard]] double flowReal(const Flow& flow, FlowColumn column) noexcept;
/// Of ValueKind::Text.
[[nodiscard]] std::string flowCellText(const TrafficSummary& summary, const Flow& flow, FlowColumn column);
/// Whether an integer or a text is meaningful: packets without ports have none, UDP has no retransmissions.
[[nodiscard]] bool flowKnows(const TrafficSummary& summary, const Flow& flow, FlowColumn column) noexcept;

/// TCP flags as letters: "SYN ACK".
[[nodiscard]] std::string tcpFlagsText(std::uint8_t flags);

} // namespace millrace::analysis
