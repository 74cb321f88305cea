// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/job_runner.h"
#include "ui/results/result_jobs.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;
class QSplitter;

namespace millrace::ui {

class FigureView;
class ReportTableModel;
class SearchLine;
class Settings;
class TableView;

/// Two groups of runs side by side: in words, in numbers and as boxes.
class ComparePanel : public QWidget
{
    Q_OBJECT
public:
    ComparePanel(QString file, Settings& settings, QWidget* parent = nullptr);

    /// Factors and levels that groups can be made of.
    void setFactors(const std::vector<store::FactorSummary>& factors);
    /// Compares these runs with the others of the view.
    void setOf(const GroupChoice& choice);
    void setWith(const GroupChoice& choice);
    void setGroups(const std::string& of, const std::string& with);
    [[nodiscard]] const GroupChoice& of() const noexcept { return m_of; }
    [[nodiscard]] const GroupChoice& with() const noexcept { return m_with; }
    /// Compares by the metric of the view among its runs.
    void show(const report::RunView& view);
    [[nodiscard]] const std::optional<report::RunComparison>& comparison() const noexcept { return m_comparison; }
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] FigureView& figureView() const noexcept { return *m_figure; }

Q_SIGNALS:
    void groupsChanged();
    void shown();
    void failed(const millrace::Error& error);
    void noticed(const QString& sentence);
    void exportingChanged();

private:
    [[nodiscard]] QWidget* makeChoice();
    [[nodiscard]] SearchLine* makeLine(const QString& name, const QString& title, GroupChoice& choice);
    void propose();
    void take(report::RunComparison comparison);
    void explain(const QString& problem);

    std::filesystem::path m_file;
    JobRunner m_job;
    GroupChoice m_of;
    GroupChoice m_with;
    std::vector<store::FactorSummary> m_factors;
    std::optional<report::RunComparison> m_comparison;
    SearchLine* m_ofLine = nullptr;
    SearchLine* m_withLine = nullptr;
    QPushButton* m_swap = nullptr;
    QLabel* m_sentence;
    QLabel* m_note;
    ReportTableModel* m_groups;
    ReportTableModel* m_estimates;
    TableView* m_groupTable;
    TableView* m_estimateTable;
    FigureView* m_figure;
};

} // namespace millrace::ui
