// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/job_runner.h"
#include "ui/results/result_source.h"

#include <QAbstractTableModel>

namespace millrace::ui {

/// Printed lines of a run, fetched in pages as the view asks for more.
class RunLogModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column
    {
        TimeColumn,
        NodeColumn,
        ProcessColumn,
        TextColumn,
        ColumnCount
    };
    enum Role
    {
        SortRole = Qt::UserRole,
    };

    explicit RunLogModel(QString file, QObject* parent = nullptr);

    /// Restarts with the matching lines of a run.
    void show(store::RunId run, const store::LogQuery& query);
    void clear();
    [[nodiscard]] bool isReading() const noexcept { return m_job.isRunning(); }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] bool canFetchMore(const QModelIndex& parent) const override;
    void fetchMore(const QModelIndex& parent) override;

Q_SIGNALS:
    void loaded();
    void failed(const millrace::Error& error);

private:
    void read();

    std::filesystem::path m_file;
    JobRunner m_job;
    store::RunId m_run;
    store::LogQuery m_query;
    std::vector<store::LogPage::Entry> m_lines;
    bool m_atEnd = true;
};

} // namespace millrace::ui
