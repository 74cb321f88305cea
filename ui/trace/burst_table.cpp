// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/burst_table.h"

#include "core/base/unknown.h"

#include <QCoreApplication>

namespace millrace::ui {
namespace {

struct BurstTableText
{
    Q_DECLARE_TR_FUNCTIONS(BurstTable)
};

} // namespace

std::vector<TableColumn> BurstTable::makeColumns()
{
    return {
        {"source", BurstTableText::tr("Source"), BurstTableText::tr("Address of the sender"), ValueKind::Text},
        {"source_port", BurstTableText::tr("Src port"), BurstTableText::tr("Port of the sender"), ValueKind::Number},
        {"destination", BurstTableText::tr("Destination"), BurstTableText::tr("Address of the receiver"),
         ValueKind::Text},
        {"destination_port", BurstTableText::tr("Dst port"), BurstTableText::tr("Port of the receiver"),
         ValueKind::Number},
        {"protocol", BurstTableText::tr("Protocol"), {}, ValueKind::Text},
        {"first", BurstTableText::tr("Start (s)"),
         BurstTableText::tr("First packet, since the first packet of the capture"), ValueKind::Time},
        {"duration", BurstTableText::tr("Duration (s)"), BurstTableText::tr("From the first to the last packet"),
         ValueKind::Duration},
        {"packets", BurstTableText::tr("Packets"), BurstTableText::tr("Of the whole burst"), ValueKind::Count},
        {"wire_bytes", BurstTableText::tr("Bytes"), BurstTableText::tr("On the wire, link header included"),
         ValueKind::Bytes},
        {"rate", BurstTableText::tr("Rate (Mbit/s)"),
         BurstTableText::tr("Bytes by the duration; unknown for a single packet"), ValueKind::Rate},
        {"gap_before", BurstTableText::tr("Gap before (ms)"),
         BurstTableText::tr("Silence of the flow before the burst; unknown for the first"), ValueKind::Latency},
    };
}

BurstTable::BurstTable(std::shared_ptr<const Trace> shared, const TraceFocus& focus)
    : TraceTable(std::move(shared)),
      m_time(focus.kind == TraceFocus::Kind::Bursts ? focus.time : timeInFocus(trace(), focus)),
      m_flows(flowsInFocus(trace(), focus, TraceFocus::Kind::Bursts))
{
}

bool BurstTable::isInFocus(std::uint32_t row) const
{
    const analysis::Burst& one = burst(row);
    return m_flows[one.flow] != 0 && (!m_time || (one.first < m_time->end && one.last >= m_time->begin));
}

std::int64_t BurstTable::integer(std::uint32_t row, int column) const
{
    const analysis::Burst& one = burst(row);
    switch (column) {
    case SourceColumn: return rankOf(flowOf(row).source);
    case SourcePortColumn: return flowOf(row).sourcePort;
    case DestinationColumn: return rankOf(flowOf(row).destination);
    case DestinationPortColumn: return flowOf(row).destinationPort;
    case ProtocolColumn: return flowOf(row).protocol;
    case StartColumn: return one.first;
    case DurationColumn: return one.last - one.first;
    case PacketsColumn: return one.packets;
    case BytesColumn: return static_cast<std::int64_t>(one.wireBytes);
    default: return 0;
    }
}

double BurstTable::real(std::uint32_t row, int column) const
{
    const analysis::Burst& one = burst(row);
    if (column == RateColumn)
        return one.last > one.first
            ? static_cast<double>(one.wireBytes) * 8e9 / static_cast<double>(one.last - one.first)
            : unknown;
    if (column != GapColumn || row == 0)
        return unknown;
    const analysis::Burst& before = burst(row - 1);
    return before.flow == one.flow ? static_cast<double>(one.first - before.last) * 1e-9 : unknown;
}

QString BurstTable::words(std::uint32_t row, int column) const
{
    const analysis::Flow& flow = flowOf(row);
    switch (column) {
    case SourceColumn: return addressText(flow.source);
    case DestinationColumn: return addressText(flow.destination);
    case ProtocolColumn: return protocolText(flow.protocol, flow.sourcePort, flow.destinationPort);
    default: return {};
    }
}

RowIdentity BurstTable::identity(std::uint32_t row) const
{
    const analysis::Flow& flow = flowOf(row);
    return {flow.source, flow.destination, flow.sourcePort, flow.destinationPort, flow.protocol, flow.flagsSeen};
}

} // namespace millrace::ui
