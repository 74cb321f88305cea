// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/studies/import_model.h"

#include "ui/base/format.h"
#include "ui/base/icons.h"

#include <QLocale>

namespace millrace::ui {

void ImportModel::setEntries(std::vector<studies::StudySource::Entry> entries)
{
    beginResetModel();
    m_entries = std::move(entries);
    m_runs.clear();
    endResetModel();
}

void ImportModel::addImported(const std::vector<studies::StudyImportedRun>& runs)
{
    const std::size_t first = m_runs.size();
    m_runs.insert(m_runs.end(), runs.begin(), runs.end());
    m_runs.resize(std::min(m_runs.size(), m_entries.size()));
    if (m_runs.size() > first)
        Q_EMIT dataChanged(index(static_cast<int>(first), 0),
                           index(static_cast<int>(m_runs.size()) - 1, ColumnCount - 1));
}

void ImportModel::clearImported()
{
    if (m_runs.empty())
        return;
    beginResetModel();
    m_runs.clear();
    endResetModel();
}

int ImportModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

int ImportModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

std::int64_t ImportModel::issueCount(std::size_t row) const
{
    std::int64_t count = 0;
    if (row < m_runs.size())
        for (const Issue& issue : m_runs[row].issues)
            count += issue.count;
    return count;
}

QString ImportModel::text(std::size_t row, int column) const
{
    const studies::StudySource::Entry& entry = m_entries[row];
    const QLocale locale;
    switch (column) {
    case NameColumn: return toQString(entry.name);
    case FilesColumn: return formatCount(static_cast<qint64>(entry.files.size()), locale);
    case SizeColumn: return formatSize(static_cast<double>(entry.bytes), locale);
    case StateColumn:
        if (row >= m_runs.size())
            return {};
        if (m_runs[row].fate == studies::RunFate::LeftOut)
            return tr("left out");
        return m_runs[row].fate == studies::RunFate::AlreadyThere ? tr("was there") : tr("stored");
    case IssueColumn: return row < m_runs.size() ? formatCount(issueCount(row), locale) : QString();
    default: return {};
    }
}

QVariant ImportModel::sortValue(std::size_t row, int column) const
{
    switch (column) {
    case FilesColumn: return static_cast<qulonglong>(m_entries[row].files.size());
    case SizeColumn: return static_cast<qulonglong>(m_entries[row].bytes);
    case IssueColumn: return static_cast<qlonglong>(row < m_runs.size() ? issueCount(row) : -1);
    default: return text(row, column);
    }
}

QString ImportModel::toolTip(std::size_t row) const
{
    QStringList lines;
    if (row < m_runs.size() && !m_runs[row].issues.empty()) {
        for (const Issue& issue : m_runs[row].issues)
            lines.append(toQString(issueText(issue)));
    } else {
        for (const auto& file : m_entries[row].files)
            lines.append(pathText(file));
    }
    constexpr qsizetype most = 20;
    if (lines.size() > most)
        lines = lines.first(most) + QStringList{QStringLiteral("…")};
    return lines.join(QLatin1Char('\n'));
}

QVariant ImportModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto row = static_cast<std::size_t>(index.row());
    switch (role) {
    case Qt::DisplayRole: return text(row, index.column());
    case Qt::ToolTipRole: return toolTip(row);
    case SortRole: return sortValue(row, index.column());
    case Qt::TextAlignmentRole: {
        const bool number =
            index.column() == FilesColumn || index.column() == SizeColumn || index.column() == IssueColumn;
        return QVariant((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    case Qt::DecorationRole:
        if (index.column() == StateColumn && row < m_runs.size())
            return icon(QStringLiteral("ok"));
        return {};
    default: return {};
    }
}

QVariant ImportModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole) {
        const bool number = section == FilesColumn || section == SizeColumn || section == IssueColumn;
        return QVariant((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NameColumn: return tr("Run");
    case FilesColumn: return tr("Files");
    case SizeColumn: return tr("Size");
    case StateColumn: return tr("State");
    case IssueColumn: return tr("Issues");
    default: return {};
    }
}

} // namespace millrace::ui

#include "moc_import_model.cpp"
