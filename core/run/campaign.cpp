// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/campaign.h"

#include "core/base/unknown.h"
#include "core/emulate/stale_emulations.h"
#include "core/run/calibration_runs.h"
#include "core/run/campaign_estimate.h"
#include "core/run/failure_signature.h"
#include "core/run/gate.h"
#include "core/run/opened_campaign.h"
#include "core/run/run_queue.h"
#include "core/run/simulated_run.h"
#include "core/run/simulated_training.h"
#include "core/run/simulations_ahead.h"
#include "core/run/spending.h"
#include "core/run/spot_checks.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace millrace::run {

namespace {

using store::CampaignState;
using store::RunRecord;
using store::RunState;

bool isBad(RunState state)
{
    return state == RunState::Failed || state == RunState::Invalid;
}

class Execution
{
public:
    Execution(const CampaignPlan& plan, store::Database& database, const CampaignOptions& options,
              RunObserver& observer, const JobContext& job)
        : m_plan(plan), m_database(database), m_options(options), m_observer(observer), m_job(job),
          m_repository(database, m_clock), m_artefacts(database), m_spending(plan.project, clusterOf(plan), plan.grid)
    {
        for (const grid::PlannedRun& run : plan.schedule.runs)
            m_byPosition[static_cast<int>(run.position)] = &run;
    }

    Result<CampaignOutcome> execute()
    {
        MR_CHECK(checkCells(m_plan, m_options.programs, m_job));
        MR_CHECK(checkLimits());
        MR_TRY(calibration, storedCalibration(m_database));
        m_calibration = std::move(calibration);
        MR_TRY(opened,
               openCampaign(m_plan, m_database, m_repository, m_options,
                            isSimulated() ? simulate::stampOf(m_calibration) : std::string()));
        m_campaign = opened.id;
        m_runs = std::move(opened.runs);
        m_counted.campaign = m_campaign;
        for (std::size_t i = 0; i < m_runs.size(); ++i) {
            m_index[m_runs[i].position] = i;
            count(m_runs[i], 1);
        }
        if (opened.toDo.empty()) {
            m_counted.nothingToDo = true;
            return m_counted;
        }
        MR_CHECK(prepareMachine());
        MR_TRY(writer, store::StoreWriter::start(m_database));
        MR_CHECK(m_repository.setCampaignState(m_campaign, CampaignState::Running));
        m_queue = RunQueue(opened.toDo);
        MR_CHECK(countEarlierRuns());
        holdBackTheRest();
        m_begin = monotonicNow();
        m_observer.campaignStarted(m_campaign, m_runs);
        m_observer.queueMoved(m_queue.state());
        MR_CHECK(makeRuns(*writer));
        return finish();
    }

private:
    [[nodiscard]] bool isSimulated() const { return clusterOf(m_plan).kind == cluster::ClusterKind::Simulated; }

    /// Refuses a campaign that would exceed the budget or the deadline of its grid.
    Result<void> checkLimits()
    {
        if (!m_spending.isLimited())
            return {};
        MR_TRY(history, readHistory(m_database, m_plan.project.frameworks, m_job));
        MR_TRY(estimate, estimateCampaign(m_plan.project, m_plan.expansion, m_plan.schedule, history, m_job));
        if (const auto reason = m_spending.refusal(estimate.total))
            return fail(ErrorCode::InvalidInput, *reason);
        return {};
    }

    /// Adds the runs of a resumed campaign that are over, so that a limit is one of the whole campaign.
    Result<void> countEarlierRuns()
    {
        for (const RunRecord& run : m_runs)
            if (m_spending.isLimited() && store::isFinal(run.state) && run.duration > Nanoseconds(0)) {
                MR_TRY(metrics, m_repository.metrics(run.id));
                m_spent.add(metrics, run.duration, isSimulated());
            }
        return {};
    }

