// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/workload_run.h"

#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/monitor/log_line.h"
#include "core/run/log_reading.h"
#include "core/run/testbed.h"

#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <future>

namespace millrace::run {

namespace {

using namespace std::chrono_literals;

constexpr auto blamedTime = 2s; // for a worker whom others blame, to say something itself
constexpr auto foreignSilence = 600s; // a first step of another framework may load data and compile for minutes
constexpr std::size_t mostResults = 10'000;

template <typename... Handlers>
struct Overloaded : Handlers...
{
    using Handlers::operator()...;
};

} // namespace

WorkloadRun::WorkloadRun(const RunPlan& plan, Testbed& testbed, Recorder& recorder, const RunHeading& heading,
                         RunObserver& observer)
    : m_plan(plan), m_testbed(testbed), m_recorder(recorder), m_heading(heading), m_observer(observer),
      m_links(plan.network), m_nodes(plan.network), m_watch(plan.network, {monitor::defaultDetector, "kungfu"})
{
    const auto nodes = static_cast<std::size_t>(testbed.nodeCount());
    m_record.firstSamples.resize(nodes);
    m_record.lastSamples.resize(nodes);
    m_record.sent.resize(nodes);
    m_record.processors.resize(nodes);
    m_record.retransmittedBytes.resize(nodes);
    m_record.congestionControls.resize(static_cast<std::size_t>(plan.network.workers()));
    m_record.processCpu.resize(plan.launch.processes.size());
    m_samplings.resize(nodes);
}

Result<void> WorkloadRun::execute(const JobContext& job)
{
    MR_CHECK(prepareProcesses());
    MR_CHECK(placeFiles(job));
    MR_CHECK(startSampling());
    MR_CHECK(awaitFirstSamples(job));
    m_lastSign = monotonicNow();
    auto started = startTraffic(job);
    if (started)
        started = startProcesses();
    if (started)
        m_observer.stepMoved(m_heading, RunStep::Run, RunStep::Collect);
    auto followed = started ? follow(job) : std::move(started);
    stopProcesses();
    if (auto finished = finishTraffic(); !finished && followed)
        followed = std::move(finished);
    if (!followed)
        MR_CHECK(recordFailures());
    auto stopped = stopSampling();
    monitor::EventOrigin end;
    end.wall = wallNow();
    end.monotonic = monotonicNow();
    MR_CHECK(m_recorder.alarms(m_watch.rest(), end));
    for (const Process& process : m_processes)
        if (process.parser)
            for (const Issue& issue : process.parser->issues())
                countIssue(m_record.issues, issue);
    return followed ? stopped : followed;
}

Result<void> WorkloadRun::startSampling()
{
    return m_testbed.forAll([this](int node) -> Result<void> {
        auto sampling = m_testbed.node(node).startSampling(m_plan.sampling, deadlineIn(callTime));
        if (!sampling)
            return within("sampling the counters of " + nodeName(node), std::move(sampling).error());
        m_samplings[static_cast<std::size_t>(node)] = *sampling;
        return {};
    });
}

Result<void> WorkloadRun::awaitFirstSamples(const JobContext& job)
{
    const Deadline deadline = deadlineIn(callTime);
    const auto missing = [this] {
        return std::ranges::any_of(m_record.firstSamples, [](const auto& sample) { return sample.interfaces.empty(); });
    };
    while (missing()) {
        const auto event = m_testbed.events().pop(deadline, job.stop);
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "cancelled before the workload was started");
        if (!event)
            return fail(ErrorCode::Timeout, "the counters of a node did not come in time");
        MR_CHECK(take(*event));
    }
    return {};
}

Result<void> WorkloadRun::startTraffic(const JobContext& job)
{
    if (!m_plan.traffic)
        return {};
    m_traffic.emplace(*m_plan.traffic, m_testbed, m_recorder);
    m_phases.emplace(*m_plan.traffic, m_plan.network.workers(), *m_traffic, m_recorder);
    MR_CHECK(m_traffic->start());
    const Deadline deadline = deadlineIn(callTime);
    while (!m_traffic->isReady()) {
        const auto event = m_testbed.events().pop(deadline, job.stop);
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "cancelled before the workload was started");
        if (!event)
            return fail(ErrorCode::Timeout, "a sender or receiver of cross traffic did not get ready in time");
        MR_CHECK(take(*event));
    }
    return {};
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

