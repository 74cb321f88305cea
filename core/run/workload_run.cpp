// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/workload_run.h"

#include "core/base/overloaded.h"
#include "core/launch/frameworks.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::run {

namespace {

using namespace std::chrono_literals;

constexpr Nanoseconds suspectGrace = 2s; // for a blamed worker to print its own reason
constexpr Nanoseconds builtinSilence = 60s;
constexpr Nanoseconds foreignSilence = 600s; // a first step of another framework may load data and compile for minutes

} // namespace

WorkloadRun::WorkloadRun(const RunPlan& plan, Testbed& testbed, Recorder& recorder, const RunRef& heading,
                         RunObserver& observer)
    : m_plan(plan), m_testbed(testbed), m_clock(testbed.clock()), m_recorder(recorder), m_heading(heading),
      m_observer(observer), m_watch(plan.network, {monitor::defaultDetector, "kungfu"}),
      m_processes(plan, testbed, recorder), m_failures(plan, testbed, recorder, m_processes, m_record),
      m_log(plan, testbed, recorder, heading, observer, m_watch, m_record),
      m_samples(plan, testbed, recorder, m_watch, m_record)
{
    m_record.processCpu.resize(plan.launch.processes.size());
}

Result<void> WorkloadRun::execute(const JobContext& job)
{
    MR_CHECK(m_processes.prepare());
    MR_CHECK(m_log.prepare());
    MR_CHECK(placeFiles(job));
    MR_CHECK(m_samples.start());
    MR_CHECK(awaitFirstSamples(job));
    m_lastOutput = m_clock.monotonic();
    auto started = startTraffic(job);
    if (started)
        started = m_processes.startDue();
    if (started)
        m_observer.stepMoved(m_heading, RunStep::Run, RunStep::Collect);
    auto followed = started ? follow(job) : std::move(started);
    m_processes.stopAll();
    if (auto finished = finishTraffic(); !finished && followed)
        followed = std::move(finished);
    if (!followed)
        MR_CHECK(m_processes.recordFailures());
    auto rest = takeRest();
    MR_CHECK(m_log.finish());
    return followed ? rest : followed;
}

Result<void> WorkloadRun::placeFiles(const JobContext& job)
{
    return m_testbed.forAll([this, &job](int node) -> Result<void> {
        for (const launch::PlacedFile& file : m_plan.launch.files) {
            if (!file.node.empty() && file.node != nodeName(node))
                continue;
            if (job.cancelled())
                return fail(ErrorCode::Cancelled, "cancelled while files were put on the nodes");
            if (auto placed = m_testbed.place(node, file); !placed)
                return within(fmt::format("putting {} on {}", file.path, nodeName(node)), std::move(placed).error());
        }
        return {};
    });
}

Result<void> WorkloadRun::takeUntil(const std::function<bool()>& ready, const char* late, const JobContext& job)
{
    const Nanoseconds until = m_clock.monotonic() + callTime;
    while (!ready()) {
        const auto event = m_testbed.nextEvent(until, job.stop);
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "cancelled before the workload was started");
        if (!event)
            return fail(ErrorCode::Timeout, late);
        MR_CHECK(take(*event));
    }
    return {};
}

Result<void> WorkloadRun::awaitFirstSamples(const JobContext& job)
{
    return takeUntil([this] { return m_samples.allNodesSampled(); }, "the counters of a node did not come in time",
                     job);
}

Result<void> WorkloadRun::startTraffic(const JobContext& job)
{
    if (!m_plan.traffic)
        return {};
    m_traffic.emplace(*m_plan.traffic, m_testbed, m_recorder);
    m_phases.emplace(*m_plan.traffic, m_plan.network.workers(), *m_traffic, m_recorder, m_clock);
    m_log.setPhases(*m_phases);
    MR_CHECK(m_traffic->start());
    return takeUntil([this] { return m_traffic->isReady(); },
                     "a sender or receiver of cross traffic did not get ready in time", job);
}

Result<void> WorkloadRun::finishTraffic()
{
    if (!m_traffic)
        return {};
    auto finished = m_traffic->finish();
    m_record.traffic = m_traffic->record();
    m_record.phases = m_phases->marks();
    return finished;
}