    /// Whether the budget or the deadline ends the campaign here.
    bool isSpent()
    {
        if (!m_spending.isLimited())
            return false;
        const auto reason = m_spending.limitReached(m_spent);
        if (reason)
            m_observer.notice(*reason);
        return reason.has_value();
    }

    void holdBackTheRest()
    {
        if (m_options.positions.empty())
            return;
        const auto order = m_queue.state().waiting;
        for (const RunRecord& run : m_runs)
            if (run.state == RunState::Planned && m_byPosition.contains(run.position))
                m_queue.addNext(run.position);
        m_queue.setOrder(order);
    }

    Result<void> prepareMachine()
    {
        if (m_options.executor) {
            m_executor = m_options.executor;
            return {};
        }
        if (isSimulated()) {
            m_ahead = std::make_unique<SimulationsAhead>([this](int position) {
                return planRun(m_plan, *m_byPosition.at(position), m_options.programs, {}, m_calibration);
            });
            m_executor = [this](const RunPlan& plan, const RunRef& heading, RunSinks sinks, const JobContext& job) {
                const auto steps = m_ahead->take(heading.key);
                return simulateRun(plan, heading, sinks, job, steps.get());
            };
            return {};
        }
        MR_TRY(hashes, m_artefacts.hashes());
        for (const std::string& sentence : m_artefacts.folder().removeOrphans(hashes))
            m_observer.notice(sentence);
        MR_TRY(testbed, clusterOf(m_plan).kind == cluster::ClusterKind::Remote ? connectNodes() : prepareEmulation());
        m_executor = [testbed](const RunPlan& plan, const RunRef& heading, RunSinks sinks, const JobContext& job) {
            return executeRun(plan, heading, sinks, testbed, job);
        };
        return {};
    }

    Result<TestbedOptions> prepareEmulation()
    {
        for (const std::string& sentence : emulate::removeStaleEmulations(emulate::defaultRegistryFolder()))
            m_observer.notice(sentence);
        MR_TRY(userNamespace, checkMachine());
        return TestbedOptions{userNamespace, nullptr};
    }

    Result<TestbedOptions> connectNodes()
    {
        if (!m_options.connect)
            return fail(ErrorCode::Unsupported,
                        fmt::format("the cluster \"{}\" is remote, and this program cannot reach remote nodes",
                                    clusterOf(m_plan).name));
        MR_TRY(nodes, m_options.connect(clusterOf(m_plan), m_job));
        m_nodes = std::move(nodes);
        return TestbedOptions{false, m_nodes.get()};
    }

    Result<void> makeRuns(store::StoreWriter& writer)
    {
        for (;;) {
            MR_CHECK(applyRequests());
            report();
            if (m_job.cancelled() || m_options.finish.stop_requested())
                return {};
            if (m_options.control != nullptr && m_options.control->isPaused() && m_queue.waitingCount() > 0) {
                MR_CHECK(waitWhilePaused());
                continue;
            }
            if (m_queue.waitingCount() == 0 || isSpent())
                return {};
            const std::optional<int> position = m_queue.takeNext();
            if (!position)
                return {};
            RunRecord& run = m_runs[m_index.at(*position)];
            MR_TRY(wanted, isWanted(run));
            if (!wanted) {
                MR_CHECK(skip(run));
                continue;
            }
            MR_TRY(goesOn, makeRun(writer, run));
            if (!goesOn) {
                report();
                return {};
            }
        }
    }

    Result<void> applyRequests()
    {
        if (m_options.control == nullptr)
            return {};
        const CampaignControl::Requests requests = m_options.control->take();
        std::size_t retried = 0;
        for (const auto& [retry, position] : requests.runs) {
            const auto found = m_index.find(position);
            if (found == m_index.end() || !m_byPosition.contains(position))
                continue;
            RunRecord& run = m_runs[found->second];
            if (retry && store::isFinal(run.state)) {
                MR_CHECK(queueAgain(run, "repeated by the user", retried++));
                m_demanded.insert(position);
            } else if (!retry && m_queue.remove(position)) {
                MR_CHECK(cancelPlanned(run));
            }
        }
        if (requests.order)
            m_queue.setOrder(*requests.order);
        if (requests.order || !requests.runs.empty())
            m_observer.queueMoved(m_queue.state());
        return {};
    }

