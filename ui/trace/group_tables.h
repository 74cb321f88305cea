// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/unknown.h"
#include "ui/trace/trace_table.h"

namespace millrace::ui {

/// Flows in focus grouped by source and destination. With a time in focus, packets, bytes and rate count that time
/// only.
class PairTable : public TraceTable
{
public:
    enum Column
    {
        SourceColumn,
        DestinationColumn,
        FlowsColumn,
        PacketsColumn,
        BytesColumn,
        RateColumn,
        PayloadColumn,
        StartColumn,
        DurationColumn,
        RetransmissionsColumn,
        OutOfOrderColumn,
        RttMinimumColumn,
        RttMeanColumn,
        ColumnCount
    };
    struct Sum
    {
        std::uint64_t flows = 0, packets = 0, wireBytes = 0, payloadBytes = 0;
        std::uint64_t orderedFlows = 0, retransmissions = 0, outOfOrder = 0;
        std::int64_t first = std::numeric_limits<std::int64_t>::max();
        std::int64_t last = std::numeric_limits<std::int64_t>::min();
        double rttMinimum = unknown;
        double rttSum = 0;
        std::uint64_t rttCount = 0;
    };

    PairTable(std::shared_ptr<const Trace> trace, const TraceFocus& focus);

    [[nodiscard]] const std::vector<TableColumn>& columns() const override { return m_columns; }
    [[nodiscard]] std::size_t rowCount() const override { return m_sums.size(); }
    [[nodiscard]] bool isInFocus(std::uint32_t row) const override { return m_sums[row].flows > 0; }
    [[nodiscard]] std::int64_t integer(std::uint32_t row, int column) const override;
    [[nodiscard]] double real(std::uint32_t row, int column) const override;
    [[nodiscard]] QString words(std::uint32_t row, int column) const override;
    [[nodiscard]] RowIdentity identity(std::uint32_t row) const override;
    [[nodiscard]] bool isKnown(std::uint32_t row, int column) const override
    {
        return (column != RetransmissionsColumn && column != OutOfOrderColumn) || m_sums[row].orderedFlows > 0;
    }
    [[nodiscard]] const Sum& sum(std::uint32_t row) const { return m_sums[row]; }
    /// Returns the nanoseconds that a rate is averaged over.
    [[nodiscard]] std::int64_t rateTime(std::uint32_t row) const;

    [[nodiscard]] static std::vector<TableColumn> makeColumns();

private:
    void add(std::uint32_t flow);

    std::vector<TableColumn> m_columns = makeColumns();
    std::optional<TimeRange> m_time;
    std::vector<Sum> m_sums;
};

/// Sent and received traffic of each node in the flows in focus.
class NodeTable : public TraceTable
{
public:
    enum Column
    {
        AddressColumn,
        PeersColumn,
        FlowsColumn,
        PacketsSentColumn,
        BytesSentColumn,
        RateSentColumn,
        PacketsReceivedColumn,
        BytesReceivedColumn,
        RateReceivedColumn,
        BytesColumn,
        ColumnCount
    };

    NodeTable(std::shared_ptr<const Trace> trace, const TraceFocus& focus);

    [[nodiscard]] const std::vector<TableColumn>& columns() const override { return m_columns; }
    [[nodiscard]] std::size_t rowCount() const override { return m_sums.size(); }
    [[nodiscard]] bool isInFocus(std::uint32_t row) const override { return m_sums[row].flows > 0; }
    [[nodiscard]] std::int64_t integer(std::uint32_t row, int column) const override;
    [[nodiscard]] double real(std::uint32_t row, int column) const override;
    [[nodiscard]] QString words(std::uint32_t row, int column) const override;
    [[nodiscard]] RowIdentity identity(std::uint32_t row) const override;

    [[nodiscard]] static std::vector<TableColumn> makeColumns();

private:
    struct Sum
    {
        std::uint64_t flows = 0, peers = 0;
        std::uint64_t packetsSent = 0, packetsReceived = 0;
        std::uint64_t bytesSent = 0, bytesReceived = 0;
    };

    std::vector<TableColumn> m_columns = makeColumns();
    std::int64_t m_length = 0; ///< of the time that rates are averaged over
    std::vector<Sum> m_sums;
};

} // namespace millrace::ui
