// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/packet_table.h"

#include "core/base/unknown.h"
#include "core/capture/packet.h"
#include "ui/base/format.h"
#include "ui/plots/time_axis.h"

#include <QCoreApplication>

#include <algorithm>

namespace millrace::ui {
namespace {

struct PacketTableText
{
    Q_DECLARE_TR_FUNCTIONS(PacketTable)
};

template <typename T>
void reorder(std::vector<T>& values, const analysis::RowOrder& order)
{
    std::vector<T> sorted;
    sorted.reserve(order.size());
    for (const std::uint32_t row : order)
        sorted.push_back(values[row]);
    values = std::move(sorted);
}

template <typename T>
void append(std::vector<T>& to, const std::vector<T>& from)
{
    to.insert(to.end(), from.begin(), from.end());
}

void appendRows(analysis::PacketRows& to, const analysis::PacketRows& from)
{
    append(to.time, from.time);
    append(to.number, from.number);
    append(to.offset, from.offset);
    append(to.flow, from.flow);
    append(to.wireBytes, from.wireBytes);
    append(to.payloadBytes, from.payloadBytes);
    append(to.sequence, from.sequence);
    append(to.acknowledgement, from.acknowledgement);
    append(to.window, from.window);
    append(to.tcpFlags, from.tcpFlags);
    to.beyond += from.beyond;
}

void reorderRows(PacketList& list, const analysis::RowOrder& order)
{
    reorder(list.rows.time, order);
    reorder(list.rows.number, order);
    reorder(list.rows.offset, order);
    reorder(list.rows.flow, order);
    reorder(list.rows.wireBytes, order);
    reorder(list.rows.payloadBytes, order);
    reorder(list.rows.sequence, order);
    reorder(list.rows.acknowledgement, order);
    reorder(list.rows.window, order);
    reorder(list.rows.tcpFlags, order);
    reorder(list.file, order);
}

} // namespace

PacketList joinPackets(std::vector<analysis::PacketRows> files)
{
    PacketList list;
    if (files.size() == 1) {
        list.rows = std::move(files.front());
        return list;
    }
    std::int64_t end = std::numeric_limits<std::int64_t>::max();
    for (const analysis::PacketRows& file : files)
        if (file.beyond > 0 && file.size() > 0)
            end = std::min(end, *std::ranges::max_element(file.time));
    for (std::size_t i = 0; i < files.size(); ++i) {
        appendRows(list.rows, files[i]);
        list.file.resize(list.rows.size(), static_cast<std::uint16_t>(i));
        files[i] = {};
    }
    const auto& times = list.rows.time;
    const auto listed =
        analysis::filterRows(analysis::allRows(list.rows.size()), [&](std::uint32_t row) { return times[row] <= end; });
    const auto order = analysis::sortRows(
        *listed, [&](std::uint32_t row) { return times[row]; }, analysis::SortDirection::Ascending);
    list.rows.beyond += list.rows.size() - order->size();
    reorderRows(list, *order);
    return list;
}

std::vector<TableColumn> PacketTable::makeColumns()
{
    return {
        {"number", PacketTableText::tr("No."),
         PacketTableText::tr("Of the packet in its file, from 1, as Wireshark counts"), ValueKind::Number},
        {"time", PacketTableText::tr("Time (s)"), PacketTableText::tr("Since the first packet of the capture"),
         ValueKind::Time},
        {"wall_time", PacketTableText::tr("Date and time"), PacketTableText::tr("Local, with the distance from UTC"),
         ValueKind::Text, true},
        {"delta", PacketTableText::tr("Delta (s)"),
         PacketTableText::tr("Since the packet before it in this list, in order of time"), ValueKind::Duration},
        {"source", PacketTableText::tr("Source"), PacketTableText::tr("Address of the sender"), ValueKind::Text},
        {"source_port", PacketTableText::tr("Src port"), PacketTableText::tr("Port of the sender"), ValueKind::Number},
        {"destination", PacketTableText::tr("Destination"), PacketTableText::tr("Address of the receiver"),
         ValueKind::Text},
        {"destination_port", PacketTableText::tr("Dst port"), PacketTableText::tr("Port of the receiver"),
         ValueKind::Number},
        {"protocol", PacketTableText::tr("Protocol"), {}, ValueKind::Text},
        {"length", PacketTableText::tr("Length (B)"), PacketTableText::tr("On the wire, link header included"),
         ValueKind::Bytes},
        {"payload_bytes", PacketTableText::tr("Payload (B)"), PacketTableText::tr("Bytes of TCP or UDP payload"),
         ValueKind::Bytes},
        {"flags", PacketTableText::tr("TCP flags"), {}, ValueKind::Text},
        {"seq", PacketTableText::tr("Sequence"), PacketTableText::tr("TCP sequence number as in the packet"),
         ValueKind::Number},
        {"ack", PacketTableText::tr("Acknowledgement"),
         PacketTableText::tr("TCP acknowledgement number as in the packet"), ValueKind::Number},
        {"window", PacketTableText::tr("Window"), PacketTableText::tr("As in the packet, not scaled"),
         ValueKind::Count},
        {"file", PacketTableText::tr("File"), PacketTableText::tr("Where the packet was captured"), ValueKind::Text,
         true},
    };
}

PacketTable::PacketTable(std::shared_ptr<const Trace> shared, std::shared_ptr<const PacketList> packets)
    : TraceTable(std::move(shared)), m_packets(std::move(packets))
{
}

const analysis::Flow* PacketTable::flowOf(std::uint32_t row) const
{
    const std::uint32_t flow = m_packets->rows.flow[row];
    return flow < trace().summary.flows.size() ? &trace().summary.flows[flow] : nullptr;
}

std::int64_t PacketTable::integer(std::uint32_t row, int column) const
{
    const analysis::PacketRows& rows = m_packets->rows;
    const analysis::Flow* flow = flowOf(row);
    switch (column) {
    case NumberColumn: return static_cast<std::int64_t>(rows.number[row]);
    case TimeColumn:
    case AbsoluteTimeColumn: return rows.time[row];
    case DeltaColumn: return row == 0 ? 0 : rows.time[row] - rows.time[row - 1];
    case SourceColumn: return rankOf(flow ? flow->source : analysis::noRow);
    case SourcePortColumn: return flow ? flow->sourcePort : 0;
    case DestinationColumn: return rankOf(flow ? flow->destination : analysis::noRow);
    case DestinationPortColumn: return flow ? flow->destinationPort : 0;
    case ProtocolColumn: return flow ? flow->protocol : -1;
    case LengthColumn: return rows.wireBytes[row];
    case PayloadColumn: return rows.payloadBytes[row];
    case FlagsColumn: return rows.tcpFlags[row];
    case SequenceColumn: return rows.sequence[row];
    case AcknowledgementColumn: return rows.acknowledgement[row];
    case WindowColumn: return rows.window[row];
    case FileColumn: return m_packets->file.empty() ? 0 : m_packets->file[row];
    default: return 0;
    }
}

double PacketTable::real(std::uint32_t, int) const
{
    return unknown;
}

bool PacketTable::isKnown(std::uint32_t row, int column) const
{
    const bool isTcp = m_packets->rows.tcpFlags[row] != 0;
    switch (column) {
    case SourcePortColumn:
    case DestinationPortColumn: return integer(row, column) != 0;
    case SequenceColumn:
    case AcknowledgementColumn:
    case WindowColumn: return isTcp;
    default: return true;
    }
}

QString PacketTable::words(std::uint32_t row, int column) const
{
    const analysis::Flow* flow = flowOf(row);
    switch (column) {
    case AbsoluteTimeColumn: return instantText(m_packets->rows.time[row], 1000);
    case SourceColumn: return addressText(flow ? flow->source : analysis::noRow);
    case DestinationColumn: return addressText(flow ? flow->destination : analysis::noRow);
    case ProtocolColumn:
        return flow ? protocolText(flow->protocol, flow->sourcePort, flow->destinationPort)
                    : PacketTableText::tr("other");
    case FlagsColumn: return flagsText(m_packets->rows.tcpFlags[row]);
    case FileColumn: {
        const auto file = static_cast<std::size_t>(integer(row, FileColumn));
        const auto& sources = trace().summary.sources;
        return file < sources.size() ? captureName(trace(), sources[file].file) : QString();
    }
    default: return {};
    }
}

RowIdentity PacketTable::identity(std::uint32_t row) const
{
    const analysis::Flow* flow = flowOf(row);
    if (!flow)
        return {};
    return {flow->source,          flow->destination, flow->sourcePort,
            flow->destinationPort, flow->protocol,    m_packets->rows.tcpFlags[row]};
}

} // namespace millrace::ui
