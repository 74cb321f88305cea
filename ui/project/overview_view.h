// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/job_runner.h"
#include "ui/project/grid_size.h"
#include "ui/project/project_tree_model.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace millrace::ui {

class FieldEdit;
class IssueModel;
class ProjectSession;
class Settings;
class TableView;

/// The whole of a project: name, notes, where results go, how much there is, and all problems.
class OverviewView : public QWidget
{
    Q_OBJECT
public:
    OverviewView(ProjectSession& session, Settings& settings, QWidget* parent = nullptr);
    ~OverviewView() override;

    /// Puts the keyboard on "name", "notes" or "store".
    void showField(const QString& field);

Q_SIGNALS:
    /// A problem was chosen; `where` is its field.
    void problemChosen(const QString& where);
    void resultsRequested();
    /// The next step was chosen: an item of this part is to be added; of Run: the page is to be shown.
    void stepRequested(millrace::ui::ProjectPart part);

private:
    QWidget* makeForm();
    QWidget* makeProblems(Settings& settings);
    QWidget* makeStep();
    void showStep();
    void connectFields();
    void read();
    void readState();
    void readProblems();
    void count();
    void chooseStore();
    void setStore(const QString& text);
    void activate(int row);

    ProjectSession& m_session;
    Settings& m_settings;
    FieldEdit* m_name;
    QPlainTextEdit* m_notes;
    QLineEdit* m_store;
    QPushButton* m_results;
    QLabel* m_counts;
    QLabel* m_step;
    QPushButton* m_go;
    ProjectPart m_next = ProjectPart::Overview; ///< what the next step concerns
    QLabel* m_problemsTitle;
    TableView* m_problems = nullptr;
    IssueModel* m_issues;
    JobRunner m_job;
    bool m_reading = false;
};

} // namespace millrace::ui
