// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/trace/row_filter.h"

#include <functional>

namespace millrace::ui {

/// Visible rows of a table and their order.
struct TableArrangement
{
    RowFilter filter;
    int column = -1; ///< sort column; -1: unsorted
    analysis::SortDirection direction = analysis::SortDirection::Ascending;
};

/// A table with its visible rows.
struct ArrangedTable
{
    std::shared_ptr<const TraceTable> table;
    analysis::RowOrder order;
    std::size_t inFocus = 0; ///< rows before the filter
};

/// Filters and sorts, less than a second for a million rows. Any thread; the only error is Cancelled.
[[nodiscard]] Result<ArrangedTable> arrange(std::shared_ptr<const TraceTable> table, TableArrangement arrangement,
                                            const JobContext& job);

/// Returns visible rows, given by ascending index, as tab-separated lines below a line of headings, formatted for
/// display; empty if cancelled.
[[nodiscard]] QString tabbedText(const ArrangedTable& arranged, const std::vector<int>& columns,
                                 const std::vector<std::uint32_t>& places, const QLocale& locale,
                                 const JobContext& job);

/// Returns the visible rows as CSV (RFC 4180) of these columns; empty if cancelled.
[[nodiscard]] std::string csvOf(const ArrangedTable& arranged, const std::vector<int>& columns, const JobContext& job);

} // namespace millrace::ui
