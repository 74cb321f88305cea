// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/traffic.h"

#include <span>
#include <string>

namespace millrace::analysis {

/// How the values of a column of packets, flows or pairs are kept.
enum class ValueKind : std::uint8_t
{
    Text,
    Number, ///< tells things apart: ports, sequence numbers
    Count,
    Bytes,
    Time, ///< nanoseconds since the epoch, shown in seconds since the first packet
    Instant, ///< nanoseconds since the epoch, shown as such
    Duration, ///< nanoseconds
    Rate, ///< bit/s
    Latency, ///< seconds
    Share ///< of 1
};
/// Rates, latencies and shares are real numbers; all else is whole.
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
    FirstTime ///< in files only
};
constexpr int flowColumnCount = static_cast<int>(FlowColumn::FirstTime) + 1;

/// What every table of flows says of a column; the window, the command line, CSV, JSON and filters share the id.
struct FlowColumnInfo
{
    const char* id;
    const char* label; ///< for people; empty: the id
    ValueKind kind;
    bool detail; ///< in files, and in the window when it is asked for
    const char* how;
};
[[nodiscard]] const FlowColumnInfo& flowColumn(FlowColumn column) noexcept;

/// Of whole numbers; addresses are rows in TrafficSummary::addresses, flags and DSCPs bits.
[[nodiscard]] std::int64_t flowInteger(const Flow& flow, FlowColumn column) noexcept;
/// Of columns with isReal(); NaN: unknown.
[[nodiscard]] double flowReal(const Flow& flow, FlowColumn column) noexcept;
/// Of ValueKind::Text.
[[nodiscard]] std::string flowCellText(const TrafficSummary& summary, const Flow& flow, FlowColumn column);
/// Whether a whole number or a text means anything: packets without ports have none, UDP has no retransmissions.
[[nodiscard]] bool flowKnows(const TrafficSummary& summary, const Flow& flow, FlowColumn column) noexcept;

/// TCP flags as letters: "SYN ACK".
[[nodiscard]] std::string tcpFlagsText(std::uint8_t flags);

} // namespace millrace::analysis
