// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/edit/edit_table_model.h"

#include "ui/base/colors.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/theme.h"
#include "ui/edit/cell_block.h"

#include <QColor>
#include <QGuiApplication>
#include <QPalette>

#include <algorithm>
#include <set>

namespace millrace::ui {
namespace {

QColor mutedColor()
{
    return QGuiApplication::palette().color(QPalette::PlaceholderText);
}

QColor problemColor()
{
    return errorColor(isDark(QGuiApplication::palette()));
}

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

EditTableModel::EditTableModel(ProjectEditor& editor, QStringList headings, QObject* parent)
    : QAbstractTableModel(parent), m_editor(editor), m_headings(std::move(headings))
{
    connect(&m_editor, &ProjectEditor::changed, this, &EditTableModel::sync);
    connect(&m_editor, &ProjectEditor::problemsChanged, this, [this] {
        readMarks();
        if (!m_rows.empty())
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        Q_EMIT problemsChanged();
    });
}

int EditTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int EditTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_headings.size());
}

const QString& EditTableModel::text(int row, int column) const
{
    const auto draft = m_drafts.find({row, column});
    return draft != m_drafts.end() ? draft->second.text : m_rows[static_cast<std::size_t>(row)].at(column);
}

bool EditTableModel::isDraft(const QModelIndex& index) const
{
    return m_drafts.contains({index.row(), index.column()});
}

QVariant EditTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const int row = index.row();
    const int column = index.column();
    const QString& words = text(row, column);
    switch (role) {
    case Qt::DisplayRole: return words.isEmpty() ? placeholder(row, column) : words;
    case Qt::EditRole: return words;
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole:
    case ProblemRole: {
        const QString problem = problemOf(row, column);
        return problem.isEmpty() && role != ProblemRole ? QVariant() : problem;
    }
    case Qt::ForegroundRole:
        return !problemOf(row, column).isEmpty() ? QVariant(problemColor())
            : words.isEmpty()                    ? QVariant(mutedColor())
                                                 : QVariant();
    case Qt::DecorationRole:
        return problemOf(row, column).isEmpty() ? QVariant() : icon(QStringLiteral("error"), problemColor());
    case Qt::TextAlignmentRole:
        return QVariant::fromValue((isNumeric(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::CheckStateRole:
        return isSwitch(column) && !isDraft(index) ? QVariant(words == switchText(true) ? Qt::Checked : Qt::Unchecked)
                                                   : QVariant();
    case SortRole: return sortValue(row, column);
    case PlaceholderRole: return placeholder(row, column);
    case SuggestionsRole: return suggestions(row, column);
    case ListRole: return isList(column);
    default: return {};
    }
}

QVariant EditTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole)
        return {};
    return orientation == Qt::Horizontal ? QVariant(m_headings.value(section)) : QVariant(section + 1);
}

Qt::ItemFlags EditTableModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (index.isValid())
        flags |= Qt::ItemIsEditable | (isSwitch(index.column()) ? Qt::ItemIsUserCheckable : Qt::NoItemFlags);
    return flags;
}

QString EditTableModel::problemOf(int row, int column) const
{
    if (const auto draft = m_drafts.find({row, column}); draft != m_drafts.end())
        return draft->second.reason;
    const auto mark = m_marks.find({row, column});
    return mark != m_marks.end() ? mark->second : QString();
}

void EditTableModel::readMarks()
{
    m_marks.clear();
    for (const Issue& issue : m_editor.problems()) {
        if (const QModelIndex cell = cellOf(issue.where); cell.isValid() && issue.severity != Severity::Note)
            m_marks.emplace(Place(cell.row(), cell.column()), toQString(issue.example));
    }
}

QModelIndex EditTableModel::cellOf(std::string_view where) const
{
    // Every field begins with the list and the row's number; that of the first cell shows how.
    if (m_rows.empty())
        return {};
    const std::string first = field(0, 0);
    const std::string_view list(first.data(), first.rfind('['));
    if (!where.starts_with(list) || where.size() <= list.size() || where[list.size()] != '[')
        return {};
    const int row = std::atoi(where.data() + list.size() + 1);
    if (row >= rowCount())
        return {};
    for (int column = 0; column < columnCount(); ++column) {
        if (isFieldAt(where, field(row, column)))
            return index(row, column);
    }
    return index(row, 0);
}

QString EditTableModel::refusal(const project::Project& project, int row, int column) const
{
    const std::string place = field(row, column);
    for (const Issue& issue : quickCheck(project)) {
        if (issue.severity == Severity::Error && isFieldAt(issue.where, place))
            return toQString(issue.example);
    }
    return {};
}

