// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/job_runner.h"
#include "ui/trace/table_job.h"

#include <QAbstractTableModel>

namespace millrace::ui {

/// View of a TraceTable. Tables are made, filtered and sorted by a job; the current content stays until then and is
/// replaced by one reset.
class TraceTableModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Role
    {
        SortRole = Qt::UserRole, ///< raw number in base units, or the text
    };
    using Maker = std::function<std::shared_ptr<const TraceTable>()>;

    explicit TraceTableModel(std::vector<TableColumn> columns, QObject* parent = nullptr);

    /// Shows another table; `make` runs on the job's thread.
    void show(Maker make);
    /// Sets the filter line; if it is invalid, problem() has the reason and nothing changes.
    void setFilter(const QString& text);
    [[nodiscard]] const QString& filterText() const noexcept { return m_filterText; }
    [[nodiscard]] const QString& problem() const noexcept { return m_problem; }
    /// Returns nullptr before the first table.
    [[nodiscard]] const std::shared_ptr<const ArrangedTable>& arranged() const noexcept { return m_arranged; }
    [[nodiscard]] bool isArranging() const noexcept { return m_job.isRunning(); }
    [[nodiscard]] const std::vector<TableColumn>& columns() const noexcept { return m_columns; }
    /// Maps a row of the view to a row of the trace.
    [[nodiscard]] std::uint32_t traceRow(int row) const { return m_arranged->order[static_cast<std::size_t>(row)]; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    /// Sorts by a column; -1: the order of the trace. Takes effect when the job is done.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

Q_SIGNALS:
    /// Emitted after every reset.
    void arrangedChanged();
    void problemChanged(const QString& problem);
    void arrangingChanged(bool arranging);

private:
    void arrangeAgain();
    void take(Result<ArrangedTable> arranged);

    const std::vector<TableColumn> m_columns;
    JobRunner m_job;
    Maker m_make; ///< of a pending table
    QString m_filterText;
    RowFilter m_filter;
    QString m_problem;
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    std::shared_ptr<const ArrangedTable> m_arranged;
    QLocale m_locale;
};

} // namespace millrace::ui
