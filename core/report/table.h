// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

namespace millrace::report {

/// A number whose unit differs from row to row.
struct Quantity
{
    double value = 0;
    std::string unit;

    bool operator==(const Quantity&) const = default;
};

/// The content of one table field. Nothing (monostate) and NaN mean "unknown" and are never shown as 0; an empty text
/// means that there is nothing to show.
using Cell = std::variant<std::monostate, double, std::string, Quantity>;

struct Column
{
    std::string name; ///< stable, for CSV and JSON: "step_mean.mean"
    std::string label = {}; ///< for display; empty: the name
    std::string unit = {}; ///< of its numbers: "s", "bit/s", "B", "samples/s"; empty: a pure number
    std::string how = {}; ///< the formula or the source of its values
    int digits = 4; ///< significant digits for display; CSV and JSON have all of them
    bool likePrevious = false; ///< shown with the prefix and the decimals of the previous column: "± 0.3"
    bool forMachines = false; ///< only in CSV and JSON
    int decimals = -1; ///< for display: always this many decimals, in the unit itself; -1: by `digits`

    [[nodiscard]] const std::string& heading() const noexcept { return label.empty() ? name : label; }
    bool operator==(const Column&) const = default;
};

struct Table
{
    std::string title;
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows; ///< each as long as `columns`
    std::vector<std::string> notes = {}; ///< sentences below the table: what was left out and why
    std::size_t keys = 1; ///< leading columns that identify a row; repeated when a table is split into blocks

    bool operator==(const Table&) const = default;
};

/// True for an empty field and for a NaN.
[[nodiscard]] bool isUnknown(const Cell& cell) noexcept;

} // namespace millrace::report
