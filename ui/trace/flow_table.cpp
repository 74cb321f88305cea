// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/flow_table.h"

#include "ui/base/format.h"

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

using analysis::FlowColumn;

struct ColumnWords
{
    QString heading;
    QString tip;
};

ColumnWords identityWords(FlowColumn column)
{
    switch (column) {
    case FlowColumn::Source: return {FlowTableWords::tr("Source"), FlowTableWords::tr("Address of the sender")};
    case FlowColumn::SourcePort: return {FlowTableWords::tr("Src port"), FlowTableWords::tr("Port of the sender")};
    case FlowColumn::Destination:
        return {FlowTableWords::tr("Destination"), FlowTableWords::tr("Address of the receiver")};
    case FlowColumn::DestinationPort:
        return {FlowTableWords::tr("Dst port"), FlowTableWords::tr("Port of the receiver")};
    case FlowColumn::Protocol: return {FlowTableWords::tr("Protocol"), {}};
    case FlowColumn::Part:
        return {FlowTableWords::tr("Connection"),
                FlowTableWords::tr("Index of the connection on these addresses and ports, from 0")};
    case FlowColumn::First:
        return {FlowTableWords::tr("Start (s)"),
                FlowTableWords::tr("First packet, since the first packet of the capture")};
    case FlowColumn::Duration:
        return {FlowTableWords::tr("Duration (s)"), FlowTableWords::tr("From the first to the last packet")};
    case FlowColumn::Flags: return {FlowTableWords::tr("TCP flags"), FlowTableWords::tr("Of all packets together")};
    case FlowColumn::Syn: return {FlowTableWords::tr("SYN"), FlowTableWords::tr("Packets with SYN")};
    case FlowColumn::Fin: return {FlowTableWords::tr("FIN"), FlowTableWords::tr("Packets with FIN")};
    case FlowColumn::Rst: return {FlowTableWords::tr("Resets"), FlowTableWords::tr("Packets with RST")};
    default: return {};
    }
}

ColumnWords volumeWords(FlowColumn column)
{
    switch (column) {
    case FlowColumn::Packets: return {FlowTableWords::tr("Packets"), inTime()};
    case FlowColumn::WireBytes:
        return {FlowTableWords::tr("Bytes"), FlowTableWords::tr("On the wire, link header included. %1").arg(inTime())};
    case FlowColumn::IpBytes: return {FlowTableWords::tr("IP bytes"), FlowTableWords::tr("By the IP headers")};
    case FlowColumn::PayloadBytes:
        return {FlowTableWords::tr("Payload (B)"),
                FlowTableWords::tr("Bytes of TCP or UDP payload, of the whole flow")};
    case FlowColumn::Rate:
        return {FlowTableWords::tr("Mean rate (Mbit/s)"),
                FlowTableWords::tr("Bytes on the wire by the duration, or by the selected time")};
    case FlowColumn::Bursts:
        return {FlowTableWords::tr("Bursts"), FlowTableWords::tr("Stretches without a longer silence")};
    case FlowColumn::Dscp:
        return {FlowTableWords::tr("DSCP"), FlowTableWords::tr("Values in the IP headers of all packets")};
    case FlowColumn::Ect0:
        return {FlowTableWords::tr("ECT(0)"), FlowTableWords::tr("Packets of an ECN-capable transport, not marked")};
    case FlowColumn::Ect1:
        return {FlowTableWords::tr("ECT(1)"), FlowTableWords::tr("Packets of an ECN-capable transport, not marked")};
    case FlowColumn::Ce:
        return {FlowTableWords::tr("CE"), FlowTableWords::tr("Packets that a switch marked because of congestion")};
    case FlowColumn::CeShare:
        return {FlowTableWords::tr("CE share (%)"),
                FlowTableWords::tr("CE over the packets of an ECN-capable transport")};
    default: return {};
    }
}

