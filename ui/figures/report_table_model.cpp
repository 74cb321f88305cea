// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/report_table_model.h"

#include "ui/base/format.h"
#include "ui/figures/figure_text.h"

#include <QCoreApplication>

namespace millrace::ui {

QString cellText(const report::Cell& cell, const report::ColumnView& column, const QLocale& locale)
{
    if (report::isUnknown(cell))
        return QStringLiteral("–");
    if (const auto* quantity = std::get_if<report::Quantity>(&cell))
        return valueText(quantity->value, quantity->unit, locale);
    QString text = toQString(column.text(cell));
    // The report writes numbers with a point.
    if (std::holds_alternative<double>(cell) && locale.decimalPoint() != QLatin1String("."))
        text.replace(QLatin1Char('.'), locale.decimalPoint());
    return text;
}

void ReportTableModel::setTable(report::Table table)
{
    beginResetModel();
    m_table = std::move(table);
    m_columns = report::viewColumns(m_table);
    endResetModel();
}

int ReportTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size());
}

int ReportTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

const report::Cell& ReportTableModel::cell(const QModelIndex& index) const
{
    const std::size_t column = m_columns[static_cast<std::size_t>(index.column())].index;
    return m_table.rows[static_cast<std::size_t>(index.row())][column];
}

QVariant ReportTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const report::ColumnView& column = m_columns[static_cast<std::size_t>(index.column())];
    switch (role) {
    case Qt::DisplayRole: return cellText(cell(index), column, QLocale());
    case Qt::TextAlignmentRole: return QVariant((column.numeric ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case SortRole:
        if (const auto* number = std::get_if<double>(&cell(index)))
            return *number;
        if (const auto* quantity = std::get_if<report::Quantity>(&cell(index)))
            return quantity->value;
        return data(index, Qt::DisplayRole);
    default: return {};
    }
}

/// A row that says how it was made says so at all of its cells.
QVariant ReportTableModel::rowText(int row) const
{
    const auto how = std::ranges::find(m_table.columns, "how", &report::Column::name);
    if (how == m_table.columns.end())
        return {};
    const auto& cell =
        m_table.rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(how - m_table.columns.begin())];
    const auto* text = std::get_if<std::string>(&cell);
    return text == nullptr || text->empty() ? QVariant() : QVariant(toQString(*text));
}

QVariant ReportTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const report::ColumnView& column = m_columns[static_cast<std::size_t>(section)];
    if (role == Qt::ToolTipRole)
        return toQString(column.how);
    if (role == Qt::TextAlignmentRole)
        return QVariant((column.numeric ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    const QString heading = QCoreApplication::translate("Term", column.heading.c_str());
    return column.unit.empty() ? heading : heading + QStringLiteral(" (%1)").arg(toQString(column.unit));
}

} // namespace millrace::ui

#include "moc_report_table_model.cpp"
