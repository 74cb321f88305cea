// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/number_format.h"
#include "core/report/table.h"

namespace millrace::report {

/// One column as people see it: the texts of its cells and how they are set.
struct ColumnView
{
    std::size_t index = 0; ///< in Table::columns
    std::string heading;
    std::string unit; ///< with the prefix that was chosen
    std::string how;
    bool numeric = false; ///< set to the right
    NumberFormat format;

    /// Not escaped.
    [[nodiscard]] std::string text(const Cell& cell) const;
};

/// How the columns of a table are shown, those for machines left out.
[[nodiscard]] std::vector<ColumnView> viewColumns(const Table& table);

} // namespace millrace::report
