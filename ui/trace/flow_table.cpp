// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/flow_table.h"

#include "core/base/unknown.h"

#include <QCoreApplication>

namespace millrace::ui {
namespace {

struct FlowTableWords
{
    Q_DECLARE_TR_FUNCTIONS(FlowTable)
};

QString inTime()
{
    return FlowTableWords::tr("In the selected time, if one is selected");
}

std::vector<TableColumn> identityColumns()
{
    return {
        {"source", FlowTableWords::tr("Source"), FlowTableWords::tr("Address of the sender"), ValueKind::Text},
        {"sport", FlowTableWords::tr("Src port"), FlowTableWords::tr("Port of the sender"), ValueKind::Number},
        {"destination", FlowTableWords::tr("Destination"), FlowTableWords::tr("Address of the receiver"),
         ValueKind::Text},
        {"dport", FlowTableWords::tr("Dst port"), FlowTableWords::tr("Port of the receiver"), ValueKind::Number},
        {"protocol", FlowTableWords::tr("Protocol"), {}, ValueKind::Text},
        {"part", FlowTableWords::tr("Connection"),
         FlowTableWords::tr("The how manieth connection on these ports, from 0"), ValueKind::Number, true},
    };
}

std::vector<TableColumn> volumeColumns()
{
    return {
        {"start", FlowTableWords::tr("Start (s)"),
         FlowTableWords::tr("First packet, since the first packet of the capture"), ValueKind::Time},
        {"duration", FlowTableWords::tr("Duration (s)"), FlowTableWords::tr("From the first to the last packet"),
         ValueKind::Duration},
        {"packets", FlowTableWords::tr("Packets"), inTime(), ValueKind::Count},
        {"bytes", FlowTableWords::tr("Bytes"),
         FlowTableWords::tr("On the wire, link header included. %1").arg(inTime()), ValueKind::Bytes},
        {"rate", FlowTableWords::tr("Mean rate (Mbit/s)"),
         FlowTableWords::tr("Bytes on the wire by the duration, or by the selected time"), ValueKind::Rate},
        {"payload", FlowTableWords::tr("Payload (B)"),
         FlowTableWords::tr("Bytes of TCP or UDP payload, of the whole flow"), ValueKind::Bytes},
    };
}

std::vector<TableColumn> qualityColumns()
{
    return {
        {"retransmissions", FlowTableWords::tr("Retrans."),
         FlowTableWords::tr("Data packets whose first byte had been seen before; of the whole flow"), ValueKind::Count},
        {"retransmitted", FlowTableWords::tr("Retransmitted (B)"),
         FlowTableWords::tr("Payload that had been seen before"), ValueKind::Bytes, true},
        {"outoforder", FlowTableWords::tr("Out of order"), FlowTableWords::tr("Data packets that filled a hole"),
         ValueKind::Count},
        {"dupacks", FlowTableWords::tr("Dup. ACKs"), FlowTableWords::tr("Duplicate acknowledgements (RFC 5681)"),
         ValueKind::Count},
        {"zerowindows", FlowTableWords::tr("Zero windows"), FlowTableWords::tr("Packets that announced a window of 0"),
         ValueKind::Count, true},
        {"rtt_min", FlowTableWords::tr("RTT min (ms)"),
         FlowTableWords::tr("Smallest round-trip time, seen at the capture point"), ValueKind::Latency},
        {"rtt_mean", FlowTableWords::tr("RTT mean (ms)"), {}, ValueKind::Latency},
        {"rtt_p99", FlowTableWords::tr("RTT p99 (ms)"), FlowTableWords::tr("99 % of the samples are not larger"),
         ValueKind::Latency},
        {"rtt_max", FlowTableWords::tr("RTT max (ms)"), {}, ValueKind::Latency, true},
        {"rtt_samples", FlowTableWords::tr("RTT samples"),
         FlowTableWords::tr("Segments sent once and acknowledged exactly"), ValueKind::Count, true},
        {"bursts", FlowTableWords::tr("Bursts"), FlowTableWords::tr("Stretches without a longer silence"),
         ValueKind::Count},
        {"flags", FlowTableWords::tr("TCP flags"), FlowTableWords::tr("Of all packets together"), ValueKind::Text,
         true},
        {"resets", FlowTableWords::tr("Resets"), FlowTableWords::tr("Packets with RST"), ValueKind::Count, true},
    };
}

} // namespace

std::vector<TableColumn> FlowTable::makeColumns()
{
    std::vector<TableColumn> columns = identityColumns();
    for (auto make : {volumeColumns, qualityColumns})
        for (TableColumn& column : make())
            columns.push_back(std::move(column));
    return columns;
}

FlowTable::FlowTable(std::shared_ptr<const Trace> shared, const TraceFocus& focus)
    : TraceTable(std::move(shared)), m_time(timeInFocus(trace(), focus)),
      m_inFocus(flowsInFocus(trace(), focus, TraceFocus::Kind::Flows))
{
    if (!m_time)
        return;
    m_loads.resize(rowCount());
    for (std::uint32_t row = 0; row < rowCount(); ++row) {
        if (m_inFocus[row] == 0)
            continue;
        m_loads[row] = loadOf(trace().summary.bins, row, *m_time);
        m_inFocus[row] = m_loads[row].packets > 0 ? 1 : 0;
    }
}

std::int64_t FlowTable::integer(std::uint32_t row, int column) const
{
    const analysis::Flow& one = flow(row);
    switch (column) {
    case SourceColumn: return rankOf(one.source);
    case SourcePortColumn: return one.sourcePort;
    case DestinationColumn: return rankOf(one.destination);
    case DestinationPortColumn: return one.destinationPort;
    case ProtocolColumn: return one.protocol;
    case PartColumn: return one.part;
    case StartColumn: return one.first;
    case DurationColumn: return one.duration();
    case PacketsColumn: return static_cast<std::int64_t>(m_loads.empty() ? one.packets : m_loads[row].packets);
    case BytesColumn: return static_cast<std::int64_t>(m_loads.empty() ? one.wireBytes : m_loads[row].wireBytes);
    case PayloadColumn: return static_cast<std::int64_t>(one.payloadBytes);
    case RetransmissionsColumn: return static_cast<std::int64_t>(one.retransmissions);
    case RetransmittedColumn: return static_cast<std::int64_t>(one.retransmittedBytes);
    case OutOfOrderColumn: return static_cast<std::int64_t>(one.outOfOrder);
    case DuplicateAcksColumn: return static_cast<std::int64_t>(one.duplicateAcks);
    case ZeroWindowsColumn: return static_cast<std::int64_t>(one.zeroWindows);
    case RttSamplesColumn: return static_cast<std::int64_t>(one.rttCount);
    case BurstsColumn: return one.bursts;
    case FlagsColumn: return one.flagsSeen;
    case ResetsColumn: return one.resets;
    default: return 0;
    }
}

double FlowTable::real(std::uint32_t row, int column) const
{
    const analysis::Flow& one = flow(row);
    switch (column) {
    case RateColumn:
        return m_loads.empty() ? rateOf(one.wireBytes, one.duration())
                               : rateOf(m_loads[row].wireBytes, m_time->length());
    case RttMinimumColumn: return one.rttMinimum;
    case RttMeanColumn: return one.rttMean;
    case RttP99Column: return one.rttP99;
    case RttMaximumColumn: return one.rttMaximum;
    default: return unknown;
    }
}

QString FlowTable::words(std::uint32_t row, int column) const
{
    const analysis::Flow& one = flow(row);
    switch (column) {
    case SourceColumn: return addressText(one.source);
    case DestinationColumn: return addressText(one.destination);
    case ProtocolColumn: return protocolText(one.protocol, one.sourcePort, one.destinationPort);
    case FlagsColumn: return flagsText(one.flagsSeen);
    default: return {};
    }
}

RowIdentity FlowTable::identity(std::uint32_t row) const
{
    const analysis::Flow& one = flow(row);
    return {one.source, one.destination, one.sourcePort, one.destinationPort, one.protocol, one.flagsSeen};
}

} // namespace millrace::ui
