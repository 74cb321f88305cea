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

/// What is to be made.
struct CampaignRequest
{
    std::shared_ptr<const project::Project> project;
    std::filesystem::path projectFile; ///< for the record only
    std::filesystem::path store; ///< made when it is not there
    run::CampaignOptions options; ///< its stop tokens, its control and the way to remote nodes are set by the session
    std::vector<int> order; ///< of the runs, by position; empty: as planned
};

/// What a campaign that was executed here came to.
struct SessionOutcome
{
    int done = 0;
    int failed = 0;
    int invalid = 0;
    int missing = 0; ///< cancelled, held back, or not begun
    bool nothingToDo = false;
};

/// One campaign at a time, executed on a thread of its own; goes on whatever page is shown. All members belong to the
/// GUI thread. The store is opened for writing while it is executed, and closed before finished().
class CampaignSession : public QObject
{
    Q_OBJECT
public:
    enum class State
    {
        Idle,
        Checking, ///< plans and checks before the first run
        Running,
        Pausing, ///< a run is still under way
        Paused,
        Stopping, ///< cleans up
        Finished
    };

    explicit CampaignSession(QObject* parent = nullptr);
    /// Stops, and waits until everything is cleaned up.
    ~CampaignSession() override;

    /// False, and nothing happens, while one is executed.
    bool start(CampaignRequest request);
    void pause();
    void resume();
    /// Finishes the run under way and starts no other.
    void stopAfterRun();
    /// The run under way is undone and marked cancelled. Returns at once; finished() or failed() follows.
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
    /// Some ten times a second while there is something to tell.
    void batchArrived(const millrace::ui::RunBatch& batch);
    /// It ended by itself or was stopped. The last batch has been told.
    void finished(const millrace::ui::SessionOutcome& outcome);
    /// It could not begin, or the store failed.
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
