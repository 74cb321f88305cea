// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/packet_query.h"
#include "ui/trace/trace_table.h"

namespace millrace::ui {

/// Packets of all files of a trace, in the order of time.
struct PacketList
{
    analysis::PacketRows rows;
    std::vector<std::uint16_t> file; ///< index in TrafficSummary::sources; empty if there is only one
};
/// Merges the packets of several files by time. If a file was not listed to its end, the others are cut there as well,
/// so that nothing is missing in between.
[[nodiscard]] PacketList joinPackets(std::vector<analysis::PacketRows> files);

/// Packets read for a focus; all of them are in it.
class PacketTable : public TraceTable
{
public:
    enum Column
    {
        NumberColumn,
        TimeColumn,
        AbsoluteTimeColumn,
        DeltaColumn,
        SourceColumn,
        SourcePortColumn,
        DestinationColumn,
        DestinationPortColumn,
        ProtocolColumn,
        LengthColumn,
        PayloadColumn,
        FlagsColumn,
        SequenceColumn,
        AcknowledgementColumn,
        WindowColumn,
        FileColumn,
        ColumnCount
    };

    /// Makes a table without packets: only the columns.
    PacketTable(std::shared_ptr<const Trace> trace, std::shared_ptr<const PacketList> packets);

    [[nodiscard]] const std::vector<TableColumn>& columns() const override { return m_columns; }
    [[nodiscard]] std::size_t rowCount() const override { return m_packets ? m_packets->rows.size() : 0; }
    [[nodiscard]] bool isInFocus(std::uint32_t) const override { return true; }
    [[nodiscard]] std::int64_t integer(std::uint32_t row, int column) const override;
    [[nodiscard]] double real(std::uint32_t row, int column) const override;
    [[nodiscard]] QString words(std::uint32_t row, int column) const override;
    [[nodiscard]] RowIdentity identity(std::uint32_t row) const override;
    [[nodiscard]] bool isKnown(std::uint32_t row, int column) const override;
    [[nodiscard]] const std::shared_ptr<const PacketList>& packets() const noexcept { return m_packets; }

    [[nodiscard]] static std::vector<TableColumn> makeColumns();

private:
    /// Returns nullptr for a packet without a flow.
    [[nodiscard]] const analysis::Flow* flowOf(std::uint32_t row) const;

    std::vector<TableColumn> m_columns = makeColumns();
    std::shared_ptr<const PacketList> m_packets;
};

} // namespace millrace::ui
