// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/group_tables.h"

#include "core/base/unknown.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <set>

namespace millrace::ui {
namespace {

struct GroupTablesText
{
    Q_DECLARE_TR_FUNCTIONS(GroupTables)
};

FlowLoad loadIn(const Trace& trace, std::uint32_t flow, const std::optional<TimeRange>& time)
{
    if (time)
        return loadOf(trace.summary.bins, flow, *time);
    const analysis::Flow& one = trace.summary.flows[flow];
    return {one.packets, one.wireBytes};
}

} // namespace

std::vector<TableColumn> PairTable::makeColumns()
{
    return {
        {"source", GroupTablesText::tr("Source"), GroupTablesText::tr("Address of the sender"), ValueKind::Text},
        {"destination", GroupTablesText::tr("Destination"), GroupTablesText::tr("Address of the receiver"),
         ValueKind::Text},
        {"flows", GroupTablesText::tr("Flows"), GroupTablesText::tr("In this direction"), ValueKind::Count},
        {"packets", GroupTablesText::tr("Packets"), GroupTablesText::tr("In the selected time, if one is selected"),
         ValueKind::Count},
        {"wire_bytes", GroupTablesText::tr("Bytes"), GroupTablesText::tr("On the wire, link header included"),
         ValueKind::Bytes},
        {"rate", GroupTablesText::tr("Mean rate (Mbit/s)"),
         GroupTablesText::tr("Bytes on the wire by the duration, or by the selected time"), ValueKind::Rate},
        {"payload_bytes", GroupTablesText::tr("Payload (B)"),
         GroupTablesText::tr("Bytes of TCP or UDP payload, of the whole flows"), ValueKind::Bytes},
        {"first", GroupTablesText::tr("Start (s)"),
         GroupTablesText::tr("First packet, since the first packet of the capture"), ValueKind::Time},
        {"duration", GroupTablesText::tr("Duration (s)"), GroupTablesText::tr("From the first to the last packet"),
         ValueKind::Duration},
        {"retransmissions", GroupTablesText::tr("Retrans."), GroupTablesText::tr("Of the whole flows"),
         ValueKind::Count},
        {"out_of_order", GroupTablesText::tr("Out of order"), GroupTablesText::tr("Data packets that filled a hole"),
         ValueKind::Count},
        {"rtt_min", GroupTablesText::tr("RTT min (ms)"),
         GroupTablesText::tr("Smallest round-trip time, seen at the capture point"), ValueKind::Latency},
        {"rtt_mean", GroupTablesText::tr("RTT mean (ms)"), GroupTablesText::tr("Over all samples of the flows"),
         ValueKind::Latency},
    };
}

PairTable::PairTable(std::shared_ptr<const Trace> shared, const TraceFocus& focus)
    : TraceTable(std::move(shared)), m_time(timeInFocus(trace(), focus)), m_sums(trace().pairs.size())
{
    const FlowMask mask = flowsInFocus(trace(), focus, TraceFocus::Kind::Pairs);
    for (std::uint32_t flow = 0; flow < mask.size(); ++flow)
        if (mask[flow] != 0 && trace().pairOfFlow[flow] < m_sums.size())
            add(flow);
}

void PairTable::add(std::uint32_t row)
{
    const analysis::Flow& flow = trace().summary.flows[row];
    const FlowLoad load = loadIn(trace(), row, m_time);
    if (load.packets == 0)
        return;
    Sum& sum = m_sums[trace().pairOfFlow[row]];
    ++sum.flows;
    sum.packets += load.packets;
    sum.wireBytes += load.wireBytes;
    sum.payloadBytes += flow.payloadBytes;
    sum.orderedFlows += analysis::hasOrder(trace().summary, flow) ? 1 : 0;
    sum.retransmissions += flow.retransmissions;
    sum.outOfOrder += flow.outOfOrder;
    sum.first = std::min(sum.first, flow.first);
    sum.last = std::max(sum.last, flow.last);
    if (flow.rttCount > 0) {
        sum.rttMinimum = std::fmin(sum.rttMinimum, flow.rttMinimum);
        sum.rttSum += flow.rttMean * static_cast<double>(flow.rttCount);
        sum.rttCount += flow.rttCount;
    }
}

std::int64_t PairTable::rateTime(std::uint32_t row) const
{
    return m_time ? m_time->length() : m_sums[row].last - m_sums[row].first;
}

std::int64_t PairTable::integer(std::uint32_t row, int column) const
{
    const Sum& sum = m_sums[row];
    switch (column) {
    case SourceColumn: return rankOf(trace().pairs[row].source);
    case DestinationColumn: return rankOf(trace().pairs[row].destination);
    case FlowsColumn: return static_cast<std::int64_t>(sum.flows);
    case PacketsColumn: return static_cast<std::int64_t>(sum.packets);
    case BytesColumn: return static_cast<std::int64_t>(sum.wireBytes);
    case PayloadColumn: return static_cast<std::int64_t>(sum.payloadBytes);
    case StartColumn: return sum.first;
    case DurationColumn: return sum.last - sum.first;
    case RetransmissionsColumn: return static_cast<std::int64_t>(sum.retransmissions);
    case OutOfOrderColumn: return static_cast<std::int64_t>(sum.outOfOrder);
    default: return 0;
    }
}

double PairTable::real(std::uint32_t row, int column) const
{
    const Sum& sum = m_sums[row];
    switch (column) {
    case RateColumn: return rateOf(sum.wireBytes, rateTime(row));
    case RttMinimumColumn: return sum.rttMinimum;
    case RttMeanColumn: return sum.rttCount > 0 ? sum.rttSum / static_cast<double>(sum.rttCount) : unknown;
    default: return unknown;
    }
}

QString PairTable::words(std::uint32_t row, int column) const
{
    return addressText(column == SourceColumn ? trace().pairs[row].source : trace().pairs[row].destination);
}

RowIdentity PairTable::identity(std::uint32_t row) const
{
    return {trace().pairs[row].source, trace().pairs[row].destination, 0, 0, 0, 0};
}

std::vector<TableColumn> NodeTable::makeColumns()
{
    const QString inTime = GroupTablesText::tr("In the selected time, if one is selected");
    return {
        {"address", GroupTablesText::tr("Address"), {}, ValueKind::Text},
        {"peers", GroupTablesText::tr("Peers"), GroupTablesText::tr("Other nodes that it sends to or receives from"),
         ValueKind::Count},
        {"flows", GroupTablesText::tr("Flows"), GroupTablesText::tr("In both directions"), ValueKind::Count},
        {"packets_sent", GroupTablesText::tr("Packets sent"), inTime, ValueKind::Count},
        {"bytes_sent", GroupTablesText::tr("Bytes sent"), inTime, ValueKind::Bytes},
        {"rate_sent", GroupTablesText::tr("Rate sent (Mbit/s)"),
         GroupTablesText::tr("Mean over the capture, or the selected time"), ValueKind::Rate},
        {"packets_received", GroupTablesText::tr("Packets received"), inTime, ValueKind::Count},
        {"bytes_received", GroupTablesText::tr("Bytes received"), inTime, ValueKind::Bytes},
        {"rate_received", GroupTablesText::tr("Rate received (Mbit/s)"),
         GroupTablesText::tr("Mean over the capture, or the selected time"), ValueKind::Rate},
        {"bytes", GroupTablesText::tr("Bytes"), GroupTablesText::tr("Sent and received"), ValueKind::Bytes, true},
    };
}

NodeTable::NodeTable(std::shared_ptr<const Trace> shared, const TraceFocus& focus)
    : TraceTable(std::move(shared)), m_sums(trace().nodes.size())
{
    const std::optional<TimeRange> time = timeInFocus(trace(), focus);
    m_length = time ? time->length() : trace().range().length();
    const FlowMask mask = flowsInFocus(trace(), focus, TraceFocus::Kind::Nodes);
    std::vector<std::uint32_t> nodeOf(trace().addresses.size(), analysis::noRow);
    for (std::uint32_t row = 0; row < trace().nodes.size(); ++row)
        nodeOf[trace().nodes[row].address] = row;
    std::set<std::pair<std::uint32_t, std::uint32_t>> peers;
    for (std::uint32_t row = 0; row < mask.size(); ++row) {
        const FlowLoad load = mask[row] != 0 ? loadIn(trace(), row, time) : FlowLoad{};
        if (load.packets == 0)
            continue;
        const analysis::Flow& flow = trace().summary.flows[row];
        const std::uint32_t from = nodeOf[flow.source], to = nodeOf[flow.destination];
        if (from == analysis::noRow || to == analysis::noRow)
            continue;
        ++m_sums[from].flows;
        m_sums[to].flows += from == to ? 0 : 1;
        m_sums[from].packetsSent += load.packets;
        m_sums[from].bytesSent += load.wireBytes;
        m_sums[to].packetsReceived += load.packets;
        m_sums[to].bytesReceived += load.wireBytes;
        if (from != to && peers.insert(std::minmax(from, to)).second) {
            ++m_sums[from].peers;
            ++m_sums[to].peers;
        }
    }
}

std::int64_t NodeTable::integer(std::uint32_t row, int column) const
{
    const Sum& sum = m_sums[row];
    switch (column) {
    case AddressColumn: return rankOf(trace().nodes[row].address);
    case PeersColumn: return static_cast<std::int64_t>(sum.peers);
    case FlowsColumn: return static_cast<std::int64_t>(sum.flows);
    case PacketsSentColumn: return static_cast<std::int64_t>(sum.packetsSent);
    case BytesSentColumn: return static_cast<std::int64_t>(sum.bytesSent);
    case PacketsReceivedColumn: return static_cast<std::int64_t>(sum.packetsReceived);
    case BytesReceivedColumn: return static_cast<std::int64_t>(sum.bytesReceived);
    case BytesColumn: return static_cast<std::int64_t>(sum.bytesSent + sum.bytesReceived);
    default: return 0;
    }
}

double NodeTable::real(std::uint32_t row, int column) const
{
    const Sum& sum = m_sums[row];
    return column == RateSentColumn    ? rateOf(sum.bytesSent, m_length)
        : column == RateReceivedColumn ? rateOf(sum.bytesReceived, m_length)
                                       : unknown;
}

QString NodeTable::words(std::uint32_t row, int) const
{
    return addressText(trace().nodes[row].address);
}

RowIdentity NodeTable::identity(std::uint32_t row) const
{
    return {trace().nodes[row].address, analysis::noRow, 0, 0, 0, 0};
}

} // namespace millrace::ui
