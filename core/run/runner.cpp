// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/runner.h"

#include "core/run/cleanup_stack.h"
#include "core/run/conditions.h"
#include "core/run/run_capture.h"
#include "core/run/run_summary.h"
#include "core/run/traffic_metrics.h"
#include "core/run/workload_run.h"

#include <fmt/format.h>

namespace millrace::run {

namespace {

using namespace std::chrono_literals;
using store::RunState;

/// One run on its way; its steps are the states of the run.
class Runner
{
public:
    Runner(const RunPlan& plan, const RunHeading& heading, RunSinks sinks, bool userNamespace, const JobContext& job)
        : m_plan(plan), m_heading(heading), m_sinks(sinks), m_userNamespace(userNamespace), m_job(job),
          m_recorder(sinks.writer, heading, sinks.observer)
    {
    }

    /// The error of the world that ended the run, or success; storage errors are kept in m_storageError.
    Result<void> execute()
    {
        MR_CHECK(prepare());
        MR_CHECK(work());
        return collect();
    }

    [[nodiscard]] RunOutcome& outcome() noexcept { return m_outcome; }
    [[nodiscard]] std::vector<Error> undo()
    {
        m_sinks.observer.stepMoved(m_heading, RunStep::CleanUp, std::nullopt);
        return m_cleanup.unwind();
    }

    Result<void> moveTo(RunState state)
    {
        MR_CHECK(m_sinks.repository.transition(m_heading.run, state));
        m_sinks.observer.runMoved(m_heading, state);
        return {};
    }

private:
    void begin(RunStep step)
    {
        const auto after = [](RunStep each) { return static_cast<RunStep>(static_cast<int>(each) + 1); };
        RunStep next = after(step);
        if (next == RunStep::MeasureConditions && !m_plan.gate.enabled)
            next = after(next);
        if (next == RunStep::StartCaptures && !m_plan.capture.enabled)
            next = after(next);
        m_sinks.observer.stepMoved(m_heading, step, next);
    }

    Result<void> prepare()
    {
        MR_CHECK(m_recorder.event("prepare", {}, "starting the cluster"));
        begin(RunStep::MakeCluster);
        MR_TRY(testbed, Testbed::start(m_plan, m_userNamespace, m_job, [this] { begin(RunStep::StartAgents); }));
        m_testbed = std::move(testbed);
        m_cleanup.push("the emulated cluster", [this]() -> Result<void> {
            auto errors = m_testbed->stop();
            m_testbed.reset();
            return errors.empty() ? Result<void>() : Result<void>(std::move(errors.front()));
        });
        MR_CHECK(saveSnapshots());
        if (m_plan.gate.enabled)
            MR_CHECK(measure());
        return m_plan.capture.enabled ? startCaptures() : Result<void>();
    }

    Result<void> measure()
    {
        begin(RunStep::MeasureConditions);
        MR_CHECK(m_recorder.event("probe", {}, "measuring the conditions"));
        auto gates = measureConditions(m_plan, *m_testbed, m_job);
        if (!gates)
            return within("measuring the conditions", std::move(gates).error());
        m_outcome.gates = *std::move(gates);
        return {};
    }

    Result<void> startCaptures()
    {
        begin(RunStep::StartCaptures);
        if (m_sinks.artefacts == nullptr)
            return fail(ErrorCode::Internal, "there is no place for the recordings of this run");
        m_capture.emplace(m_plan, *m_testbed, m_recorder, *m_sinks.artefacts, m_heading.run);
        m_cleanup.push("the recordings", [this] { return finishCaptures(); });
        return m_capture->start();
    }

    Result<void> finishCaptures()
    {
        auto finished = m_capture->finish(m_job);
        const auto& gates = m_capture->gates();
        if (!m_capturesJudged)
            m_outcome.gates.insert(m_outcome.gates.end(), gates.begin(), gates.end());
        m_capturesJudged = true;
        return finished;
    }

    Result<void> saveSnapshots()
    {
        std::vector<store::Snapshot> snapshots = {{{}, emulate::toJson(m_plan.emulation).dump()}};
        for (int node = 0; node < m_testbed->nodeCount(); ++node) {
            MR_TRY(snapshot, m_testbed->node(node).snapshot(deadlineIn(10s)));
            snapshots.push_back({m_plan.emulation.nodes[static_cast<std::size_t>(node)].name, snapshot.dump()});
        }
        return m_sinks.repository.saveSnapshots(m_heading.run, snapshots);
    }

