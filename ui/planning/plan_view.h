// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/job_runner.h"
#include "ui/planning/plan_job.h"

#include <QTimer>
#include <QWidget>
#include <filesystem>

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QStackedWidget;
class QTabWidget;

namespace millrace::ui {

class EmptyState;
class FigureView;
class ProjectEditor;
class ReportTableModel;
class Settings;
class TableView;

/// The choices of machines of a plan: the best ones, cost over time, and every number of the selected one explained.
/// Recomputed after each edit, off the GUI thread.
class PlanView : public QWidget
{
    Q_OBJECT
public:
    PlanView(ProjectEditor& editor, Settings& settings, QWidget* parent = nullptr);
    ~PlanView() override;

    /// Next to it is the store with the calibration of the simulation.
    void setProjectFile(const std::filesystem::path& file) { m_projectFile = file; }
    void setIndex(int plan);
    /// Adds the selected choice as a cluster of this kind to the project.
    void addCluster(cluster::ClusterKind kind);

Q_SIGNALS:
    void noticed(const QString& sentence);
    void failed(const millrace::Error& error);
    /// The search ended; `found` is false where there is nothing to show.
    void finished(bool found);

protected:
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] QWidget* makeControls();
    [[nodiscard]] QWidget* makeResults();
    [[nodiscard]] TableView* makeTable(ReportTableModel* model, const char* name, const QString& title);
    void later();
    void start();
    void present(Result<PlanResult> result);
    void showSelected();
    /// A table of the selected choice; `why` there is none.
    void showOptional(ReportTableModel* model, const report::Table& table, const QString& why);
    void compareStrategies(const planner::Candidate& candidate);
    [[nodiscard]] std::string selectedStrategy(const planner::Candidate& choice) const;
    [[nodiscard]] int selected() const;

    ProjectEditor& m_editor;
    Settings& m_settings;
    std::filesystem::path m_projectFile;
    int m_index = -1;
    QTimer m_patience;
    JobRunner m_job;
    JobRunner m_comparison; ///< of the selected choice
    PlanResult m_result;
    bool m_isCurrent = false; ///< the last search was begun for the project as it is
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    QComboBox* m_objective = nullptr;
    QCheckBox* m_areStrategiesSearched = nullptr;
    QPushButton* m_add = nullptr;
    QPushButton* m_addSimulated = nullptr;
    ReportTableModel* m_choices;
    ReportTableModel* m_numbers;
    ReportTableModel* m_alone;
    ReportTableModel* m_starts;
    ReportTableModel* m_interruptions;
    ReportTableModel* m_strategies;
    TableView* m_strategiesView = nullptr;
    TableView* m_choicesView = nullptr;
    FigureView* m_figure = nullptr;
    QLabel* m_sentences = nullptr;
    QTabWidget* m_tabs = nullptr;
};

} // namespace millrace::ui