ColumnWords orderWords(FlowColumn column)
{
    switch (column) {
    case FlowColumn::Retransmissions:
        return {FlowTableWords::tr("Retrans."),
                FlowTableWords::tr("Data packets whose first byte had been seen before; of the whole flow")};
    case FlowColumn::RetransmittedBytes:
        return {FlowTableWords::tr("Retransmitted (B)"), FlowTableWords::tr("Payload that had been seen before")};
    case FlowColumn::OutOfOrder:
        return {FlowTableWords::tr("Out of order"), FlowTableWords::tr("Data packets that filled a hole")};
    case FlowColumn::DuplicateAcks:
        return {FlowTableWords::tr("Dup. ACKs"), FlowTableWords::tr("Duplicate acknowledgements (RFC 5681)")};
    case FlowColumn::ZeroWindows:
        return {FlowTableWords::tr("Zero windows"), FlowTableWords::tr("Packets that announced a window of 0")};
    case FlowColumn::RttSamples:
        return {FlowTableWords::tr("RTT samples"), FlowTableWords::tr("Segments sent once and acknowledged exactly")};
    case FlowColumn::RttMinimum:
        return {FlowTableWords::tr("RTT min (ms)"),
                FlowTableWords::tr("Smallest round-trip time, seen at the capture point")};
    case FlowColumn::RttMean: return {FlowTableWords::tr("RTT mean (ms)"), {}};
    case FlowColumn::RttP99:
        return {FlowTableWords::tr("RTT p99 (ms)"), FlowTableWords::tr("99 % of the samples are not larger")};
    case FlowColumn::RttMaximum: return {FlowTableWords::tr("RTT max (ms)"), {}};
    case FlowColumn::Ece:
        return {FlowTableWords::tr("ECE"), FlowTableWords::tr("TCP packets that echo a CE mark, without SYN")};
    case FlowColumn::Cwr:
        return {FlowTableWords::tr("CWR"), FlowTableWords::tr("TCP packets that answer an echo, without SYN")};
    default: return {};
    }
}

ColumnWords wordsOf(FlowColumn column)
{
    for (const auto words : {identityWords, volumeWords, orderWords})
        if (ColumnWords found = words(column); !found.heading.isEmpty())
            return found;
    return {};
}

} // namespace

std::vector<TableColumn> FlowTable::makeColumns()
{
    std::vector<TableColumn> columns;
    for (int i = 0; i < ColumnCount; ++i) {
        const auto column = static_cast<FlowColumn>(i);
        const analysis::FlowColumnInfo& info = analysis::flowColumn(column);
        ColumnWords words = wordsOf(column);
        // Where nothing is marked, columns of ECN would only be in the way.
        const bool rare = column == FlowColumn::ZeroWindows || column == FlowColumn::Ce;
        columns.push_back({info.id, std::move(words.heading), std::move(words.tip), info.kind, info.detail || rare});
    }
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
    case DestinationColumn: return rankOf(one.destination);
    case PacketsColumn: return static_cast<std::int64_t>(m_loads.empty() ? one.packets : m_loads[row].packets);
    case BytesColumn: return static_cast<std::int64_t>(m_loads.empty() ? one.wireBytes : m_loads[row].wireBytes);
    default: return analysis::flowInteger(one, static_cast<FlowColumn>(column));
    }
}

double FlowTable::real(std::uint32_t row, int column) const
{
    if (column == RateColumn && !m_loads.empty())
        return rateOf(m_loads[row].wireBytes, m_time->length());
    return analysis::flowReal(flow(row), static_cast<FlowColumn>(column));
}

QString FlowTable::words(std::uint32_t row, int column) const
{
    const analysis::Flow& one = flow(row);
    switch (column) {
    case SourceColumn: return addressText(one.source);
    case DestinationColumn: return addressText(one.destination);
    case ProtocolColumn: return protocolText(one.protocol, one.sourcePort, one.destinationPort);
    default: return toQString(analysis::flowCellText(trace().summary, one, static_cast<FlowColumn>(column)));
    }
}

RowIdentity FlowTable::identity(std::uint32_t row) const
{
    const analysis::Flow& one = flow(row);
    return {one.source, one.destination, one.sourcePort, one.destinationPort, one.protocol, one.flagsSeen};
}

} // namespace millrace::ui
