// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/project/project.h"
#include "core/run/campaign_options.h"
#include "ui/base/job_runner.h"
#include "ui/run/campaign_session.h"
#include "ui/run/campaign_source.h"

#include <QWidget>

#include <deque>

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
class LiveRun;
class LogView;
class NextSteps;
class QueueView;
class RunMonitor;
class Settings;

/// The campaigns of a project: starts them, shows their queue, and watches the run under way. A campaign goes on
/// whatever page is shown, and is stopped and cleaned up when this page is destroyed.
class CampaignPage : public QWidget
{
    Q_OBJECT
public:
    explicit CampaignPage(Settings& settings, QWidget* parent = nullptr);
    ~CampaignPage() override;

    /// The project as it is now, saved or not; a campaign under way keeps the one that it was started with. `store`:
    /// where results go; empty: not known before the project is saved.
    void setProject(std::shared_ptr<const project::Project> project, std::filesystem::path projectFile,
                    std::filesystem::path store, bool hasErrors);
    /// What the button "Start" does: starts, resumes, or begins anew where all runs are made. While the project and
    /// the store are still being read, it happens after that.
    void start();
    void startAnew();
    void chooseGrid(const QString& grid);

    [[nodiscard]] bool isActive() const noexcept;
    /// One sentence when a campaign is under way.
    [[nodiscard]] QStringList activities() const;
    /// Stops the campaign under way; idle() follows when everything is cleaned up.
    void stopActivities();
    /// Puts the keyboard into the search line of the log.
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
    /// isActive() or activities() have changed.
    void stateChanged();
    /// activities() has become empty.
    void idle();
    /// Another file is asked for: the result store.
    void openRequested(const QString& file);
    /// Everything about this run is asked for.
    void runActivated(millrace::store::RunId run);
    /// The page shows the error itself; for those who must know.
    void failed(const millrace::Error& error);
    /// The problems of the project shall be shown.
    void problemsRequested();
    /// What the queue shows has been read anew.
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
    [[nodiscard]] bool asksForTrust(std::function<void()> start);
    void startWith(run::CampaignChoice choice, std::vector<int> positions, std::vector<int> retry);
    void retry(const std::vector<int>& positions);
    void reorder(const std::vector<int>& order);
    void watch(int position);
    void watchLive();
    void beginLive(const run::RunHeading& heading);
    void updateActions();
    void updateState();
    void updateHeading();
    void tick();
    void writeReport();
    [[nodiscard]] bool canStart() const;
    [[nodiscard]] QString standingText() const;
    [[nodiscard]] QString progressText() const;
    [[nodiscard]] QString stateSentence() const;
    [[nodiscard]] QString liveStateText() const;
    [[nodiscard]] QString currentRunText() const;
    /// "Run 3 of 20 · strategy=RING · repetition 1".
    [[nodiscard]] QString titleOf(const QueueRow& row) const;
    [[nodiscard]] double secondsLeft() const;
    [[nodiscard]] double secondsLeftInRun() const;
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

    JobRunner m_readJob;
    JobRunner m_reportJob;
    QTimer m_readSoon;
    QTimer m_ticking;
    CampaignSnapshot m_snapshot;
    bool m_stale = true; ///< the snapshot, until it is read again
    bool m_reordered = false;
    bool m_startWhenRead = false;

    std::shared_ptr<LiveRun> m_live; ///< the run under way, or the last one
    std::deque<store::LogLine> m_liveLines; ///< of m_live, as many as the log shows
    std::optional<RunBatch::Step> m_step;
    std::optional<RunBatch::Iteration> m_iteration;
    std::optional<run::CampaignProgress> m_progress;
    Nanoseconds m_progressTime{0}; ///< monotonic
    Nanoseconds m_startTime{0}; ///< monotonic
    int m_watched = 0; ///< position that the user selected; 0: the current run
    store::RunId m_watchedRun; ///< the attempt at m_watched that is shown
};

} // namespace millrace::ui
