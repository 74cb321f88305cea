// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/studies/text_grid_model.h"

#include "ui/base/colors.h"
#include "ui/base/theme.h"

#include <QGuiApplication>
#include <QPalette>

#include <algorithm>

namespace millrace::ui {

TextGridModel::TextGridModel(QStringList headings, Check check, QObject* parent)
    : QAbstractTableModel(parent), m_headings(std::move(headings)), m_check(std::move(check))
{
}

void TextGridModel::setRows(std::vector<QStringList> rows, std::size_t fixed)
{
    beginResetModel();
    m_rows = std::move(rows);
    m_fixed = fixed;
    checkAll();
    endResetModel();
    Q_EMIT edited();
}

void TextGridModel::checkAll()
{
    m_problems = 0;
    m_marks.assign(m_rows.size(), QStringList());
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        for (int column = 0; column < m_headings.size(); ++column) {
            m_marks[row].append(m_check ? m_check(m_rows, row, column) : QString());
            m_problems += m_marks[row].back().isEmpty() ? 0 : 1;
        }
    }
}

int TextGridModel::addRow()
{
    const int row = rowCount();
    beginInsertRows({}, row, row);
    QStringList texts;
    for (int column = 0; column < m_headings.size(); ++column)
        texts.append(QString());
    m_rows.push_back(std::move(texts));
    checkAll();
    endInsertRows();
    Q_EMIT edited();
    return row;
}

bool TextGridModel::removeRowList(QList<int> rows)
{
    std::sort(rows.begin(), rows.end(), std::greater());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    if (rows.isEmpty() || rows.back() < static_cast<int>(m_fixed))
        return false;
    for (const int row : rows) {
        beginRemoveRows({}, row, row);
        m_rows.erase(m_rows.begin() + row);
        m_marks.erase(m_marks.begin() + row);
        endRemoveRows();
    }
    checkAll();
    Q_EMIT edited();
    return true;
}

QString TextGridModel::problem(int row, int column) const
{
    return m_marks[static_cast<std::size_t>(row)].value(column);
}

int TextGridModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int TextGridModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_headings.size());
}

QVariant TextGridModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const QString text = m_rows[static_cast<std::size_t>(index.row())].value(index.column());
    const QString wrong = problem(index.row(), index.column());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole: return text;
    case SortRole: {
        bool isNumber = false;
        const double number = text.toDouble(&isNumber);
        return isNumber ? QVariant(number) : QVariant(text);
    }
    case ProblemRole: return wrong;
    case Qt::ToolTipRole: return wrong.isEmpty() ? text : wrong;
    case Qt::AccessibleDescriptionRole: return wrong;
    case Qt::BackgroundRole: {
        if (wrong.isEmpty())
            return {};
        QColor ground = errorColor(isDark(QGuiApplication::palette()));
        ground.setAlphaF(0.25F);
        return ground;
    }
    default: return {};
    }
}

QVariant TextGridModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return orientation == Qt::Horizontal && role == Qt::DisplayRole ? m_headings.value(section) : QVariant();
}

Qt::ItemFlags TextGridModel::flags(const QModelIndex& index) const
{
    return QAbstractTableModel::flags(index) | Qt::ItemIsEditable;
}

bool TextGridModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return false;
    m_rows[static_cast<std::size_t>(index.row())][index.column()] = value.toString().trimmed();
    checkAll();
    // A duplicate marks more than this cell.
    Q_EMIT dataChanged(this->index(0, 0), this->index(rowCount() - 1, columnCount() - 1));
    Q_EMIT edited();
    return true;
}

} // namespace millrace::ui

#include "moc_text_grid_model.cpp"
