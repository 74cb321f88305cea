// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/format.h"
#include "ui/edit/cell_block.h"
#include "ui/edit/edit_table_model.h"

#include <algorithm>
#include <set>

namespace millrace::ui {
namespace {

QList<int> sorted(QList<int> rows)
{
    std::ranges::sort(rows);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

/// The columns that a first line of headings names; empty if it holds anything else.
QList<int> columnsByHeading(const QStringList& line, const QStringList& headings)
{
    QList<int> columns;
    for (const QString& name : line) {
        const auto same = [&](const QString& heading) { return heading.compare(name, Qt::CaseInsensitive) == 0; };
        const auto found = std::ranges::find_if(headings, same);
        if (found == headings.end())
            return {};
        columns.append(static_cast<int>(found - headings.begin()));
    }
    return columns;
}

} // namespace

PasteOutcome EditTableModel::paste(const QModelIndex& topLeft, const QString& text)
{
    std::vector<QStringList> cells = parseCells(text);
    PasteOutcome outcome;
    if (cells.empty())
        return outcome;
    const QList<int> named = columnsByHeading(cells.front(), m_headings);
    if (!named.isEmpty())
        cells.erase(cells.begin());
    const int top = topLeft.isValid() ? topLeft.row() : rowCount();
    const int left = topLeft.isValid() ? topLeft.column() : 0;
    project::Project after = m_editor.project();
    std::map<Place, Draft> refused;
    std::set<Place> written;
    for (int line = 0; line < static_cast<int>(cells.size()); ++line, ++outcome.rows) {
        if (top + line >= static_cast<int>(readRows(after).size()))
            insertInto(after, top + line);
        if (top + line >= static_cast<int>(readRows(after).size()))
            break; // there is no list to put them into
        const QStringList& row = cells[static_cast<std::size_t>(line)];
        for (int i = 0; i < row.size(); ++i) {
            const int column = named.isEmpty() ? left + i : named.value(i, columnCount());
            if (column >= columnCount()) {
                outcome.outside += row.at(i).isEmpty() ? 0 : 1;
                continue;
            }
            const auto result = writeCell(after, top + line, column, row.at(i));
            if (result)
                written.insert({top + line, column});
            else
                refused[{top + line, column}] = {row.at(i), toQString(result.error().what)};
        }
    }
    std::erase_if(m_drafts, [&](const auto& draft) { return written.contains(draft.first); });
    m_editor.apply(changeText(Change::Paste, outcome.rows), std::move(after));
    outcome.refused = static_cast<int>(refused.size());
    refused.merge(m_drafts);
    m_drafts = std::move(refused);
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    Q_EMIT problemsChanged();
    return outcome;
}

QString EditTableModel::copyText(const QModelIndexList& cells) const
{
    if (cells.isEmpty())
        return {};
    std::map<int, std::map<int, QString>> texts;
    std::set<int> columns;
    for (const QModelIndex& cell : cells) {
        texts[cell.row()][cell.column()] = text(cell.row(), cell.column());
        columns.insert(cell.column());
    }
    std::vector<QStringList> rows;
    for (auto& [row, line] : texts) {
        QStringList words;
        for (const int column : columns)
            words.append(line[column]);
        rows.push_back(words);
    }
    return cellText(rows);
}

void EditTableModel::clearCells(const QModelIndexList& cells)
{
    project::Project after = m_editor.project();
    int cleared = 0;
    for (const QModelIndex& cell : cells) {
        project::Project trial = after;
        if (!isSwitch(cell.column()) && writeCell(trial, cell.row(), cell.column(), {}))
            after = std::move(trial);
        m_drafts.erase({cell.row(), cell.column()});
        ++cleared;
    }
    m_editor.apply(changeText(Change::Edit, cleared), std::move(after));
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    Q_EMIT problemsChanged();
}

QList<int> EditTableModel::addRow(int before)
{
    const int row = std::clamp(before, 0, rowCount());
    m_editor.change(changeText(Change::Add, 1), [&](project::Project& project) { insertInto(project, row); });
    return {row};
}

QList<int> EditTableModel::duplicateRows(const QList<int>& rows)
{
    const QList<int> order = sorted(rows);
    QList<int> copies;
    project::Project after = m_editor.project();
    for (int i = 0; i < order.size(); ++i) {
        duplicateIn(after, order.at(i) + i);
        copies.append(order.at(i) + i + 1);
    }
    m_editor.apply(changeText(Change::Duplicate, static_cast<int>(order.size())), std::move(after));
    return copies;
}

QList<int> EditTableModel::moveRows(const QList<int>& rows, int step)
{
    QList<int> order = sorted(rows);
    if (order.isEmpty() || order.front() + step < 0 || order.back() + step >= rowCount())
        return order;
    if (step > 0)
        std::ranges::reverse(order);
    project::Project after = m_editor.project();
    for (int& row : order) {
        moveIn(after, row, row + step);
        row += step;
    }
    m_editor.apply(changeText(Change::Move, static_cast<int>(order.size())), std::move(after));
    return sorted(order);
}

void EditTableModel::removeRowList(const QList<int>& rows)
{
    QList<int> order = sorted(rows);
    if (order.isEmpty())
        return;
    project::Project after = m_editor.project();
    std::ranges::reverse(order);
    for (const int row : order)
        removeFrom(after, row);
    m_editor.apply(changeText(Change::Remove, static_cast<int>(order.size())), std::move(after));
}

} // namespace millrace::ui
