// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/audit.h"
#include "ui/base/job_runner.h"

#include <QWidget>

#include <optional>

class QButtonGroup;
class QComboBox;
class QLabel;
class QSplitter;
class QStackedWidget;
class QTabWidget;
class QTextBrowser;
class QToolButton;

namespace millrace::ui {

class ClaimModel;
class EmptyState;
class FindingModel;
class NumberTable;
class Settings;

/// The errors of an imported study, with effect and evidence, and which of its claims are reproduced.
class AuditPanel : public QWidget
{
    Q_OBJECT
public:
    explicit AuditPanel(Settings& settings, QWidget* parent = nullptr);
    ~AuditPanel() override;

    /// Names of the imports that can be audited; the choice is hidden if there is only one.
    void setStudies(const QStringList& names);
    [[nodiscard]] int currentStudy() const;
    void showAudit(studies::Audit audit);
    void showWaiting();
    void showNothing(const QString& icon, const QString& title, const QString& sentence);
    [[nodiscard]] const std::optional<studies::Audit>& audit() const noexcept { return m_audit; }
    [[nodiscard]] bool showsAudit() const;
    /// Selects by name; false: unknown.
    bool chooseFinding(const std::string& name);
    /// Shows the claims of one verdict only; none: all.
    void filterClaims(std::optional<studies::ClaimVerdict> verdict);
    [[nodiscard]] NumberTable& findings() const noexcept { return *m_findings; }
    [[nodiscard]] NumberTable& values() const noexcept { return *m_values; }
    [[nodiscard]] NumberTable& evidence() const noexcept { return *m_evidence; }
    [[nodiscard]] NumberTable& claims() const noexcept { return *m_claims; }
    [[nodiscard]] EmptyState& empty() const noexcept { return *m_empty; }
    /// Writes a page as .html, otherwise all findings and claims as .csv; does not ask.
    void exportTo(const QString& file);

Q_SIGNALS:
    void studyChosen(int study);
    /// Requests to show a run of the evidence.
    void runRequested(millrace::store::RunId run);
    void failed(const millrace::Error& error);
    void noticed(const QString& sentence);

protected:
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] QWidget* makeHeader();
    [[nodiscard]] QWidget* makeFindings();
    [[nodiscard]] QWidget* makeClaims();
    void showFinding();
    void fillDetail();
    void fillCounts();
    void ask(const QString& suffix);

    Settings& m_settings;
    JobRunner m_job;
    std::optional<studies::Audit> m_audit;
    QLabel* m_summary = nullptr;
    QComboBox* m_studies = nullptr;
    QToolButton* m_export = nullptr;
    QTabWidget* m_tabs;
    FindingModel* m_findingModel;
    ClaimModel* m_claimModel;
    NumberTable* m_findings = nullptr;
    QTextBrowser* m_detail = nullptr;
    NumberTable* m_values = nullptr;
    NumberTable* m_evidence = nullptr;
    NumberTable* m_claims = nullptr;
    QButtonGroup* m_verdicts = nullptr;
    QLabel* m_notes = nullptr;
    QSplitter* m_rows = nullptr;
    QSplitter* m_columns = nullptr;
    EmptyState* m_empty;
    QStackedWidget* m_stack;
};

} // namespace millrace::ui
