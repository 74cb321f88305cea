// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/trace/trace_table.h"

namespace millrace::ui {

/// Bursts of all flows in focus that overlap the time in focus.
class BurstTable : public TraceTable
{
public:
    enum Column
    {
        SourceColumn,
        SourcePortColumn,
        DestinationColumn,
        DestinationPortColumn,
        ProtocolColumn,
        StartColumn,
        DurationColumn,
        PacketsColumn,
        BytesColumn,
        RateColumn,
        GapColumn,
        ColumnCount
    };

    BurstTable(std::shared_ptr<const Trace> trace, const TraceFocus& focus);

    [[nodiscard]] const std::vector<TableColumn>& columns() const override { return m_columns; }
    [[nodiscard]] std::size_t rowCount() const override { return trace().summary.bursts.size(); }
    [[nodiscard]] bool isInFocus(std::uint32_t row) const override;
    [[nodiscard]] std::int64_t integer(std::uint32_t row, int column) const override;
    [[nodiscard]] double real(std::uint32_t row, int column) const override;
    [[nodiscard]] QString words(std::uint32_t row, int column) const override;
    [[nodiscard]] RowIdentity identity(std::uint32_t row) const override;
    [[nodiscard]] bool isKnown(std::uint32_t row, int column) const override
    {
        return (column != SourcePortColumn && column != DestinationPortColumn) || integer(row, column) != 0;
    }

    [[nodiscard]] static std::vector<TableColumn> makeColumns();

private:
    [[nodiscard]] const analysis::Burst& burst(std::uint32_t row) const { return trace().summary.bursts[row]; }
    [[nodiscard]] const analysis::Flow& flowOf(std::uint32_t row) const
    {
        return trace().summary.flows[burst(row).flow];
    }

    std::vector<TableColumn> m_columns = makeColumns();
    std::optional<TimeRange> m_time;
    FlowMask m_flows;
};

} // namespace millrace::ui
