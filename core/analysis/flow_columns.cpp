// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/flow_columns.h"

#include "core/analysis/traffic_views.h"
#include "core/base/text_marks.h"
#include "core/capture/packet.h"

#include <fmt/format.h>

#include <array>

namespace millrace::analysis {

namespace {

constexpr std::array<FlowColumnInfo, flowColumnCount> flowColumnInfos = {{
    {"source", "", ValueKind::Text, false, ""},
    {"source_port", "port", ValueKind::Number, false, ""},
    {"destination", "", ValueKind::Text, false, ""},
    {"destination_port", "port", ValueKind::Number, false, ""},
    {"protocol", "", ValueKind::Text, false, ""},
    {"part", "", ValueKind::Number, true,
     MR_TEXT("FlowColumn", "index of the connection on these addresses and ports, from 0")},
    {"first", "begin", ValueKind::Time, false, MR_TEXT("FlowColumn", "first packet, since the capture's first packet")},
    {"duration", "", ValueKind::Duration, false, MR_TEXT("FlowColumn", "from the first to the last packet")},
    {"packets", "", ValueKind::Count, false, ""},
    {"wire_bytes", "bytes", ValueKind::Bytes, false, MR_TEXT("FlowColumn", "wire bytes")},
    {"ip_bytes", "", ValueKind::Bytes, true, MR_TEXT("FlowColumn", "by the IP headers")},
    {"payload_bytes", "payload", ValueKind::Bytes, false,
     MR_TEXT("FlowColumn", "of TCP and UDP, repetitions included")},
    {"rate", "mean rate", ValueKind::Rate, false, MR_TEXT("FlowColumn", "wire bytes over the duration")},
    {"bursts", "", ValueKind::Count, false, MR_TEXT("FlowColumn", "stretches without a gap longer than the burst gap")},
    {"syn", "", ValueKind::Count, true, MR_TEXT("FlowColumn", "packets with SYN")},
    {"fin", "", ValueKind::Count, true, MR_TEXT("FlowColumn", "packets with FIN")},
    {"rst", "", ValueKind::Count, true, MR_TEXT("FlowColumn", "packets with RST")},
    {"retransmissions", "", ValueKind::Count, false,
     MR_TEXT("FlowColumn", "packets with data, SYN or FIN that had been seen before")},
    {"retransmitted_bytes", "", ValueKind::Bytes, true, MR_TEXT("FlowColumn", "payload that had been seen before")},
    {"out_of_order", "out of order", ValueKind::Count, false,
     MR_TEXT("FlowColumn", "packets that arrived after a later one and are not retransmissions")},
    {"duplicate_acks", "duplicate ACKs", ValueKind::Count, false, MR_TEXT("FlowColumn", "RFC 5681, section 2")},
    {"zero_windows", "zero windows", ValueKind::Count, false,
     MR_TEXT("FlowColumn", "packets that announced a window of 0")},
    {"rtt_samples", "RTT samples", ValueKind::Count, true,
     MR_TEXT("FlowColumn", "segments sent once and acknowledged exactly")},
    {"rtt_min", "RTT min", ValueKind::Latency, false, MR_TEXT("FlowColumn", "as seen where the capture was made")},
    {"rtt_mean", "RTT mean", ValueKind::Latency, false, MR_TEXT("FlowColumn", "as seen where the capture was made")},
    {"rtt_p99", "RTT p99", ValueKind::Latency, false, MR_TEXT("FlowColumn", "within 3.2 % beyond 64 samples")},
    {"rtt_max", "", ValueKind::Latency, true, MR_TEXT("FlowColumn", "as seen where the capture was made")},
    {"flags", "TCP flags", ValueKind::Text, true, MR_TEXT("FlowColumn", "of all packets together")},
    {"dscp", "DSCP", ValueKind::Text, false, MR_TEXT("FlowColumn", "values of all packets (RFC 2474)")},
    {"ect0", "ECT(0)", ValueKind::Count, true,
     MR_TEXT("FlowColumn", "packets of an ECN-capable transport, not marked (RFC 3168)")},
    {"ect1", "ECT(1)", ValueKind::Count, true,
     MR_TEXT("FlowColumn", "packets of an ECN-capable transport, not marked (RFC 3168, 9331)")},
    {"ce", "CE", ValueKind::Count, false, MR_TEXT("FlowColumn", "packets marked as having met congestion (RFC 3168)")},
    {"ce_share", "CE share", ValueKind::Share, false,
     MR_TEXT("FlowColumn", "CE over the packets of an ECN-capable transport")},
    {"ece", "ECE", ValueKind::Count, true, MR_TEXT("FlowColumn", "TCP packets that echo a mark, without SYN")},
    {"cwr", "CWR", ValueKind::Count, true, MR_TEXT("FlowColumn", "TCP packets that answer an echo, without SYN")},
    {"first_time", "", ValueKind::Instant, true, MR_TEXT("FlowColumn", "first packet, since 1970-01-01T00:00:00Z")},
}};

std::string dscpText(std::uint64_t dscps)
{
    std::string text;
    for (unsigned value = 0; value < 64; ++value)
        if ((dscps >> value & 1) != 0)
            text += fmt::format("{}{}", text.empty() ? "" : " ", value);
    return text;
}

} // namespace

const FlowColumnInfo& flowColumn(FlowColumn column) noexcept
{
    return flowColumnInfos[static_cast<std::size_t>(column)];
}

std::int64_t flowInteger(const Flow& flow, FlowColumn column) noexcept
{
    const auto whole = [](std::uint64_t value) { return static_cast<std::int64_t>(value); };
    switch (column) {
    case FlowColumn::Source: return flow.source;
    case FlowColumn::SourcePort: return flow.sourcePort;
    case FlowColumn::Destination: return flow.destination;
    case FlowColumn::DestinationPort: return flow.destinationPort;
    case FlowColumn::Protocol: return flow.protocol;
    case FlowColumn::Part: return flow.part;
    case FlowColumn::First:
    case FlowColumn::FirstTime: return flow.first;
    case FlowColumn::Duration: return flow.duration();
    case FlowColumn::Packets: return whole(flow.packets);
    case FlowColumn::WireBytes: return whole(flow.wireBytes);
    case FlowColumn::IpBytes: return whole(flow.ipBytes);
    case FlowColumn::PayloadBytes: return whole(flow.payloadBytes);
    case FlowColumn::Bursts: return flow.bursts;
    case FlowColumn::Syn: return flow.syns;
    case FlowColumn::Fin: return flow.fins;
    case FlowColumn::Rst: return flow.resets;
    case FlowColumn::Retransmissions: return whole(flow.retransmissions);
    case FlowColumn::RetransmittedBytes: return whole(flow.retransmittedBytes);
    case FlowColumn::OutOfOrder: return whole(flow.outOfOrder);
    case FlowColumn::DuplicateAcks: return whole(flow.duplicateAcks);
    case FlowColumn::ZeroWindows: return whole(flow.zeroWindows);
    case FlowColumn::RttSamples: return whole(flow.rttCount);
    case FlowColumn::Flags: return flow.flagsSeen;
    case FlowColumn::Dscp: return whole(flow.dscps);
    case FlowColumn::Ect0: return whole(flow.ect0);
    case FlowColumn::Ect1: return whole(flow.ect1);
    case FlowColumn::Ce: return whole(flow.ce);
    case FlowColumn::Ece: return whole(flow.congestionEchoes);
    case FlowColumn::Cwr: return whole(flow.windowReductions);
    case FlowColumn::Rate:
    case FlowColumn::RttMinimum:
    case FlowColumn::RttMean:
    case FlowColumn::RttP99:
    case FlowColumn::RttMaximum:
    case FlowColumn::CeShare: break;
    }
    return 0;
}

double flowReal(const Flow& flow, FlowColumn column) noexcept
{
    switch (column) {
    case FlowColumn::Rate:
        return flow.duration() > 0 ? static_cast<double>(flow.wireBytes) * 8e9 / static_cast<double>(flow.duration())
                                   : unknown;
    case FlowColumn::RttMinimum: return flow.rttMinimum;
    case FlowColumn::RttMean: return flow.rttMean;
    case FlowColumn::RttP99: return flow.rttP99;
    case FlowColumn::RttMaximum: return flow.rttMaximum;
    case FlowColumn::CeShare: return flow.ceShare();
    default: return unknown;
    }
}

std::string flowCellText(const TrafficSummary& summary, const Flow& flow, FlowColumn column)
{
    switch (column) {
    case FlowColumn::Source: return summary.addresses[flow.source].text();
    case FlowColumn::Destination: return summary.addresses[flow.destination].text();
    case FlowColumn::Protocol: return protocolText(flow);
    case FlowColumn::Flags: return tcpFlagsText(flow.flagsSeen);
    case FlowColumn::Dscp: return dscpText(flow.dscps);
    default: return {};
    }
}

bool flowKnows(const TrafficSummary& summary, const Flow& flow, FlowColumn column) noexcept
{
    const bool tcp = flow.protocol == capture::ip_protocol::tcp;
    switch (column) {
    case FlowColumn::SourcePort:
    case FlowColumn::DestinationPort: return flow.sourcePort != 0 || flow.destinationPort != 0;
    case FlowColumn::Syn:
    case FlowColumn::Fin:
    case FlowColumn::Rst:
    case FlowColumn::Flags: return tcp;
    // Every packet has a DSCP; only summaries of an older format lack it.
    case FlowColumn::Dscp:
    case FlowColumn::Ect0:
    case FlowColumn::Ect1:
    case FlowColumn::Ce: return flow.dscps != 0;
    case FlowColumn::Ece:
    case FlowColumn::Cwr: return tcp && flow.dscps != 0;
    case FlowColumn::Retransmissions:
    case FlowColumn::RetransmittedBytes:
    case FlowColumn::OutOfOrder:
    case FlowColumn::DuplicateAcks:
    case FlowColumn::ZeroWindows:
    case FlowColumn::RttSamples: return hasOrder(summary, flow);
    default: return true;
    }
}

std::string tcpFlagsText(std::uint8_t flags)
{
    static constexpr std::array names = {"FIN", "SYN", "RST", "PSH", "ACK", "URG", "ECE", "CWR"};
    std::string text;
    for (std::size_t bit = 0; bit < names.size(); ++bit)
        if ((flags >> bit & 1) != 0)
            text += fmt::format("{}{}", text.empty() ? "" : " ", names[bit]);
    return text;
}

} // namespace millrace::analysis
