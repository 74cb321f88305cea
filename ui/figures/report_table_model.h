// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/table.h"
#include "core/report/table_view.h"

#include <QAbstractTableModel>
#include <QLocale>

namespace millrace::ui {

/// A table of the report's module in a view: numbers of a column with one prefix, formulas as tool tips.
class ReportTableModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Role
    {
        SortRole = Qt::UserRole, ///< the raw number in its base unit, or the text
    };

    explicit ReportTableModel(QObject* parent = nullptr) : QAbstractTableModel(parent) { }

    void setTable(report::Table table);
    [[nodiscard]] const report::Table& table() const noexcept { return m_table; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QVariant rowText(int row) const;
    [[nodiscard]] const report::Cell& cell(const QModelIndex& index) const;

    report::Table m_table;
    std::vector<report::ColumnView> m_columns;
};

/// The text of a cell with numbers as people of this locale write them.
[[nodiscard]] QString cellText(const report::Cell& cell, const report::ColumnView& column, const QLocale& locale);

} // namespace millrace::ui
