// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/job_runner.h"
#include "ui/grid/dry_run_job.h"

#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>

class QLabel;
class QStackedWidget;
class QTabWidget;

namespace millrace::ui {

class DryRunModel;
class EmptyState;
class ProjectEditor;
class Settings;
class TableView;

/// Dry run of the current grid: how many runs, which, what is left out and why, what it takes. Recomputed 150 ms
/// after the last edit, off the GUI thread; the former one stays until then. While it is
/// hidden it waits.
class DryRunView : public QWidget
{
    Q_OBJECT
public:
    DryRunView(ProjectEditor& editor, Settings& settings, QWidget* parent = nullptr);
    ~DryRunView() override;

    void setIndex(int grid);
    /// The store whose runs the estimate comes from.
    void setStore(const std::filesystem::path& store);

    /// Writes the operations of a run in the list, from 0, as GOAL or, with the suffix .et, as Chakra traces.
    void exportOperations(int row, const QString& file);

    /// Of the last dry run that ended, without its lines; nullptr before.
    [[nodiscard]] const DryRunResult* result() const { return m_result ? &*m_result : nullptr; }
    [[nodiscard]] bool isCurrent() const noexcept { return m_current; }

Q_SIGNALS:
    /// result() is new.
    void finished();

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] QWidget* makeSummary();
    [[nodiscard]] QWidget* makeCard(const QString& title, const QString& name, QLabel*& value, QLabel*& detail);
    [[nodiscard]] QWidget* makeTable(DryRunModel* model, const QString& name, const QString& title, QLabel*& note);
    void offerExport(TableView* view);
    void later();
    void start();
    void present(DryRunResult result);
    void showNumbers();
    void showProblems();
    void setCurrent(bool current);

    ProjectEditor& m_editor;
    Settings& m_settings;
    int m_index = -1;
    std::filesystem::path m_store;
    QTimer m_patience;
    JobRunner m_job;
    JobRunner m_export;
    std::optional<DryRunResult> m_result; ///< its lines are in the models
    std::pair<std::size_t, std::size_t> m_listed; ///< lines of runs and of what is left out
    std::shared_ptr<const KnownHistory> m_known;
    bool m_current = false;

    DryRunModel* m_runs;
    DryRunModel* m_leftOut;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    QLabel* m_headline = nullptr;
    QLabel* m_problems = nullptr;
    QLabel* m_time = nullptr;
    QLabel* m_timeDetail = nullptr;
    QLabel* m_wire = nullptr;
    QLabel* m_wireDetail = nullptr;
    QLabel* m_storeSize = nullptr;
    QLabel* m_storeDetail = nullptr;
    QLabel* m_basis = nullptr;
    QLabel* m_runsNote = nullptr;
    QLabel* m_leftOutNote = nullptr;
    QTabWidget* m_tabs = nullptr;
};

} // namespace millrace::ui
