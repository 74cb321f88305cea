// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/fakes/fake_runs.h"

#include "core/run/recorder.h"
#include "core/store/event_kinds.h"

#include <condition_variable>

namespace millrace::test {

using run::RunStep;
using store::RunState;

run::RunExecutor FakeRuns::executor()
{
    return [this](const run::RunPlan& plan, const run::RunRef& heading, run::RunSinks sinks, const JobContext& job) {
        return execute(plan, heading, sinks, job);
    };
}

std::vector<int> FakeRuns::made() const
{
    const std::lock_guard lock(m_mutex);
    return m_made;
}

Result<void> FakeRuns::work(const run::RunRef& heading, run::RunSinks sinks, const Script& script,
                            const JobContext& job)
{
    const SystemClock clock;
    run::Recorder recorder(sinks.writer, heading, sinks.observer, clock);
    MR_CHECK(recorder.event(store::events::workerStart, "node0", "worker 0"));
    std::mutex mutex;
    std::condition_variable_any wake;
    for (int step = 1; step <= script.steps; ++step) {
        std::unique_lock lock(mutex);
        wake.wait_for(lock, job.stop, script.time / script.steps, [] { return false; });
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "cancelled while the workload ran");
        for (int rank = 0; rank < 2; ++rank) {
            monitor::IterationEvent event;
            event.origin.rank = rank;
            event.origin.wall = wallNow();
            event.iteration = step - 1;
            event.duration = std::chrono::milliseconds(100 + step + rank);
            event.communication = std::chrono::milliseconds(60);
            event.compute = std::chrono::milliseconds(40);
            event.samples = 32;
            MR_CHECK(recorder.iteration(event));
            sinks.observer.iteration(heading, event);
        }
        agent::ProcessLine line;
        line.text = "step " + std::to_string(step);
        line.wall = wallNow();
        MR_CHECK(recorder.line("node0", "worker 0", line));
    }
    return {};
}

Result<run::RunOutcome> FakeRuns::execute(const run::RunPlan&, const run::RunRef& heading, run::RunSinks sinks,
                                          const JobContext& job)
{
    Script script = usual;
    {
        const std::lock_guard lock(m_mutex);
        m_made.push_back(heading.key);
        if (const auto found = special.find(heading.key); found != special.end())
            script = found->second;
    }
    sinks.observer.stepMoved(heading, RunStep::MakeCluster, RunStep::StartAgents);
    MR_CHECK(sinks.repository.transition(heading.run, RunState::Running));
    sinks.observer.runMoved(heading, RunState::Running);
    sinks.observer.stepMoved(heading, RunStep::Run, RunStep::Collect);
    run::RunOutcome outcome;
    const auto worked = work(heading, sinks, script, job);
    if (!worked) {
        outcome.state = RunState::Cancelled;
        outcome.error = worked.error();
    } else {
        for (const RunState state : {RunState::Collecting, RunState::Analysing}) {
            MR_CHECK(sinks.repository.transition(heading.run, state));
            sinks.observer.runMoved(heading, state);
        }
        outcome.state = heading.attempt > script.badAttempts ? RunState::Done : script.end;
        outcome.metrics = {{"step_mean", "", 0.1, "s", "mean"},
                           {"samples_per_second", "", 100.0 + heading.key, "samples/s", "samples / time"}};
        if (outcome.state != RunState::Done)
            outcome.gates = script.gates;
        if (outcome.state != RunState::Done)
            outcome.error =
                fail(outcome.state == RunState::Invalid ? ErrorCode::GateNotMet : ErrorCode::PeerFailed, script.error);
    }
    sinks.observer.stepMoved(heading, RunStep::CleanUp, std::nullopt);
    MR_CHECK(sinks.writer.finishRun(heading.run));
    MR_CHECK(sinks.repository.saveMetrics(heading.run, outcome.metrics));
    if (outcome.state == RunState::Done)
        MR_CHECK(sinks.repository.transition(heading.run, RunState::Done));
    else
        MR_CHECK(sinks.repository.end(heading.run, outcome.state, outcome.error));
    sinks.observer.runMoved(heading, outcome.state);
    sinks.observer.runEnded(heading, outcome);
    return outcome;
}

} // namespace millrace::test
