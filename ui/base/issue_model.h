// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"

#include <QAbstractTableModel>

namespace millrace::ui {

/// Issues as a table: severity, place, sentence.
class IssueModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column
    {
        SeverityColumn,
        WhereColumn,
        SentenceColumn,
        ColumnCount
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setIssues(Issues issues);
    [[nodiscard]] const Issues& issues() const noexcept { return m_issues; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    Issues m_issues;
};

} // namespace millrace::ui
