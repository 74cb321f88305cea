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

using analysis::FlowColumn;

QString headingOf(FlowColumn column)
{
    switch (column) {
    case FlowColumn::Source: return FlowTableWords::tr("Source");
    case FlowColumn::SourcePort: return FlowTableWords::tr("Src port");
    case FlowColumn::Destination: return FlowTableWords::tr("Destination");
    case FlowColumn::DestinationPort: return FlowTableWords::tr("Dst port");
    case FlowColumn::Protocol: return FlowTableWords::tr("Protocol");
    case FlowColumn::Part: return FlowTableWords::tr("Connection");
    case FlowColumn::First: return FlowTableWords::tr("Start (s)");
    case FlowColumn::Duration: return FlowTableWords::tr("Duration (s)");
    case FlowColumn::Packets: return FlowTableWords::tr("Packets");
    case FlowColumn::WireBytes: return FlowTableWords::tr("Bytes");
    case FlowColumn::IpBytes: return FlowTableWords::tr("IP bytes");
    case FlowColumn::PayloadBytes: return FlowTableWords::tr("Payload (B)");
    case FlowColumn::Rate: return FlowTableWords::tr("Mean rate (Mbit/s)");
    case FlowColumn::Bursts: return FlowTableWords::tr("Bursts");
    case FlowColumn::Syn: return FlowTableWords::tr("SYN");
    case FlowColumn::Fin: return FlowTableWords::tr("FIN");
    case FlowColumn::Rst: return FlowTableWords::tr("Resets");
    case FlowColumn::Retransmissions: return FlowTableWords::tr("Retrans.");
    case FlowColumn::RetransmittedBytes: return FlowTableWords::tr("Retransmitted (B)");
    case FlowColumn::OutOfOrder: return FlowTableWords::tr("Out of order");
    case FlowColumn::DuplicateAcks: return FlowTableWords::tr("Dup. ACKs");
    case FlowColumn::ZeroWindows: return FlowTableWords::tr("Zero windows");
    case FlowColumn::RttSamples: return FlowTableWords::tr("RTT samples");
    case FlowColumn::RttMinimum: return FlowTableWords::tr("RTT min (ms)");
    case FlowColumn::RttMean: return FlowTableWords::tr("RTT mean (ms)");
    case FlowColumn::RttP99: return FlowTableWords::tr("RTT p99 (ms)");
    case FlowColumn::RttMaximum: return FlowTableWords::tr("RTT max (ms)");
    case FlowColumn::Flags: return FlowTableWords::tr("TCP flags");
    case FlowColumn::Dscp: return FlowTableWords::tr("DSCP");
    case FlowColumn::Ect0: return FlowTableWords::tr("ECT(0)");
    case FlowColumn::Ect1: return FlowTableWords::tr("ECT(1)");
    case FlowColumn::Ce: return FlowTableWords::tr("CE");
    case FlowColumn::CeShare: return FlowTableWords::tr("CE share (%)");
    case FlowColumn::Ece: return FlowTableWords::tr("ECE");
    case FlowColumn::Cwr: return FlowTableWords::tr("CWR");
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
        sentences += FlowTableWords::tr("In the selected time, if one is selected");
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
