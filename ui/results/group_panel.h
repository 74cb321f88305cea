// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/error.h"
#include "core/report/run_view.h"
#include "ui/base/job_runner.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace millrace::ui {

class EmptyState;
class ReportTableModel;
class Settings;
class TableView;

/// Runs grouped by factors: n, mean and 95 % interval of the usual metrics.
class GroupPanel : public QWidget
{
    Q_OBJECT
public:
    GroupPanel(QString file, Settings& settings, QWidget* parent = nullptr);

    /// What can be grouped by; at first all factors that differ.
    void setFactors(const std::vector<std::string>& names);
    void setGroupBy(const std::vector<std::string>& names);
    [[nodiscard]] const std::vector<std::string>& groupBy() const noexcept { return m_groupBy; }
    /// Reads the groups among the runs of this view.
    void show(const report::RunView& view);
    [[nodiscard]] const ReportTableModel& model() const noexcept { return *m_model; }

Q_SIGNALS:
    void groupByChanged();
    void shown();
    void failed(const millrace::Error& error);
    void noticed(const QString& sentence);

private:
    [[nodiscard]] QWidget* makeBar();
    void fillMenu();
    void toggle(const std::string& factor, bool chosen);
    void take(report::Table table);
    void exportTable();

    std::filesystem::path m_file;
    Settings& m_settings;
    JobRunner m_job;
    JobRunner m_exportJob;
    std::vector<std::string> m_factors;
    std::vector<std::string> m_groupBy;
    bool m_chosen = false; ///< by the user or a saved view
    report::Provenance m_provenance;
    ReportTableModel* m_model;
    TableView* m_table;
    QToolButton* m_by = nullptr;
    QToolButton* m_export = nullptr;
    QLabel* m_notes;
};

} // namespace millrace::ui
