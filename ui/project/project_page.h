// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/document_page.h"
#include "ui/base/job_runner.h"
#include "ui/project/project_document.h"

#include <optional>

class QLabel;
class QPushButton;
class QSplitter;
class QTableView;
class QTreeView;

namespace millrace::ui {

class DetailView;
class IssueModel;
class OutlineModel;
class Settings;

/// A project, read-only: its tree, details of the selected line, and its problems if it has any.
class ProjectPage : public DocumentPage
{
    Q_OBJECT
public:
    ProjectPage(const QString& file, Settings& settings, QWidget* parent = nullptr);
    ~ProjectPage() override;

    /// A project that has no file yet; `suggestedFile` is what saving proposes.
    [[nodiscard]] static ProjectPage* fromText(std::string text, const QString& suggestedFile, Settings& settings,
                                               QWidget* parent = nullptr);
    /// Shows the campaigns and starts the first grid.
    void startCampaign();

    void reload() override;
    [[nodiscard]] bool hasContent() const override { return m_document.has_value(); }
    /// Valid while hasContent().
    [[nodiscard]] const ProjectDocument& document() const { return *m_document; }

private:
    [[nodiscard]] QWidget* makeHeader();
    [[nodiscard]] QWidget* makeTree();
    [[nodiscard]] QWidget* makeProblems();
    void show(ProjectDocument document);
    void showSelection();
    void expandUpper();

    Settings& m_settings;
    JobRunner m_job;
    std::optional<ProjectDocument> m_document;
    OutlineModel* m_outline;
    IssueModel* m_issues;
    QLabel* m_title = nullptr;
    QLabel* m_subtitle = nullptr;
    QPushButton* m_resultsButton = nullptr;
    QTreeView* m_tree = nullptr;
    DetailView* m_details = nullptr;
    QWidget* m_problems = nullptr;
    QLabel* m_problemsTitle = nullptr;
    QTableView* m_problemsTable = nullptr;
    QSplitter* m_splitter = nullptr;
};

} // namespace millrace::ui