    Result<void> waitWhilePaused()
    {
        if (!m_shownPaused)
            MR_CHECK(showPaused(true));
        m_options.control->waitWhilePaused(m_job.stop, m_options.finish);
        if (!m_options.control->isPaused() || m_job.cancelled() || m_options.finish.stop_requested())
            MR_CHECK(showPaused(false));
        return {};
    }

    Result<void> showPaused(bool paused)
    {
        MR_CHECK(m_repository.setCampaignState(m_campaign, CampaignState::Running, paused ? "paused" : "resumed"));
        m_shownPaused = paused;
        m_observer.paused(paused);
        return {};
    }

    Result<void> queueAgain(RunRecord& run, const std::string& reason, std::size_t after)
    {
        MR_TRY(again, m_repository.repeat(run.id, reason, store::PartialData::Keep));
        if (again.excluded)
            MR_CHECK(m_repository.setExcluded(again.id, false, {}));
        again.excluded = false;
        change(run, std::move(again));
        m_queue.addNext(run.position, after);
        m_observer.runMoved(headingOf(run), RunState::Planned);
        return {};
    }

    Result<void> cancelPlanned(RunRecord& run)
    {
        RunOutcome outcome{RunState::Cancelled, fail(ErrorCode::Cancelled, "cancelled before it was started"), {}, {}};
        MR_CHECK(m_repository.end(run.id, outcome.state, outcome.error));
        change(run, outcome.state);
        m_observer.runMoved(headingOf(run), outcome.state);
        m_observer.runEnded(headingOf(run), outcome);
        return {};
    }

    Result<void> skip(RunRecord& run)
    {
        static constexpr std::string_view why = "the stop rule is met";
        MR_CHECK(m_repository.end(run.id, RunState::Cancelled,
                                  fail(ErrorCode::Cancelled, fmt::format("not needed: {}", why))));
        MR_CHECK(m_repository.setExcluded(run.id, true, why));
        change(run, RunState::Cancelled, true);
        m_observer.runSkipped(headingOf(run), why);
        return {};
    }

    Result<bool> isWanted(const RunRecord& run)
    {
        if (!m_byPosition.at(run.position)->conditional || m_demanded.contains(run.position))
            return true;
        std::vector<double> results;
        for (const RunRecord& other : m_runs)
            if (other.cell == run.cell && !other.warmup && other.state == RunState::Done) {
                MR_TRY(metrics, m_repository.metrics(other.id));
                const auto metric = std::ranges::find_if(metrics, [this](const store::Metric& each) {
                    return each.name == m_plan.grid.stopRule->metric && each.subject.empty();
                });
                results.push_back(metric == metrics.end() ? unknown : metric->value);
            }
        return grid::wantsMore(m_plan.grid, results);
    }

