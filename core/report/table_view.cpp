// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/table_view.h"

namespace millrace::report {

std::string ColumnView::text(const Cell& cell) const
{
    if (isUnknown(cell))
        return std::string(unknownText);
    if (const double* number = std::get_if<double>(&cell))
        return numberText(*number, format);
    if (const Quantity* quantity = std::get_if<Quantity>(&cell))
        return quantityText(quantity->value, quantity->unit);
    return std::get<std::string>(cell);
}

std::vector<ColumnView> viewColumns(const Table& table)
{
    std::vector<ColumnView> views;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const Column& column = table.columns[i];
        if (column.forMachines)
            continue;
        std::vector<double> numbers;
        bool texts = false, quantities = false;
        for (const auto& row : table.rows) {
            const std::string* text = std::get_if<std::string>(&row[i]);
            texts = texts || (text != nullptr && !text->empty());
            quantities = quantities || std::holds_alternative<Quantity>(row[i]);
            if (const double* number = std::get_if<double>(&row[i]))
                numbers.push_back(*number);
        }
        ColumnView view{i, column.heading(), {}, column.how, !texts && (quantities || !numbers.empty()), {}};
        const bool likePrevious = column.likePrevious && !views.empty();
        view.format = likePrevious ? views.back().format : formatFor(numbers, column.unit, column.digits);
        if (column.decimals >= 0)
            view.format = {1, column.unit, column.decimals};
        if (!quantities && !likePrevious)
            view.unit = view.format.unit;
        views.push_back(std::move(view));
    }
    return views;
}

} // namespace millrace::report