Result<void> WorkloadRun::follow(const JobContext& job)
{
    // Every wait of a worker has its own deadline; this one only catches workers that cannot even say so any more.
    const launch::Workload& workload = m_plan.settings.workload;
    const Nanoseconds silence =
        3 * workload.deadline + (m_plan.settings.traits().endsItsWaits ? builtinSilence : foreignSilence);
    bool hurried = false;
    std::optional<Nanoseconds> giveUp; // monotonic; after the first failure: how long the others may take to say theirs
    while (!m_processes.workEnded() || (m_failures.isPending() && !m_processes.anyFinished())) {
        const Nanoseconds due = std::min(m_phases ? m_phases->next() : 1s, m_failures.next());
        const Nanoseconds until = giveUp ? *giveUp : m_clock.monotonic() + due;
        const auto event = m_testbed.nextEvent(until, job.stop);
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "cancelled while the workload ran");
        if (event)
            MR_CHECK(take(*event));
        if (m_processes.anyFailed() && m_failures.explainsFailure())
            m_processes.strikeAll();
        MR_CHECK(m_failures.advance());
        MR_CHECK(m_processes.startDue());
        if (m_processes.anyFailed() && !giveUp)
            giveUp = m_clock.monotonic() + workload.deadline + 5s;
        if (m_phases && !giveUp) {
            MR_TRY(over, m_phases->advance());
            if (over)
                return {};
        }
        if (giveUp && !hurried && m_processes.onlySuspectsRunning(m_record.failures)) {
            giveUp = std::min(*giveUp, m_clock.monotonic() + suspectGrace);
            hurried = true;
        }
        if (giveUp && m_clock.monotonic() >= *giveUp)
            return m_processes.failure(m_record.failures);
        if (m_clock.monotonic() - m_lastOutput > silence)
            return fail(ErrorCode::Timeout,
                        fmt::format("no output from any worker for {:.0f} s{}; the run was stopped",
                                    std::chrono::duration<double>(silence).count(), m_processes.waitingText()));
    }
    return m_processes.anyFailed() ? Result<void>(m_processes.failure(m_record.failures)) : Result<void>();
}

Result<void> WorkloadRun::takeRest()
{
    Result<void> all = m_samples.stop();
    while (const auto event = m_testbed.nextEvent(m_clock.monotonic(), {}))
        if (auto taken = take(*event); !taken && all)
            all = std::move(taken);
    return all;
}

Result<void> WorkloadRun::take(const NodeEvent& event)
{
    return std::visit(
        Overloaded{
            [&](const agent::ProcessLine& line) { return takeLine(event.node, line); },
            [&](const agent::ProcessExit& exit) { return takeExit(event.node, exit); },
            [&](const agent::SampleBatch& batch) { return m_samples.take(event.node, batch, m_processes); },
            [&](const Error& error) -> Result<void> {
                return within(event.node < 0 ? "the emulated cluster" : "the agent of " + nodeName(event.node), error);
            },
        },
        event.what);
}

Result<void> WorkloadRun::takeLine(int node, const agent::ProcessLine& printed)
{
    WorkloadProcess* process = m_processes.find(node, printed.process);
    if (process == nullptr) {
        if (m_traffic)
            MR_CHECK(m_traffic->take(node, printed));
        return {};
    }
    agent::ProcessLine line = printed;
    m_processes.mask(line.text);
    m_lastOutput = m_clock.monotonic();
    MR_CHECK(m_recorder.line(nodeName(node), process->plan->label, line));
    m_processes.take(*process, line);
    const std::size_t steps = m_record.iterations.size();
    MR_CHECK(m_log.take(*process, line));
    if (m_record.iterations.size() > steps)
        m_failures.begin();
    return {};
}

Result<void> WorkloadRun::takeExit(int node, const agent::ProcessExit& exit)
{
    WorkloadProcess* process = m_processes.find(node, exit.process);
    if (process == nullptr) {
        if (m_traffic)
            MR_CHECK(m_traffic->take(node, exit));
        return m_failures.take(node, exit);
    }
    m_lastOutput = m_clock.monotonic();
    m_record.processCpu[process->number] = exit.cpu;
    return m_processes.take(*process, exit);
}

} // namespace millrace::run
