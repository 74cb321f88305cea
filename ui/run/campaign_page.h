// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/project/project.h"
#include "core/run/campaign_options.h"
#include "ui/base/job_runner.h"
#include "ui/run/campaign_session.h"
#include "ui/run/campaign_source.h"
#include "ui/run/campaign_times.h"

#include <QWidget>

class QLabel;
class QSplitter;
class QStackedWidget;
class QTabWidget;

namespace millrace::ui {

class CampaignBar;
class CampaignModel;
class EmptyState;
class ErrorBanner;
class FailureView;
class LogView;
class NextSteps;
class QueueView;
class ReportWriter;
class RunMonitor;
class RunWatch;
class Settings;

/// Campaigns of a project: starts them, shows their queue, and monitors the current run. A campaign continues whatever
/// page is shown, and is stopped and cleaned up when this page is destroyed.
class CampaignPage : public QWidget
{
    Q_OBJECT
public:
    explicit CampaignPage(Settings& settings, QWidget* parent = nullptr);
    ~CampaignPage() override;

    /// Sets the current project, saved or not; an active campaign keeps the one that it was started with. `store`: for
    /// results; empty: not known before the project is saved.
    void setProject(std::shared_ptr<const project::Project> project, std::filesystem::path projectFile,
                    std::filesystem::path store, bool hasErrors);
    /// Action of the button "Start": starts, resumes, or creates a new campaign if all runs are made. Deferred while
    /// the project and the store are being read.
    void start();
    void startAnew();

    [[nodiscard]] bool isActive() const noexcept;
    /// Returns one sentence while a campaign is active.
    [[nodiscard]] QStringList activities() const;
    /// Stops the active campaign; idle() follows after the clean-up.
    void stopActivities();
    /// Focuses the search line of the log.
    void find();

    // For tests:
    void setPrograms(std::filesystem::path folder);
    void setExecutor(run::RunExecutor executor);
    [[nodiscard]] CampaignSession& session() noexcept { return *m_session; }
    [[nodiscard]] CampaignModel& model() noexcept { return *m_model; }
    [[nodiscard]] QueueView& queue() noexcept { return *m_queue; }
    [[nodiscard]] RunMonitor& monitor() noexcept { return *m_monitor; }
    [[nodiscard]] LogView& log() noexcept { return *m_log; }

Q_SIGNALS:
    /// Emitted when isActive() or activities() have changed.
    void stateChanged();
    /// Emitted when activities() has become empty.
    void idle();
    /// Requests opening another file: the result store.
    void openRequested(const QString& file);
    /// Requests all details of a finished run.
    void runRequested(const QString& store, millrace::store::RunId run);
    /// Emitted with an error that the page shows itself.
    void failed(const millrace::Error& error);
    /// Requests showing the problems of the project.
    void problemsRequested();
    /// Emitted when the queue was loaded again.
    void loaded();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void makeLayout();
    void connectBar();
    void connectQueue();
    void readSnapshot();
    void takeSnapshot(CampaignSnapshot snapshot);
    void takeBatch(const RunBatch& batch);
    void takeFinished(const SessionOutcome& outcome);
    void takeFailed(const Error& error);
    void showReadError(const Error& error);
    void startWith(run::CampaignChoice choice, std::vector<int> positions, std::vector<int> retry);
    void retry(const std::vector<int>& positions);
    void reorder(const std::vector<int>& order);
    void updateActions();
    void updateState();
    void updateHeading();
    void tick();
    [[nodiscard]] bool canStart() const;
    [[nodiscard]] QString progressText() const;
    [[nodiscard]] std::vector<int> chosenPositions() const;

    Settings& m_settings;
    std::shared_ptr<const project::Project> m_project;
    std::filesystem::path m_projectFile;
    std::filesystem::path m_store;
    std::filesystem::path m_programs;
    run::RunExecutor m_executor;
    bool m_hasErrors = false;
    int m_errorCount = 0;

    CampaignSession* m_session;
    CampaignModel* m_model;
    ReportWriter* m_report;
    CampaignBar* m_bar = nullptr;
    ErrorBanner* m_banner = nullptr;
    QLabel* m_notice = nullptr;
    NextSteps* m_next = nullptr;
    QStackedWidget* m_stack = nullptr;
    EmptyState* m_empty = nullptr;
    QSplitter* m_splitter = nullptr;
    QueueView* m_queue = nullptr;
    QTabWidget* m_tabs = nullptr;
    RunMonitor* m_monitor = nullptr;
    LogView* m_log = nullptr;
    FailureView* m_failures = nullptr;
    RunWatch* m_watch = nullptr;

    JobRunner m_readJob;
    QTimer m_readSoon;
    QTimer m_ticking;
    CampaignSnapshot m_snapshot;
    bool m_stale = true; ///< the snapshot, until it is read again
    bool m_reordered = false;
    bool m_startWhenRead = false;

    CampaignTimes m_times;
};

} // namespace millrace::ui