QString EditTableModel::check(const QModelIndex& index, const QString& text) const
{
    project::Project trial = m_editor.project();
    if (const auto written = writeCell(trial, index.row(), index.column(), text); !written)
        return toQString(written.error().what);
    return refusal(trial, index.row(), index.column());
}

bool EditTableModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || (role != Qt::EditRole && role != Qt::CheckStateRole))
        return false;
    const QString words = role == Qt::CheckStateRole ? switchText(value.toInt() == Qt::Checked) : value.toString();
    const Place place{index.row(), index.column()};
    project::Project after = m_editor.project();
    const auto written = writeCell(after, place.first, place.second, words);
    if (written) {
        m_drafts.erase(place);
        retryDrafts(after, place.first);
    } else {
        m_drafts[place] = {words, toQString(written.error().what)};
    }
    Q_EMIT dataChanged(index.siblingAtColumn(0), index.siblingAtColumn(columnCount() - 1));
    if (written)
        m_editor.apply(changeText(Change::Edit, 1), std::move(after));
    Q_EMIT problemsChanged();
    return true;
}

void EditTableModel::retryDrafts(project::Project& project, int row)
{
    for (auto draft = m_drafts.lower_bound({row, 0}); draft != m_drafts.end() && draft->first.first == row;) {
        project::Project trial = project;
        const auto written = writeCell(trial, row, draft->first.second, draft->second.text);
        if (written) {
            project = std::move(trial);
            draft = m_drafts.erase(draft);
        } else {
            draft->second.reason = toQString(written.error().what);
            ++draft;
        }
    }
}

void EditTableModel::reread()
{
    beginResetModel();
    m_drafts.clear();
    m_headings = headingsFor(m_editor.project());
    m_rows = readRows(m_editor.project());
    readMarks();
    endResetModel();
    Q_EMIT problemsChanged();
}

/// Keeps equal rows at both ends, and so a selection; rows in between are removed or inserted.
void EditTableModel::sync()
{
    if (headingsFor(m_editor.project()) != m_headings) {
        reread();
        return;
    }
    std::vector<QStringList> fresh = readRows(m_editor.project());
    if (fresh == m_rows)
        return;
    const auto shared = static_cast<int>(std::min(fresh.size(), m_rows.size()));
    const auto growth = static_cast<int>(fresh.size()) - static_cast<int>(m_rows.size());
    int prefix = 0;
    while (prefix < shared && fresh[static_cast<std::size_t>(prefix)] == m_rows[static_cast<std::size_t>(prefix)])
        ++prefix;
    int suffix = 0;
    while (suffix < shared - prefix && *(fresh.rbegin() + suffix) == *(m_rows.rbegin() + suffix))
        ++suffix;
    const int last = static_cast<int>(m_rows.size()) - suffix;
    const std::vector<QStringList> before = m_rows;
    std::copy(fresh.begin() + prefix, fresh.begin() + (last + std::min(growth, 0)), m_rows.begin() + prefix);
    if (growth > 0)
        beginInsertRows({}, last, last + growth - 1);
    else if (growth < 0)
        beginRemoveRows({}, last + growth, last - 1);
    m_rows = std::move(fresh);
    shiftDrafts(before, prefix, suffix, growth);
    if (growth > 0)
        endInsertRows();
    else if (growth < 0)
        endRemoveRows();
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    Q_EMIT problemsChanged();
}

/// A draft stays with its row; in changed rows as long as the value below it is the same.
void EditTableModel::shiftDrafts(const std::vector<QStringList>& before, int prefix, int suffix, int growth)
{
    const int last = static_cast<int>(before.size()) - suffix;
    std::map<Place, Draft> kept;
    for (auto& [place, draft] : m_drafts) {
        const auto& [row, column] = place;
        if (row < prefix)
            kept[place] = draft;
        else if (row >= last)
            kept[{row + growth, column}] = draft;
        else if (row < last + std::min(growth, 0)
                 && before[static_cast<std::size_t>(row)].at(column)
                     == m_rows[static_cast<std::size_t>(row)].at(column))
            kept[place] = draft;
    }
    m_drafts = std::move(kept);
}

QString EditTableModel::switchText(bool on)
{
    return on ? tr("yes") : tr("no");
}

Result<bool> EditTableModel::parseSwitch(const QString& text)
{
    const QString word = text.trimmed().toLower();
    if (QStringList{tr("yes"), QStringLiteral("yes"), QStringLiteral("true"), QStringLiteral("1")}.contains(word))
        return true;
    if (QStringList{tr("no"), QStringLiteral("no"), QStringLiteral("false"), QStringLiteral("0")}.contains(word))
        return false;
    return fail(ErrorCode::InvalidInput, tr("Expected yes or no, found “%1”.").arg(text).toStdString());
}

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

QList<int> EditTableModel::shiftRows(const QList<int>& rows, int step)
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

#include "moc_edit_table_model.cpp"