Result<void> WorkloadRun::prepareProcesses()
{
    MR_TRY(secrets, launch::Secrets::of(m_plan.launch));
    m_secrets = std::move(secrets);
    m_processes.resize(m_plan.launch.processes.size());
    for (std::size_t i = 0; i < m_processes.size(); ++i) {
        Process& process = m_processes[i];
        process.plan = &m_plan.launch.processes[i];
        process.number = i;
        const std::optional<int> node = m_plan.network.find(process.plan->node);
        if (!node)
            return fail(ErrorCode::Internal,
                        fmt::format("{} is planned on {}, which is no node", process.plan->label, process.plan->node));
        process.node = *node;
        int firstRank = 0;
        for (int before = 0; before < *node; ++before)
            firstRank += m_plan.network.node(before).slots;
        MR_TRY(parser, makeProcessParser(m_plan, *process.plan, {process.plan->rank, m_plan.launch.peers, firstRank}));
        process.parser = std::move(parser);
    }
    return {};
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

Result<void> WorkloadRun::startProcesses()
{
    for (Process& process : m_processes) {
        const std::string& awaited = process.plan->waitForLabel;
        const bool mayStart = awaited.empty() || std::ranges::any_of(m_processes, [&](const Process& other) {
                                  return other.plan->label == awaited && other.ready;
                              });
        if (!process.started && mayStart)
            MR_CHECK(start(process));
    }
    return {};
}

Result<void> WorkloadRun::start(Process& process)
{
    auto started = m_testbed.node(process.node)
                       .startProcess(m_secrets.resolved(m_testbed.filled(process.node, process.plan->command)),
                                     deadlineIn(callTime));
    if (!started)
        return within(fmt::format("starting {} on {}", process.plan->label, process.plan->node),
                      std::move(started).error());
    process.id = started->process;
    process.started = true;
    return m_recorder.event("worker-start", process.plan->node, process.plan->label);
}

void WorkloadRun::noteReady(const Process& speaker, std::string_view line)
{
    for (const Process& waiting : m_processes)
        if (!waiting.started && waiting.plan->waitForLabel == speaker.plan->label
            && line.find(waiting.plan->waitForText) != std::string_view::npos)
            m_processes[speaker.number].ready = true;
}

Result<void> WorkloadRun::follow(const JobContext& job)
{
    // Every wait of a worker has its own deadline; this one only catches workers that cannot even say so any more.
    const bool builtin = m_plan.settings.workload.framework == "builtin";
    const Nanoseconds silence = 3 * m_plan.settings.workload.deadline + (builtin ? 60s : foreignSilence);
    bool hurried = false;
    std::optional<Deadline> patience; // after the first failure: how long the others may take to say theirs
    while (!workEnded()) {
        const Deadline deadline = patience ? *patience : m_phases ? m_phases->next() : deadlineIn(1s);
        const auto event = m_testbed.events().pop(deadline, job.stop);
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "cancelled while the workload ran");
        if (event)
            MR_CHECK(take(*event));
        MR_CHECK(startProcesses());
        if (m_phases && !patience) {
            MR_TRY(over, m_phases->advance());
            if (over)
                return {};
        }
        if (anyFailed() && !patience)
            patience = deadlineIn(m_plan.settings.workload.deadline + 5s);
        if (patience && !hurried && onlyBlamedGoOn()) {
            patience = std::min(*patience, deadlineIn(blamedTime));
            hurried = true;
        }
        if (patience && timeLeft(*patience) == 0ns)
            return failure();
        if (monotonicNow() - m_lastSign > silence)
            return fail(ErrorCode::Timeout,
                        fmt::format("no worker was heard of for {:.0f} s; the run was stopped",
                                    std::chrono::duration<double>(silence).count()));
    }
    return anyFailed() ? Result<void>(failure()) : Result<void>();
}

