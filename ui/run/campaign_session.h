// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/project/project.h"
#include "core/run/campaign_options.h"
#include "ui/run/run_bridge.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <thread>

namespace millrace::ui {

/// Request for a campaign.
struct CampaignRequest
{
    std::shared_ptr<const project::Project> project;
    std::filesystem::path projectFile; ///< for the record only
    std::filesystem::path store; ///< created if it does not exist
    run::CampaignOptions options; ///< the session sets its stop tokens, its control and the access to remote nodes
    std::vector<int> order; ///< of the runs, by position; empty: as planned
};

/// Result of a campaign executed here.
struct SessionOutcome
{
    int done = 0;
    int failed = 0;
    int invalid = 0;
    int missing = 0; ///< cancelled, held back, or not begun
    bool nothingToDo = false;
};

/// One campaign at a time, executed on a separate thread; continues whatever page is shown. All members belong to the
/// GUI thread. The store is opened for writing during the execution, and closed before finished().
class CampaignSession : public QObject
{
    Q_OBJECT
public:
    enum class State
    {
        Idle,
        Checking, ///< plans and checks before the first run
        Running,
        Pausing, ///< the current run is not yet finished
        Paused,
        Stopping, ///< cleans up
        Finished
    };

    explicit CampaignSession(QObject* parent = nullptr);
    /// Stops, and waits for the clean-up.
    ~CampaignSession() override;

    /// Returns false, without effect, while one is executed.
    bool start(CampaignRequest request);
    void pause();
    void resume();
    /// Finishes the current run and starts no other.
    void stopAfterRun();
    /// Undoes the current run and marks it cancelled. Returns at once; finished() or failed() follows.
    void stop();
    void cancelRun(int position);
    void retry(int position);
    void setOrder(std::vector<int> positions);

    [[nodiscard]] State state() const noexcept { return m_state; }
    [[nodiscard]] bool isActive() const noexcept { return m_state != State::Idle && m_state != State::Finished; }
    [[nodiscard]] bool isStoppingAfterRun() const noexcept;
    [[nodiscard]] const CampaignRequest& request() const noexcept { return m_request; }

Q_SIGNALS:
    void stateChanged();
    /// Emitted about ten times a second while there are changes.
    void batchArrived(const millrace::ui::RunBatch& batch);
    /// Emitted when it ended or was stopped, after the last batch.
    void finished(const millrace::ui::SessionOutcome& outcome);
    /// Emitted when it could not begin, or the store failed.
    void failed(const millrace::Error& error);

private:
    struct Shared;
    void setState(State state);
    void takeBatch();
    void takeEnd();

    CampaignRequest m_request;
    std::shared_ptr<Shared> m_shared;
    std::jthread m_thread;
    QTimer m_timer;
    State m_state = State::Idle;
};

} // namespace millrace::ui