    Result<void> work()
    {
        MR_CHECK(m_testbed->health(true));
        MR_CHECK(moveTo(RunState::Running));
        m_workload.emplace(m_plan, *m_testbed, m_recorder, m_heading, m_sinks.observer);
        begin(RunStep::StartWorkers);
        return m_workload->execute(m_job);
    }

    Result<void> collect()
    {
        begin(RunStep::Collect);
        MR_CHECK(moveTo(RunState::Collecting));
        MR_TRY(health, m_testbed->health(false));
        if (m_capture)
            MR_CHECK(finishCaptures());
        MR_CHECK(moveTo(RunState::Analysing));
        begin(RunStep::Judge);
        m_outcome.metrics = summariseRun(m_plan, m_workload->record(), health.health);
        if (m_capture) {
            MR_TRY(metrics, trafficMetrics(m_plan, m_workload->record(), m_capture->takeTraffic(), m_job));
            m_outcome.metrics.insert(m_outcome.metrics.end(), metrics.begin(), metrics.end());
        }
        const auto verdicts = judgeRun(m_plan, m_workload->record(), health.health, health.problems);
        m_outcome.gates.insert(m_outcome.gates.end(), verdicts.begin(), verdicts.end());
        for (const Issue& issue : m_workload->record().issues)
            MR_CHECK(m_recorder.event(issue.kind, {}, issueText(issue)));
        return m_recorder.event("switch-health", {}, health.json.dump());
    }

    const RunPlan& m_plan;
    const RunHeading& m_heading;
    RunSinks m_sinks;
    bool m_userNamespace;
    const JobContext& m_job;
    Recorder m_recorder;
    std::unique_ptr<Testbed> m_testbed;
    std::optional<WorkloadRun> m_workload;
    std::optional<RunCapture> m_capture;
    bool m_capturesJudged = false;
    RunOutcome m_outcome;
    CleanupStack m_cleanup; ///< last: unwinds while everything else still exists
};

Error gateError(const std::vector<store::GateResult>& gates)
{
    std::string text;
    for (const store::GateResult& gate : gates)
        if (gate.verdict == store::Verdict::Fail)
            text += fmt::format("{}{}{}{}: {}", text.empty() ? "" : "; ", gate.name, gate.subject.empty() ? "" : " ",
                                gate.subject, gate.sentence);
    return fail(ErrorCode::GateNotMet, text);
}

/// Writes how the run ended. Everything that it gave is on the disk before its final state is.
Result<void> storeOutcome(const RunHeading& heading, RunSinks sinks, const RunOutcome& outcome)
{
    MR_CHECK(sinks.writer.finishRun(heading.run));
    MR_CHECK(sinks.repository.saveMetrics(heading.run, outcome.metrics));
    MR_CHECK(sinks.repository.saveGates(heading.run, outcome.gates));
    if (outcome.state == RunState::Done)
        return sinks.repository.transition(heading.run, RunState::Done);
    return sinks.repository.end(heading.run, outcome.state, outcome.error);
}

} // namespace

Result<RunOutcome> executeRun(const RunPlan& plan, const RunHeading& heading, RunSinks sinks, bool userNamespace,
                              const JobContext& job)
{
    Runner runner(plan, heading, sinks, userNamespace, job);
    const auto executed = runner.execute();
    RunOutcome& outcome = runner.outcome();
    if (!executed) {
        outcome.error = executed.error();
        outcome.state =
            job.cancelled() || outcome.error.code == ErrorCode::Cancelled ? RunState::Cancelled : RunState::Failed;
    } else if (plan.gate.enabled && anyFailed(outcome.gates)) {
        outcome.state = RunState::Invalid;
        outcome.error = gateError(outcome.gates);
    } else {
        outcome.state = RunState::Done;
    }
    for (const Error& error : runner.undo())
        sinks.observer.notice(error.text());
    MR_CHECK(storeOutcome(heading, sinks, outcome));
    sinks.observer.runMoved(heading, outcome.state);
    sinks.observer.runEnded(heading, outcome);
    return std::move(outcome);
}

} // namespace millrace::run