Result<void> WorkloadRun::stopSampling()
{
    std::atomic<std::int64_t> missed = 0;
    Result<void> all = m_testbed.forAll([this, &missed](int node) -> Result<void> {
        const agent::SamplingId sampling = m_samplings[static_cast<std::size_t>(node)];
        if (!sampling)
            return {};
        auto end = m_testbed.node(node).stopSampling(sampling, deadlineIn(callTime));
        if (!end)
            return within("ending the sampling on " + nodeName(node), std::move(end).error());
        missed += end->missed;
        return {};
    });
    m_record.samplesMissed += missed;
    // What was sent before the replies lies in the queue by now.
    while (const auto event = m_testbed.events().pop(deadlineIn(0ns), {}))
        if (auto taken = take(*event); !taken && all)
            all = std::move(taken);
    return all;
}

void WorkloadRun::stopProcesses()
{
    std::vector<std::future<void>> stops;
    for (Process& process : m_processes)
        if (process.id && !process.exit) {
            process.stopped = true;
            stops.push_back(std::async(std::launch::async, [this, &process] {
                (void)m_testbed.node(process.node).stopProcess(process.id, 1s, deadlineIn(callTime));
            }));
        }
}

Result<void> WorkloadRun::recordFailures()
{
    for (const Process& process : m_processes) {
        if (!hasFailed(process))
            continue;
        const std::string command = join(process.plan->command.argv, " ");
        const Json details = {{"process", process.plan->label},
                              {"command", monitor::validUtf8(command)},
                              {"exit", exitText(*process.exit)},
                              {"stderr", monitor::validUtf8(process.lastErrors)}};
        MR_CHECK(m_recorder.event("process-failed", process.plan->node, process.plan->label, nullptr, details.dump()));
    }
    return {};
}

Result<void> WorkloadRun::take(const NodeEvent& event)
{
    return std::visit(
        Overloaded{
            [&](const agent::ProcessLine& line) { return takeLine(event.node, line); },
            [&](const agent::ProcessExit& exit) { return takeExit(event.node, exit); },
            [&](const agent::SampleBatch& batch) { return takeSamples(event.node, batch); },
            [&](const Error& error) -> Result<void> {
                return within(event.node < 0 ? "the emulated cluster" : "the agent of " + nodeName(event.node), error);
            },
        },
        event.what);
}

WorkloadRun::Process* WorkloadRun::find(int node, agent::ProcessId id)
{
    const auto it = std::ranges::find_if(
        m_processes, [&](const Process& process) { return process.node == node && process.id == id; });
    return it == m_processes.end() ? nullptr : &*it;
}

Result<void> WorkloadRun::takeLine(int node, const agent::ProcessLine& printed)
{
    Process* process = find(node, printed.process);
    if (process == nullptr) {
        if (m_traffic)
            MR_CHECK(m_traffic->take(node, printed));
        return {};
    }
    agent::ProcessLine line = printed;
    m_secrets.mask(line.text);
    m_lastSign = std::max(m_lastSign, line.monotonic);
    MR_CHECK(m_recorder.line(nodeName(node), process->plan->label, line));
    noteReady(*process, line.text);
    const bool isError = line.stream == agent::OutputStream::Errors;
    if (isError) {
        process->lastErrors += line.text + "\n";
        if (process->lastErrors.size() > keptErrorBytes)
            process->lastErrors.erase(0, process->lastErrors.size() - keptErrorBytes);
    }
    auto event = process->parser->parse(line.text, isError ? monitor::Stream::Errors : monitor::Stream::Out,
                                        {line.monotonic, line.wall});
    for (; event; event = process->parser->more()) {
        std::visit(
            [offset = m_testbed.clockOffset(node)](auto& each) {
                if (each.origin.timedByWorker)
                    each.origin.wall -= offset;
            },
            *event);
        MR_CHECK(takeEvent(*process, *event));
    }
    return {};
}