    /// Makes one attempt. False: the campaign ends here.
    Result<bool> makeRun(store::StoreWriter& writer, RunRecord& run)
    {
        if (m_ahead)
            m_ahead->want(m_queue.after(run.position, SimulationsAhead::mostWanted));
        MR_TRY(claimed, m_repository.claim(run.id));
        change(run, std::move(claimed));
        MR_TRY(plan,
               planRun(m_plan, *m_byPosition.at(run.position), m_options.programs,
                       m_nodes ? m_nodes->networks() : FoundNetworks(), m_calibration));
        // A new calibration since the run was planned.
        if (plan.simulation && plan.simulation->stamp != run.simulation)
            MR_CHECK(m_repository.setSimulation(run.id, plan.simulation->stamp));
        if (!plan.simulation)
            if (const auto step = predictStep(plan.settings, m_calibration, plan.crossTraffic()))
                plan.simulatedStep = *step;
        plan.price = m_spending.price();
        m_spotChecks.choose(plan);
        if (plan.capture.enabled) {
            MR_TRY(folder, m_artefacts.folder().incoming());
            if (plan.emulation)
                plan.emulation->sharedFolders.push_back(folder.string());
            plan.captureFolder = std::move(folder);
        }
        RunRef heading = headingOf(run);
        heading.warmupSteps = plan.settings.workload.warmupSteps;
        heading.steps = plan.settings.workload.steps;
        m_observer.runMoved(heading, RunState::Preparing);
        const Nanoseconds begin = monotonicNow();
        MR_TRY(outcome, executeStoppable(plan, heading, {m_repository, writer, m_observer, &m_artefacts}));
        m_active += monotonicNow() - begin;
        m_spent.add(outcome.metrics, monotonicNow() - begin, isSimulated());
        ++m_made;
        m_spotChecks.settle(plan, outcome.state);
        change(run, outcome.state);
        if (outcome.error.code == ErrorCode::DiskFull && outcome.state == RunState::Failed)
            return outcome.error;
        return judgeFailure(run, outcome);
    }

    Result<RunOutcome> executeStoppable(const RunPlan& plan, const RunRef& heading, RunSinks sinks)
    {
        if (m_options.control == nullptr)
            return m_executor(plan, heading, sinks, m_job);
        std::stop_source stop;
        const std::stop_callback withTheCampaign(m_job.stop, [&stop] { stop.request_stop(); });
        m_options.control->beginRun(heading.key, stop);
        auto outcome = m_executor(plan, heading, sinks, {stop.get_token(), m_job.report});
        m_options.control->endRun();
        return outcome;
    }

    Result<bool> judgeFailure(RunRecord& run, const RunOutcome& outcome)
    {
        if (!isBad(outcome.state)) {
            m_equalFailures = 0;
            return true;
        }
        const FailurePolicy& policy = m_options.failures;
        const bool wasLate = m_nodes ? workerWasStarved(outcome.gates) : machineWasLate(outcome.gates);
        if (outcome.state == RunState::Invalid && wasLate && ++m_lateAttempts[run.position] <= policy.lateRepeats) {
            ++m_counted.repeated;
            m_observer.notice(fmt::format("run {} is repeated at the end, because a machine was late: {}",
                                          headingOf(run).position, outcome.error.text()));
            MR_CHECK(queueAgain(run, "repeated, because a machine was late: " + outcome.error.text(),
                                static_cast<std::size_t>(m_queue.waitingCount())));
            m_observer.queueMoved(m_queue.state());
            return true;
        }
        const std::string signature = failureSignature(errorCodeName(outcome.error.code), outcome.error.text());
        m_equalFailures = signature == m_lastFailure ? m_equalFailures + 1 : 1;
        m_lastFailure = signature;
        const bool tooMany = policy.pauseAfter > 0 && m_equalFailures >= policy.pauseAfter;
        if (++m_failedAttempts[run.position] <= policy.retries) {
            MR_CHECK(queueAgain(run, "retried after: " + outcome.error.text(), 0));
            m_observer.queueMoved(m_queue.state());
        } else if (policy.stop) {
            return false;
        }
        if (!tooMany)
            return true;
        m_observer.notice(fmt::format("the last {} runs failed alike: {}", m_equalFailures, outcome.error.text()));
        m_equalFailures = 0;
        if (m_options.control == nullptr)
            return false;
        m_options.control->pause();
        return true;
    }

    [[nodiscard]] RunRef headingOf(const RunRecord& run) const
    {
        const grid::PlannedRun& planned = *m_byPosition.at(run.position);
        return {run.id,
                m_plan.expansion.cell(planned.cell).text(),
                static_cast<int>(m_index.at(run.position)) + 1,
                static_cast<int>(m_runs.size()),
                run.repetition,
                run.attempt,
                run.warmup,
                run.position};
    }

