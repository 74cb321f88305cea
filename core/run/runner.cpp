// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/runner.h"

#include "core/agentless/agentless.h"
#include "core/base/file_io.h"
#include "core/cluster/preflight_json.h"
#include "core/launch/launch_text.h"
#include "core/run/cleanup_stack.h"
#include "core/run/conditions.h"
#include "core/run/imposed_conditions.h"
#include "core/run/readiness.h"
#include "core/run/run_capture.h"
#include "core/run/run_ending.h"
#include "core/run/run_summary.h"
#include "core/run/traffic_metrics.h"
#include "core/run/workload_run.h"
#include "core/store/event_kinds.h"

#include <fmt/format.h>

namespace millrace::run {

namespace {

using namespace std::chrono_literals;
using store::RunState;

/// Execution of one run; its steps are the states of the run.
class Runner
{
public:
    Runner(const RunPlan& plan, const RunRef& heading, RunSinks sinks, const TestbedOptions& options,
           const JobContext& job)
        : m_plan(plan), m_heading(heading), m_sinks(sinks), m_options(options), m_job(job),
          m_recorder(sinks.writer, heading, sinks.observer, options.clock != nullptr ? *options.clock : m_systemClock)
    {
    }

    /// Returns the error that ended the run, or success; storage errors are kept in m_storageError.
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
        MR_CHECK(m_recorder.event(store::events::prepare, {}, "starting the cluster"));
        MR_CHECK(m_recorder.event(store::events::launchPlan, {}, launch::launchText(m_plan.launch)));
        begin(RunStep::MakeCluster);
        MR_TRY(testbed, Testbed::start(m_plan, m_options, m_job, [this] { begin(RunStep::StartAgents); }));
        m_testbed = std::move(testbed);
        m_cleanup.push(m_plan.emulation ? "the emulated cluster" : "the agents", [this]() -> Result<void> {
            auto errors = m_testbed->stop();
            m_testbed.reset();
            return errors.empty() ? Result<void>() : Result<void>(std::move(errors.front()));
        });
        if (m_plan.emulation)
            MR_CHECK(saveSnapshots({}));
        else
            MR_CHECK(prepareNodes());
        if (m_plan.gate.enabled)
            MR_CHECK(measure());
        return m_plan.capture.enabled ? startCaptures() : Result<void>();
    }

    /// Imposes the project's conditions on a remote cluster, on top of those of its network.
    Result<void> impose()
    {
        if (m_plan.gate.enabled) {
            MR_TRY(baseline, measureBaseline(m_plan, *m_testbed, m_job));
            m_baseline = std::move(baseline);
        }
        if (!m_plan.network.hasConditions())
            return {};
        m_cleanup.push("the imposed conditions", [this] { return restoreConditions(m_plan, *m_testbed); });
        MR_TRY(reports, imposeConditions(m_plan, *m_testbed));
        for (const std::string& sentence : reports)
            MR_CHECK(m_recorder.event(store::events::imposed, {}, sentence));
        return {};
    }

