// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/trace/row_filter.h"

#include <functional>

namespace millrace::ui {

/// Which rows of a table are shown, in which order.
struct TableArrangement
{
    RowFilter filter;
    int column = -1; ///< to sort by; -1: as they come
    analysis::SortDirection direction = analysis::SortDirection::Ascending;
};

/// A table with the rows that are shown.
struct ArrangedTable
{
    std::shared_ptr<const TraceTable> table;
    analysis::RowOrder order;
    std::size_t inFocus = 0; ///< rows before the filter line
};

/// Filters and sorts, less than a second for a million rows. Any thread; the only failure is Cancelled.
[[nodiscard]] Result<ArrangedTable> arrange(std::shared_ptr<const TraceTable> table, TableArrangement arrangement,
                                            const JobContext& job);

/// Some of the rows shown, by their places in ascending order, as lines with tabs below a line of headings, as people
/// read them; an empty text when cancelled.
[[nodiscard]] QString tabbedText(const ArrangedTable& arranged, const std::vector<int>& columns,
                                 const std::vector<std::uint32_t>& places, const QLocale& locale,
                                 const JobContext& job);

/// The rows shown as CSV (RFC 4180) of these columns; an empty text when cancelled.
[[nodiscard]] std::string csvOf(const ArrangedTable& arranged, const std::vector<int>& columns, const JobContext& job);

} // namespace millrace::ui
