// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/run/campaign_session.h"

#include "core/run/campaign.h"
#include "ui/remote/prompt_queue.h"
#include "ui/remote/remote_connector.h"

namespace millrace::ui {

/// State shared by the thread of the campaign and the GUI thread.
struct CampaignSession::Shared
{
    RunBridge bridge;
    run::CampaignControl control;
    std::stop_source stop;
    std::stop_source finish;
    std::mutex mutex;
    std::optional<Result<run::CampaignOutcome>> result; ///< when the thread is done
};

namespace {

Result<run::CampaignOutcome> executeRequest(const CampaignRequest& request, RunBridge& bridge, const JobContext& job)
{
    MR_TRY(plan, run::planCampaign(*request.project, request.projectFile, request.options));
    MR_CHECK(run::checkCells(plan, request.options.programs, job));
    if (!request.options.executor)
        MR_CHECK(run::checkStarts(plan, request.options.programs, job));
    if (!request.options.executor && run::clusterOf(plan).kind == cluster::ClusterKind::Emulated)
        MR_CHECK(run::checkMachine());
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "cancelled before the first run");
    MR_TRY(database, store::Database::openOrCreate(request.store));
    return run::executeCampaign(plan, database, request.options, bridge, job);
}

} // namespace

CampaignSession::CampaignSession(QObject* parent) : QObject(parent)
{
    m_timer.setInterval(100);
    connect(&m_timer, &QTimer::timeout, this, &CampaignSession::takeBatch);
}

CampaignSession::~CampaignSession()
{
    if (m_shared)
        m_shared->stop.request_stop();
}

bool CampaignSession::start(CampaignRequest request)
{
    if (isActive())
        return false;
    m_shared = std::make_shared<Shared>();
    request.options.control = &m_shared->control;
    request.options.finish = m_shared->finish.get_token();
    m_request = request;
    // Answers of the user are forgotten at the end of the campaign.
    if (!request.options.connect)
        request.options.connect = remoteConnector(request.options.programs, {}, PromptQueue::ofProgram().prompts());
    if (!request.order.empty())
        m_shared->control.setOrder(std::move(request.order));
    setState(State::Checking);
    m_timer.start();
    m_thread = std::jthread([request = std::move(request), shared = m_shared] {
        auto result = executeRequest(request, shared->bridge, {shared->stop.get_token(), {}});
        const std::lock_guard lock(shared->mutex);
        shared->result = std::move(result);
    });
    return true;
}

bool CampaignSession::isStoppingAfterRun() const noexcept
{
    return isActive() && m_shared->finish.stop_requested();
}

void CampaignSession::pause()
{
    if (m_state != State::Running && m_state != State::Checking)
        return;
    m_shared->control.pause();
    setState(State::Pausing);
}

void CampaignSession::resume()
{
    if (m_state != State::Pausing && m_state != State::Paused)
        return;
    m_shared->control.resume();
    setState(State::Running);
}

void CampaignSession::stopAfterRun()
{
    if (!isActive())
        return;
    m_shared->finish.request_stop();
    Q_EMIT stateChanged();
}

void CampaignSession::stop()
{
    if (!isActive())
        return;
    m_shared->stop.request_stop();
    setState(State::Stopping);
}

void CampaignSession::cancelRun(int position)
{
    if (isActive())
        m_shared->control.cancelRun(position);
}

void CampaignSession::retry(int position)
{
    if (isActive())
        m_shared->control.retry(position);
}

void CampaignSession::setOrder(std::vector<int> positions)
{
    if (isActive())
        m_shared->control.setOrder(std::move(positions));
}

void CampaignSession::setState(State state)
{
    if (m_state == state)
        return;
    m_state = state;
    Q_EMIT stateChanged();
}

void CampaignSession::takeBatch()
{
    bool ended = false;
    {
        const std::lock_guard lock(m_shared->mutex);
        ended = m_shared->result.has_value();
    }
    const RunBatch batch = m_shared->bridge.take();
    if (m_state == State::Checking && batch.started)
        setState(State::Running);
    // A campaign also pauses by itself.
    if (batch.paused && (m_state == State::Running || m_state == State::Pausing || m_state == State::Paused))
        setState(m_shared->control.isPaused() ? State::Paused : State::Running);
    if (!batch.isEmpty())
        Q_EMIT batchArrived(batch);
    if (ended)
        takeEnd();
}

void CampaignSession::takeEnd()
{
    m_timer.stop();
    m_thread.join();
    const Result<run::CampaignOutcome> result = *std::exchange(m_shared->result, std::nullopt);
    setState(State::Finished);
    if (!result && result.error().code != ErrorCode::Cancelled) {
        Q_EMIT failed(result.error());
        return;
    }
    SessionOutcome outcome;
    if (result)
        outcome = {result->done, result->failed, result->invalid, result->cancelled, result->nothingToDo};
    Q_EMIT finished(outcome);
}

} // namespace millrace::ui

#include "moc_campaign_session.cpp"