    Result<void> measure()
    {
        begin(RunStep::MeasureConditions);
        MR_CHECK(m_recorder.event(store::events::probe, {},
                                  m_plan.spotCheck
                                      ? "checking one pair of nodes; an earlier run of this campaign measured all "
                                        "conditions of this network"
                                      : "measuring the conditions"));
        auto gates = measureConditions(m_plan, *m_testbed, m_baseline, m_job);
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

    /// Reports the nodes without the agent, and the consequences.
    Result<void> tellAgentless()
    {
        bool any = false;
        for (int node = 0; node < m_testbed->nodeCount(); ++node)
            if (const std::string& why = m_testbed->agentless(node); !why.empty()) {
                any = true;
                MR_CHECK(m_recorder.event(store::events::agentless, m_plan.network.node(node).name,
                                          "used without the agent: " + why));
            }
        for (const std::string& sentence : any ? agentless::limits() : std::vector<std::string>())
            MR_CHECK(m_recorder.event(store::events::agentless, {}, sentence));
        return {};
    }

    Result<void> prepareNodes()
    {
        MR_CHECK(tellAgentless());
        MR_TRY(checks, checkReadiness(m_plan, *m_testbed, m_job));
        MR_CHECK(saveSnapshots(checks));
        for (std::size_t node = 0; node < checks.size(); ++node) {
            const cluster::ClockFacts& clock = checks[node].facts.clock;
            if (clock.offset && std::chrono::abs(*clock.offset) > clock.uncertainty)
                m_testbed->setClockOffset(static_cast<int>(node), *clock.offset);
            for (const cluster::Finding& finding : checks[node].findings)
                if (finding.light == cluster::Light::Yellow)
                    MR_CHECK(m_recorder.event(store::events::preflightWarning, m_plan.network.nodes[node].name,
                                              finding.sentence));
        }
        return impose();
    }

    /// `checks`: of all nodes, or of none.
    Result<void> saveSnapshots(const std::vector<Readiness>& checks)
    {
        const Json network = m_plan.emulation ? emulate::toJson(*m_plan.emulation) : toJson(m_plan.network);
        std::vector<store::Snapshot> snapshots(static_cast<std::size_t>(m_testbed->nodeCount()) + 1);
        snapshots.front() = {{}, network.dump()};
        MR_CHECK(m_testbed->forAll([&](int node) -> Result<void> {
            const auto place = static_cast<std::size_t>(node);
            MR_TRY(snapshot, m_testbed->node(node).snapshot(deadlineIn(10s)));
            if (!checks.empty())
                snapshot["preflight"] = cluster::toJson(checks[place].facts);
            snapshots[place + 1] = {m_plan.network.node(node).name, snapshot.dump()};
            return {};
        }));
        return m_sinks.repository.saveSnapshots(m_heading.run, snapshots);
    }

    Result<void> work()
    {
        MR_CHECK(m_testbed->health(true));
        MR_CHECK(moveTo(RunState::Running));
        m_workload.emplace(m_plan, *m_testbed, m_recorder, m_heading, m_sinks.observer);
        begin(RunStep::StartWorkers);
        auto worked = m_workload->execute(m_job);
        auto kept = keepFlowLogs();
        return worked ? kept : worked;
    }

    /// Stores the outcome of each flow of the cross traffic, as files in the store's artefact folder; also of a failed
    /// run.
    Result<void> keepFlowLogs()
    {
        const TrafficRecord& traffic = m_workload->record().traffic;
        if (m_sinks.artefacts == nullptr)
            return {};
        std::vector<store::Artefact> logs;
        for (std::size_t i = 0; i < traffic.logs.size(); ++i) {
            if (traffic.logs[i].empty())
                continue;
            MR_TRY(folder, m_sinks.artefacts->folder().incoming());
            const auto file = folder / fmt::format("{}-flows-{}.csv", m_heading.run.value, i);
            MR_CHECK(writeFileAtomically(file, traffic.logs[i]));
            MR_TRY(adopted, m_sinks.artefacts->folder().adopt(file));
            store::Artefact log;
            log.node = m_plan.network.node(m_plan.traffic->senders[i].node).name;
            log.kind = "flows";
            log.sha256 = adopted.sha256;
            log.bytes = adopted.bytes;
            logs.push_back(std::move(log));
        }
        return logs.empty() ? Result<void>() : m_sinks.artefacts->save(m_heading.run, logs);
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
        const emulate::EmulationHealth* switchHealth = health ? &health->health : nullptr;
        m_outcome.metrics = summariseRun(m_plan, m_workload->record(), switchHealth);
        if (m_capture) {
            MR_TRY(metrics, trafficMetrics(m_plan, m_workload->record(), m_capture->takeTraffic(), m_job));
            m_outcome.metrics.insert(m_outcome.metrics.end(), metrics.begin(), metrics.end());
        }
        const auto verdicts = judgeRun(m_plan, m_workload->record(), switchHealth,
                                       health ? health->problems : std::vector<std::string>());
        m_outcome.gates.insert(m_outcome.gates.end(), verdicts.begin(), verdicts.end());
        MR_CHECK(m_recorder.issues({}, m_workload->record().issues));
        return health ? m_recorder.event(store::events::switchHealth, {}, health->json.dump()) : Result<void>();
    }

    const RunPlan& m_plan;
    const RunRef& m_heading;
    RunSinks m_sinks;
    const TestbedOptions& m_options;
    const JobContext& m_job;
    SystemRunClock m_systemClock;
    Recorder m_recorder;
    std::unique_ptr<Testbed> m_testbed;
    std::optional<WorkloadRun> m_workload;
    std::optional<RunCapture> m_capture;
    bool m_capturesJudged = false;
    Baseline m_baseline;
    RunOutcome m_outcome;
    CleanupStack m_cleanup; ///< last member: unwinds while everything else still exists
};

} // namespace

Result<RunOutcome> executeRun(const RunPlan& plan, const RunRef& heading, RunSinks sinks, const TestbedOptions& options,
                              const JobContext& job)
{
    Runner runner(plan, heading, sinks, options, job);
    const auto executed = runner.execute();
    return endRun(
        plan, heading, sinks, runner.outcome(), executed, [&runner] { return runner.undo(); }, job);
}

} // namespace millrace::run
