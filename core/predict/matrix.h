// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cassert>
#include <cstddef>
#include <span>
#include <vector>

namespace millrace::predict {

/// Inputs of a regression: one row for each observation.
class Matrix
{
public:
    explicit Matrix(std::size_t columns = 0) : m_columns(columns) { }

    void append(std::span<const double> row)
    {
        assert(row.size() == m_columns);
        m_values.insert(m_values.end(), row.begin(), row.end());
    }
    [[nodiscard]] std::size_t rows() const noexcept { return m_columns == 0 ? 0 : m_values.size() / m_columns; }
    [[nodiscard]] std::size_t columns() const noexcept { return m_columns; }
    [[nodiscard]] std::span<const double> row(std::size_t index) const noexcept
    {
        return std::span(m_values).subspan(index * m_columns, m_columns);
    }
    [[nodiscard]] std::span<const double> values() const noexcept { return m_values; }

private:
    std::size_t m_columns = 0;
    std::vector<double> m_values; ///< by row
};

} // namespace millrace::predict
