// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/run_view.h"
#include "ui/base/document_page.h"
#include "ui/base/job_runner.h"

class QBoxLayout;
class QLabel;
class QStackedWidget;

namespace millrace::ui {

class EmptyState;
class JobStrip;
class ReportBrowser;
class Settings;

/// Which runs of which store a report is about.
struct ReportSubject
{
    QString store;
    report::RunView view; ///< of which filter, campaigns, states and factors count
    QString name; ///< of the store, and of its campaign where it has several, for people
};

/// The bookmark of a report of this kind, and its subject; InvalidInput if it cannot be read.
[[nodiscard]] QJsonObject bookmarkOf(const QString& kind, const ReportSubject& subject);
[[nodiscard]] Result<ReportSubject> subjectOf(const QJsonObject& bookmark);

/// A page computed from the runs of a store: choices above, figures and tables below, or why there are
/// none.
class ReportPage : public DocumentPage
{
    Q_OBJECT
public:
    /// What it shows, and of which store.
    [[nodiscard]] QString title() const override;
    /// Not those of other pages about the same store.
    [[nodiscard]] QStringList files() const override;
    [[nodiscard]] QJsonObject bookmark() const override;
    /// Recomputes.
    void reload() override { compute(); }
    [[nodiscard]] bool hasContent() const override { return m_shown; }
    [[nodiscard]] QStringList activities() const override;
    void stopActivities() override;

    [[nodiscard]] ReportBrowser& browser() const noexcept { return *m_browser; }
    [[nodiscard]] EmptyState& empty() const noexcept { return *m_empty; }
    /// Whether figures are shown, not the reason why there are none.
    [[nodiscard]] bool showsReport() const;

protected:
    /// `kind`: stable name, "response".
    ReportPage(const QString& kind, const QString& heading, ReportSubject subject, Settings& settings, QWidget* parent);

    virtual void compute() = 0;
    /// Below the heading.
    void addControls(QWidget* controls);
    /// The computation has begun, or ended with figures, or with an error. `nothing` is said instead of InvalidInput
    /// and NotFound: why there is nothing and how to get it.
    void showReport(std::vector<report::FigureSpec> figures, std::vector<report::Table> tables,
                    const std::vector<std::string>& notes, const QString& summary);
    void showProblem(const Error& error, const QString& title, const QString& nothing);
    [[nodiscard]] JobRunner& job() noexcept { return m_job; }
    [[nodiscard]] Settings& settings() noexcept { return m_settings; }

private:
    [[nodiscard]] QWidget* makeHeader();
    void offerAgain();
    void showCancelled();

    QString m_kind;
    QString m_heading;
    ReportSubject m_subject;
    Settings& m_settings;
    JobRunner m_job;
    QLabel* m_summary = nullptr;
    QBoxLayout* m_column;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    ReportBrowser* m_browser;
    JobStrip* m_strip;
    bool m_shown = false;
};

} // namespace millrace::ui