    void change(RunRecord& run, RunRecord now)
    {
        count(run, -1);
        run = std::move(now);
        count(run, 1);
    }

    void change(RunRecord& run, RunState state, bool excluded)
    {
        count(run, -1);
        run.state = state;
        run.excluded = excluded;
        count(run, 1);
    }

    void change(RunRecord& run, RunState state) { change(run, state, run.excluded); }

    void count(const RunRecord& run, int by)
    {
        if (!m_byPosition.contains(run.position))
            return;
        m_counted.done += by * (run.state == RunState::Done);
        m_counted.failed += by * (run.state == RunState::Failed);
        m_counted.invalid += by * (run.state == RunState::Invalid);
        m_counted.notNeeded += by * (run.state == RunState::Cancelled && run.excluded);
        m_counted.cancelled += by * (!store::isFinal(run.state) || (run.state == RunState::Cancelled && !run.excluded));
    }

    void report()
    {
        CampaignProgress progress;
        progress.project = m_plan.project.name;
        progress.grid = m_plan.grid.name;
        progress.total = static_cast<int>(m_runs.size());
        progress.finished = m_counted.done + m_counted.failed + m_counted.invalid + m_counted.notNeeded;
        progress.failed = m_counted.failed;
        progress.invalid = m_counted.invalid;
        progress.waiting = m_queue.waitingCount();
        progress.heldBack = m_queue.heldBackCount();
        progress.cancelled = m_counted.cancelled - progress.waiting - progress.heldBack;
        progress.elapsed = monotonicNow() - m_begin;
        if (m_made > 0)
            progress.left = m_active / m_made * m_queue.waitingCount();
        m_observer.campaignMoved(progress);
    }

    Result<CampaignOutcome> finish()
    {
        const CampaignState state = m_counted.cancelled > 0 ? CampaignState::Cancelled
            : m_counted.failed > 0                          ? CampaignState::Failed
                                                            : CampaignState::Done;
        MR_CHECK(m_repository.setCampaignState(m_campaign, state));
        return m_counted;
    }

    const CampaignPlan& m_plan;
    store::Database& m_database;
    const CampaignOptions& m_options;
    RunObserver& m_observer;
    const JobContext& m_job;
    SystemClock m_clock;
    store::RunRepository m_repository;
    store::ArtefactRepository m_artefacts;
    std::map<int, const grid::PlannedRun*> m_byPosition;
    store::CampaignId m_campaign;
    std::vector<RunRecord> m_runs; ///< as in the store; changed by change(), which counts
    CampaignOutcome m_counted; ///< of all runs, as they are now
    std::map<int, std::size_t> m_index; ///< position to index in m_runs
    RunQueue m_queue{{}};
    std::unique_ptr<NodeSource> m_nodes; ///< of a remote cluster
    RunExecutor m_executor;
    std::optional<simulate::Calibration> m_calibration; ///< of the store
    std::unique_ptr<SimulationsAhead> m_ahead; ///< of a simulated cluster
    Spending m_spending;
    Spent m_spent; ///< by all runs of the campaign that are over
    Nanoseconds m_begin{0};
    Nanoseconds m_active{0}; ///< spent on runs, without pauses
    int m_made = 0; ///< attempts of this execution
    std::map<int, int> m_failedAttempts; ///< by position
    std::map<int, int> m_lateAttempts; ///< by position
    SpotChecks m_spotChecks;
    std::set<int> m_demanded; ///< by the user: made even if the stop rule is met
    std::string m_lastFailure;
    int m_equalFailures = 0; ///< consecutive
    bool m_shownPaused = false;
};

} // namespace

Result<CampaignOutcome> executeCampaign(const CampaignPlan& plan, store::Database& database,
                                        const CampaignOptions& options, RunObserver& observer, const JobContext& job)
{
    return Execution(plan, database, options, observer, job).execute();
}

} // namespace millrace::run
