// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/issue_model.h"

#include "ui/base/format.h"

namespace millrace::ui {

void IssueModel::setIssues(Issues issues)
{
    beginResetModel();
    m_issues = std::move(issues);
    endResetModel();
}

int IssueModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_issues.size());
}

int IssueModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant IssueModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const Issue& issue = m_issues[static_cast<std::size_t>(index.row())];
    switch (index.column()) {
    case SeverityColumn:
        return issue.severity == Severity::Error  ? tr("Error")
            : issue.severity == Severity::Warning ? tr("Warning")
                                                  : tr("Note");
    case WhereColumn: return toQString(issue.where);
    default:
        return issue.count > 1
            ? tr("%1 (%n time(s))", nullptr, static_cast<int>(issue.count)).arg(toQString(issue.example))
            : toQString(issue.example);
    }
}

QVariant IssueModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case SeverityColumn: return tr("Severity");
    case WhereColumn: return tr("Place");
    case SentenceColumn: return tr("Problem");
    default: return {};
    }
}

} // namespace millrace::ui

#include "moc_issue_model.cpp"
