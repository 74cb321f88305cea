// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/flow_table.h"

#include "ui/base/format.h"

#include <QCoreApplication>

namespace millrace::ui {
namespace {

struct FlowTableText
{
    Q_DECLARE_TR_FUNCTIONS(FlowTable)
};

using analysis::FlowColumn;

QString headingOf(FlowColumn column)
{
    switch (column) {
    case FlowColumn::Source: return FlowTableText::tr("Source");
    case FlowColumn::SourcePort: return FlowTableText::tr("Src port");
    case FlowColumn::Destination: return FlowTableText::tr("Destination");
    case FlowColumn::DestinationPort: return FlowTableText::tr("Dst port");
    case FlowColumn::Protocol: return FlowTableText::tr("Protocol");
    case FlowColumn::Part: return FlowTableText::tr("Connection");
    case FlowColumn::First: return FlowTableText::tr("Start (s)");
    case FlowColumn::Duration: return FlowTableText::tr("Duration (s)");
    case FlowColumn::Packets: return FlowTableText::tr("Packets");
    case FlowColumn::WireBytes: return FlowTableText::tr("Bytes");
    case FlowColumn::IpBytes: return FlowTableText::tr("IP bytes");
    case FlowColumn::PayloadBytes: return FlowTableText::tr("Payload (B)");
    case FlowColumn::Rate: return FlowTableText::tr("Mean rate (Mbit/s)");
    case FlowColumn::Bursts: return FlowTableText::tr("Bursts");
    case FlowColumn::Syn: return FlowTableText::tr("SYN");
    case FlowColumn::Fin: return FlowTableText::tr("FIN");
    case FlowColumn::Rst: return FlowTableText::tr("Resets");
    case FlowColumn::Retransmissions: return FlowTableText::tr("Retrans.");
    case FlowColumn::RetransmittedBytes: return FlowTableText::tr("Retransmitted (B)");
    case FlowColumn::OutOfOrder: return FlowTableText::tr("Out of order");
    case FlowColumn::DuplicateAcks: return FlowTableText::tr("Dup. ACKs");
    case FlowColumn::ZeroWindows: return FlowTableText::tr("Zero windows");
    case FlowColumn::RttSamples: return FlowTableText::tr("RTT samples");
    case FlowColumn::RttMinimum: return FlowTableText::tr("RTT min (ms)");
    case FlowColumn::RttMean: return FlowTableText::tr("RTT mean (ms)");
    case FlowColumn::RttP99: return FlowTableText::tr("RTT p99 (ms)");
    case FlowColumn::RttMaximum: return FlowTableText::tr("RTT max (ms)");
    case FlowColumn::Flags: return FlowTableText::tr("TCP flags");
    case FlowColumn::Dscp: return FlowTableText::tr("DSCP");
    case FlowColumn::Ect0: return FlowTableText::tr("ECT(0)");
    case FlowColumn::Ect1: return FlowTableText::tr("ECT(1)");
    case FlowColumn::Ce: return FlowTableText::tr("CE");
    case FlowColumn::CeShare: return FlowTableText::tr("CE share (%)");
    case FlowColumn::Ece: return FlowTableText::tr("ECE");
    case FlowColumn::Cwr: return FlowTableText::tr("CWR");
    case FlowColumn::FirstTime: break;
    }
    return {};
}

/// The definition, and what the window shows otherwise than other tables.
QString tipOf(FlowColumn column)
{
    QStringList sentences;
    if (const char* how = analysis::flowColumn(column).how; *how != '\0') {
        sentences += QCoreApplication::translate("FlowColumn", how);
        sentences.back()[0] = sentences.back()[0].toUpper();
    }
    if (column == FlowColumn::Packets || column == FlowColumn::WireBytes || column == FlowColumn::Rate)
        sentences += FlowTableText::tr("In the selected time, if one is selected");
    return sentences.join(QStringLiteral(". "));
}

} // namespace

std::vector<TableColumn> FlowTable::makeColumns()
{
    std::vector<TableColumn> columns;
    for (int i = 0; i < ColumnCount; ++i) {
        const auto column = static_cast<FlowColumn>(i);
        const analysis::FlowColumnInfo& info = analysis::flowColumn(column);
        // Columns of ECN are hidden if no packet is marked.
        const bool rare = column == FlowColumn::ZeroWindows || column == FlowColumn::Ce;
        columns.push_back({info.id, headingOf(column), tipOf(column), info.kind, info.detail || rare});
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
