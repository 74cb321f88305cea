// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/job_runner.h"
#include "ui/trace/table_job.h"

#include <QAbstractTableModel>

namespace millrace::ui {

/// A TraceTable in a view. Tables are made, filtered and sorted by a job; what is shown stays until that is done and is
/// then replaced by one reset.
class TraceTableModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Role
    {
        SortRole = Qt::UserRole, ///< the raw number in base units, or the text
    };
    using Maker = std::function<std::shared_ptr<const TraceTable>()>;

    explicit TraceTableModel(std::vector<TableColumn> columns, QObject* parent = nullptr);

    /// `make` runs on the job's thread.
    void show(Maker make);
    void clear();
    /// What is typed into the filter line; problem() says why it is not understood, and nothing changes then.
    void setFilter(const QString& text);
    [[nodiscard]] const QString& filterText() const noexcept { return m_filterText; }
    [[nodiscard]] const QString& problem() const noexcept { return m_problem; }
    /// nullptr before the first table.
    [[nodiscard]] const std::shared_ptr<const ArrangedTable>& arranged() const noexcept { return m_arranged; }
    [[nodiscard]] bool isArranging() const noexcept { return m_job.isRunning(); }
    [[nodiscard]] const std::vector<TableColumn>& columns() const noexcept { return m_columns; }
    /// The row of the trace behind a row of the view.
    [[nodiscard]] std::uint32_t traceRow(int row) const { return m_arranged->order[static_cast<std::size_t>(row)]; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    /// -1: in the order of the trace. Takes effect when the job is done.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

Q_SIGNALS:
    /// After every reset.
    void arrangedChanged();
    void problemChanged(const QString& problem);
    void arrangingChanged(bool arranging);

private:
    void arrangeAgain();
    void take(Result<ArrangedTable> arranged);

    const std::vector<TableColumn> m_columns;
    JobRunner m_job;
    Maker m_make; ///< of a table that is not shown yet
    QString m_filterText;
    RowFilter m_filter;
    QString m_problem;
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    std::shared_ptr<const ArrangedTable> m_arranged;
    QLocale m_locale;
};

} // namespace millrace::ui
