// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/wall_zone.h"
#include "core/importers/table_mapping.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace millrace::importers {

/// Parses a date and time of day from a table to nanoseconds since 1970: 'T', blank or '_' between, ':' or '-' in the
/// time, a fraction, Z or an offset; without one in `zone`.
[[nodiscard]] std::optional<std::int64_t> parseTableTime(std::string_view text, const analysis::WallZone& zone);

/// The times of a table's rows. The table and the mapping must outlive it.
class TableTimes
{
public:
    TableTimes(const CsvTable& table, const TableMapping& mapping);

    /// ns since 1970; Relative ones, and those of a table without times (a second per row), count from there. None for
    /// a text that is not a time.
    [[nodiscard]] std::optional<std::int64_t> at(std::size_t row) const;
    [[nodiscard]] std::string_view textAt(std::size_t row) const;
    [[nodiscard]] bool exists() const noexcept { return m_column.has_value(); }
    [[nodiscard]] TableTime kind() const noexcept { return m_kind; }

private:
    const CsvTable& m_table;
    std::optional<std::size_t> m_column;
    TableTime m_kind = TableTime::Relative;
    double m_factor = 1e9;
    analysis::WallZone m_zone;
};

} // namespace millrace::importers
