// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/run/replay_session.h"

#include <atomic>

namespace millrace::ui {
namespace {

/// Bridge that blocks a replay while its data are not consumed quickly enough: nothing may be dropped.
class WaitingBridge final : public run::RunObserver
{
public:
    explicit WaitingBridge(std::stop_token stop) : m_stop(std::move(stop)) { }

    RunBatch take()
    {
        RunBatch batch = m_bridge.take();
        m_lines = 0;
        m_samples = 0;
        return batch;
    }

    void runMoved(const run::RunRef& heading, store::RunState state) override { m_bridge.runMoved(heading, state); }
    void stepMoved(const run::RunRef& heading, run::RunStep now, std::optional<run::RunStep> next) override
    {
        m_bridge.stepMoved(heading, now, next);
    }
    void iteration(const run::RunRef& heading, const monitor::IterationEvent& event) override
    {
        m_bridge.iteration(heading, event);
    }
    void sample(const run::RunRef& heading, const run::LiveSample& sample) override
    {
        // Sums of all workers at most double the samples.
        waitWhile(m_samples, RunBridge::mostSamples / 2 - 1);
        m_bridge.sample(heading, sample);
    }
    void line(const run::RunRef& heading, const store::LogLine& line) override
    {
        waitWhile(m_lines, RunBridge::mostLines - 1);
        m_bridge.line(heading, line);
    }
    void event(const run::RunRef& heading, const store::Event& event) override
    {
        waitWhile(m_lines, RunBridge::mostLines - 1);
        m_bridge.event(heading, event);
    }
    void runEnded(const run::RunRef& heading, const run::RunOutcome& outcome) override
    {
        m_bridge.runEnded(heading, outcome);
    }

private:
    void waitWhile(std::atomic<std::size_t>& count, std::size_t most) const
    {
        while (count >= most && !m_stop.stop_requested())
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        ++count;
    }

    RunBridge m_bridge;
    std::stop_token m_stop;
    std::atomic<std::size_t> m_lines = 0;
    std::atomic<std::size_t> m_samples = 0;
};

} // namespace

struct ReplaySession::Shared
{
    std::stop_source stop;
    replay::ReplayControl control;
    WaitingBridge bridge{stop.get_token()};
    std::mutex mutex;
    std::optional<Result<replay::ReplayReport>> result; ///< when the thread is done
};

ReplaySession::ReplaySession(QObject* parent) : QObject(parent)
{
    m_timer.setInterval(100);
    connect(&m_timer, &QTimer::timeout, this, &ReplaySession::take);
}

ReplaySession::~ReplaySession()
{
    stop();
}

void ReplaySession::start(replay::ReplayRequest request, double speed, Nanoseconds skip)
{
    stop();
    m_shared = std::make_shared<Shared>();
    m_shared->control.setSpeed(speed);
    m_shared->control.skipTo(skip);
    m_active = true;
    m_timer.start();
    m_thread = std::jthread([request = std::move(request), shared = m_shared] {
        auto result = replay::replay(request, shared->bridge, shared->control, {shared->stop.get_token(), {}});
        const std::lock_guard lock(shared->mutex);
        shared->result = std::move(result);
    });
}

void ReplaySession::stop()
{
    if (m_shared)
        m_shared->stop.request_stop();
    m_timer.stop();
    m_active = false;
    if (m_thread.joinable())
        m_thread.join();
}

void ReplaySession::setSpeed(double speed)
{
    if (m_shared)
        m_shared->control.setSpeed(speed);
}

void ReplaySession::setPaused(bool paused)
{
    if (m_shared)
        m_shared->control.setPaused(paused);
    Q_EMIT moved();
}

void ReplaySession::skipTo(Nanoseconds wall)
{
    if (m_shared)
        m_shared->control.skipTo(wall);
}

bool ReplaySession::isPaused() const
{
    return m_shared && m_shared->control.isPaused();
}

replay::ReplayControl::Position ReplaySession::position() const
{
    return m_shared ? m_shared->control.position() : replay::ReplayControl::Position{};
}

void ReplaySession::take()
{
    bool ended = false;
    {
        const std::lock_guard lock(m_shared->mutex);
        ended = m_shared->result.has_value();
    }
    const RunBatch batch = m_shared->bridge.take();
    if (!batch.isEmpty())
        Q_EMIT batchArrived(batch);
    Q_EMIT moved();
    if (!ended)
        return;
    m_timer.stop();
    m_active = false;
    m_thread.join();
    if (*m_shared->result)
        Q_EMIT finished(**m_shared->result);
    else if (m_shared->result->error().code != ErrorCode::Cancelled)
        Q_EMIT failed(m_shared->result->error());
}

} // namespace millrace::ui

#include "moc_replay_session.cpp"
