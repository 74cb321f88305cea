// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/job_runner.h"
#include "ui/results/result_source.h"

#include <QWidget>

class QComboBox;
class QJsonValue;
class QLabel;
class QTabWidget;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace millrace::ui {

class DetailView;
class EmptyState;
class RunLogModel;
class ReportTableModel;
class RunRecordings;
class RunSeries;
class SearchLine;
class Settings;
class TableView;

/// Everything about one run: levels, metrics, conditions, series, log, history, environment and specification.
class RunPanel : public QWidget
{
    Q_OBJECT
public:
    RunPanel(QString file, Settings& settings, QWidget* parent = nullptr);
    ~RunPanel() override;

    void show(store::RunId run);
    void clear();
    /// Reads the run again, if one is shown.
    void refresh();
    [[nodiscard]] const std::optional<RunDetails>& details() const noexcept { return m_details; }

Q_SIGNALS:
    void shown();
    void failed(const millrace::Error& error);
    void previousRequested();
    void nextRequested();
    void exclusionRequested();
    /// The run shown shall be played once more.
    void replayRequested();
    void traceRequested(const QStringList& files, const QString& title);

private:
    [[nodiscard]] QWidget* makeHead();
    [[nodiscard]] QWidget* makeLog();
    [[nodiscard]] QWidget* makeEnvironment();
    [[nodiscard]] TableView* addTable(const QString& name, const QString& title, ReportTableModel* model,
                                      const QString& emptyText);
    void take(RunDetails details);
    void showLog();
    void showNode();
    void fillTree(QTreeWidget* tree, const std::string& json);

    std::filesystem::path m_file;
    Settings& m_settings;
    JobRunner m_job;
    store::RunId m_run;
    std::optional<RunDetails> m_details;
    QLabel* m_title = nullptr;
    QToolButton* m_exclude = nullptr;
    QToolButton* m_replay = nullptr;
    QTabWidget* m_tabs;
    DetailView* m_overview;
    ReportTableModel* m_metrics;
    ReportTableModel* m_gates;
    ReportTableModel* m_history;
    std::vector<TableView*> m_tables;
    RunSeries* m_series;
    RunRecordings* m_recordings;
    RunLogModel* m_log;
    SearchLine* m_logSearch = nullptr;
    QComboBox* m_logNode = nullptr;
    QComboBox* m_nodes = nullptr;
    QTreeWidget* m_environment = nullptr;
    QTreeWidget* m_plan = nullptr;
};

} // namespace millrace::ui
