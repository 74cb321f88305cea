// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/trace/trace_table.h"

namespace millrace::ui {

/// Flows of a trace. With a time in focus, packets, bytes and rate count that time only; all else is of the whole flow.
class FlowTable : public TraceTable
{
public:
    /// Columns of every table of flows, without those that exist in files only.
    enum Column
    {
        SourceColumn = int(analysis::FlowColumn::Source),
        SourcePortColumn = int(analysis::FlowColumn::SourcePort),
        DestinationColumn = int(analysis::FlowColumn::Destination),
        DestinationPortColumn = int(analysis::FlowColumn::DestinationPort),
        ProtocolColumn = int(analysis::FlowColumn::Protocol),
        StartColumn = int(analysis::FlowColumn::First),
        PacketsColumn = int(analysis::FlowColumn::Packets),
        BytesColumn = int(analysis::FlowColumn::WireBytes),
        RateColumn = int(analysis::FlowColumn::Rate),
        RttMinimumColumn = int(analysis::FlowColumn::RttMinimum),
        ColumnCount = int(analysis::FlowColumn::FirstTime)
    };

    FlowTable(std::shared_ptr<const Trace> trace, const TraceFocus& focus);

    [[nodiscard]] const std::vector<TableColumn>& columns() const override { return m_columns; }
    [[nodiscard]] std::size_t rowCount() const override { return trace().summary.flows.size(); }
    [[nodiscard]] bool isInFocus(std::uint32_t row) const override { return m_inFocus[row] != 0; }
    [[nodiscard]] std::int64_t integer(std::uint32_t row, int column) const override;
    [[nodiscard]] double real(std::uint32_t row, int column) const override;
    [[nodiscard]] QString words(std::uint32_t row, int column) const override;
    [[nodiscard]] RowIdentity identity(std::uint32_t row) const override;
    [[nodiscard]] bool isKnown(std::uint32_t row, int column) const override
    {
        return analysis::flowKnows(trace().summary, flow(row), static_cast<analysis::FlowColumn>(column));
    }

    [[nodiscard]] static std::vector<TableColumn> makeColumns();

private:
    [[nodiscard]] const analysis::Flow& flow(std::uint32_t row) const { return trace().summary.flows[row]; }

    std::vector<TableColumn> m_columns = makeColumns();
    std::optional<TimeRange> m_time;
    FlowMask m_inFocus;
    std::vector<FlowLoad> m_loads; ///< of the time in focus; empty without one
};

} // namespace millrace::ui
