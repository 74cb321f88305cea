// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/studies/import_session.h"

#include <QAbstractTableModel>

namespace millrace::ui {

/// The runs that an import would create, and the result of each.
class ImportModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column
    {
        NameColumn,
        FilesColumn,
        SizeColumn,
        StateColumn,
        IssueColumn,
        ColumnCount
    };
    enum Role
    {
        SortRole = Qt::UserRole
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setEntries(std::vector<studies::StudySource::Entry> entries);
    /// In the order of the entries, from the first one without a result.
    void addImported(const std::vector<studies::StudyImportedRun>& runs);
    /// All are to be imported again.
    void clearImported();
    [[nodiscard]] std::size_t importedCount() const noexcept { return m_runs.size(); }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString text(std::size_t row, int column) const;
    [[nodiscard]] QVariant sortValue(std::size_t row, int column) const;
    [[nodiscard]] QString toolTip(std::size_t row) const;
    [[nodiscard]] std::int64_t issueCount(std::size_t row) const;

    std::vector<studies::StudySource::Entry> m_entries;
    std::vector<studies::StudyImportedRun> m_runs; ///< of the first entries
};

} // namespace millrace::ui
