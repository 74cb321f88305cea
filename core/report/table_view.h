// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/number_format.h"
#include "core/report/table.h"

namespace millrace::report {

/// One column for display: the texts of its cells and their alignment.
struct ColumnView
{
    std::size_t index = 0; ///< in Table::columns
    std::string heading;
    std::string unit; ///< with the chosen prefix
    std::string how;
    bool numeric = false; ///< right-aligned
    NumberFormat format;

    /// Not escaped.
    [[nodiscard]] std::string text(const Cell& cell) const;
};

/// Display form of the columns of a table, without those for machines.
[[nodiscard]] std::vector<ColumnView> viewColumns(const Table& table);

} // namespace millrace::report