Result<void> WorkloadRun::takeEvent(const Process& process, const monitor::LogEvent& event)
{
    const std::string& node = process.plan->node;
    return std::visit(Overloaded{
                          [&](monitor::IterationEvent iteration) {
                              if (iteration.origin.rank < 0 && iteration.origin.worker.empty())
                                  iteration.origin.worker = process.plan->label; // of several on other nodes
                              return takeIteration(iteration);
                          },
                          [&](const monitor::ConnectedEvent& connected) -> Result<void> {
                              if (const auto rank = static_cast<std::size_t>(connected.origin.rank);
                                  connected.origin.rank >= 0 && rank < m_record.congestionControls.size())
                                  m_record.congestionControls[rank] = connected.congestionControl;
                              return m_recorder.event("connected", node, process.plan->label, &connected.origin);
                          },
                          [&](const monitor::VerifyEvent& verify) -> Result<void> {
                              ++m_record.verifications;
                              m_record.wrong += verify.ok ? 0 : 1;
                              return verify.ok ? Result<void>()
                                               : m_recorder.event("wrong-sum", node, verify.what, &verify.origin);
                          },
                          [&](const monitor::PhaseEvent& phase) -> Result<void> {
                              return m_recorder.event("phase", node, phase.phase, &phase.origin);
                          },
                          [&](const monitor::FailureEvent& failed) -> Result<void> {
                              m_record.failures.push_back(failed);
                              return m_recorder.event("worker-error", node, failed.what, &failed.origin);
                          },
                          [&](const monitor::ResultEvent& result) -> Result<void> {
                              if (m_record.results.size() < mostResults)
                                  m_record.results.push_back({process.plan->label, result});
                              return {};
                          },
                          [](const auto&) -> Result<void> { return {}; },
                      },
                      event);
}

Result<void> WorkloadRun::takeIteration(const monitor::IterationEvent& iteration)
{
    const bool timed = iteration.duration || iteration.samplesPerSecond;
    if (timed || !iteration.origin.timedByWorker)
        m_record.iterations.push_back(iteration);
    if (!timed)
        return {};
    MR_CHECK(m_recorder.iteration(iteration));
    m_observer.iteration(m_heading, iteration);
    if (m_phases)
        MR_CHECK(m_phases->take(iteration));
    return m_recorder.alarms(m_watch.take(iteration), iteration.origin);
}

Result<void> WorkloadRun::takeExit(int node, const agent::ProcessExit& exit)
{
    Process* process = find(node, exit.process);
    if (process == nullptr) {
        if (m_traffic)
            MR_CHECK(m_traffic->take(node, exit));
        return {};
    }
    m_lastSign = std::max(m_lastSign, exit.monotonic);
    process->exit = exit.status;
    m_record.processCpu[process->number] = exit.cpu;
    return m_recorder.event("worker-exit", nodeName(node),
                            fmt::format("{}: {}", process->plan->label, exitText(exit.status)));
}

Result<void> WorkloadRun::takeSamples(int node, const agent::SampleBatch& batch)
{
    const auto position = static_cast<std::size_t>(node);
    MR_CHECK(m_recorder.samples(m_plan.network.node(node), batch));
    const std::vector<monitor::LinkSight> links = m_links.take(node, batch);
    m_watch.take(links);
    const auto workers =
        m_nodes.take(node, batch, [&](agent::ProcessId process) { return find(node, process) != nullptr; });
    m_watch.take(workers);
    if (m_traffic) {
        for (const monitor::LinkSight& link : links)
            MR_CHECK(m_recorder.link(link));
        for (const monitor::NodeSight& worker : workers)
            MR_CHECK(m_recorder.worker(nodeName(node), worker));
    }
    for (const agent::Sample& sample : batch.samples) {
        if (m_record.firstSamples[position].interfaces.empty())
            m_record.firstSamples[position] = sample;
        m_record.lastSamples[position] = sample;
        m_record.processors[position].take(sample);
        std::uint64_t retransmitted = 0;
        for (const counters::PeerTcp& peer : sample.peers)
            retransmitted += peer.retransmittedBytes;
        auto& highest = m_record.retransmittedBytes[position];
        highest = std::max(highest, retransmitted);
        if (const auto* counters = experimentInterface(sample, m_plan.network.node(node).interface))
            m_record.sent[position].push_back({sample.wall, static_cast<double>(counters->sentBytes),
                                               static_cast<double>(counters->sentPackets),
                                               static_cast<double>(highest)});
    }
    return {};
}

const std::string& WorkloadRun::nodeName(int node) const
{
    return m_plan.network.node(node).name;
}

} // namespace millrace::run
