// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/workload_run.h"

#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/monitor/log_line.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::run {

namespace {

using namespace std::chrono_literals;

constexpr Nanoseconds callTime = 10s;
constexpr std::size_t keptErrorBytes = 2000;

template <typename... Handlers>
struct Overloaded : Handlers...
{
    using Handlers::operator()...;
};

} // namespace

WorkloadRun::WorkloadRun(const RunPlan& plan, Testbed& testbed, Recorder& recorder, const RunHeading& heading,
                         RunObserver& observer)
    : m_plan(plan), m_testbed(testbed), m_recorder(recorder), m_heading(heading), m_observer(observer)
{
    const auto nodes = static_cast<std::size_t>(testbed.nodeCount());
    m_record.firstSamples.resize(nodes);
    m_record.lastSamples.resize(nodes);
    m_record.retransmittedBytes.resize(nodes);
    m_record.congestionControls.resize(plan.launch.processes.size());
    m_record.processCpu.resize(plan.launch.processes.size());
    m_samplings.resize(nodes);
}

Result<void> WorkloadRun::execute(const JobContext& job)
{
    MR_CHECK(startSampling());
    MR_CHECK(awaitFirstSamples(job));
    auto started = startProcesses();
    if (started)
        m_observer.stepMoved(m_heading, RunStep::Run, RunStep::Collect);
    auto followed = started ? follow(job) : std::move(started);
    if (!followed) {
        stopProcesses();
        MR_CHECK(recordFailures());
    }
    auto stopped = stopSampling();
    for (const Process& process : m_processes)
        if (process.parser)
            for (const Issue& issue : process.parser->issues())
                countIssue(m_record.issues, issue);
    return followed ? stopped : followed;
}

Result<void> WorkloadRun::startSampling()
{
    for (int node = 0; node < m_testbed.nodeCount(); ++node) {
        auto sampling = m_testbed.node(node).startSampling(m_plan.sampling, deadlineIn(callTime));
        if (!sampling)
            return within("sampling the counters of " + nodeName(node), std::move(sampling).error());
        m_samplings[static_cast<std::size_t>(node)] = *sampling;
    }
    return {};
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

Result<void> WorkloadRun::startProcesses()
{
    m_processes.resize(m_plan.launch.processes.size());
    const auto placeOf = [this](const std::string& name) {
        const auto& nodes = m_plan.emulation.nodes;
        return static_cast<int>(std::ranges::find(nodes, name, &emulate::NodeSpec::name) - nodes.begin());
    };
    m_lastSign = monotonicNow();
    for (std::size_t i = 0; i < m_processes.size(); ++i) {
        Process& process = m_processes[i];
        process.plan = &m_plan.launch.processes[i];
        process.node = placeOf(process.plan->node);
        MR_TRY(parser,
               monitor::makeLogParser(m_plan.settings.workload.framework, {process.plan->rank, m_plan.launch.peers}));
        process.parser = std::move(parser);
        auto started = m_testbed.node(process.node).startProcess(process.plan->command, deadlineIn(callTime));
        if (!started)
            return within(fmt::format("starting {} on {}", process.plan->label, process.plan->node),
                          std::move(started).error());
        process.id = started->process;
        MR_CHECK(m_recorder.event("worker-start", process.plan->node, process.plan->label));
    }
    return {};
}

Result<void> WorkloadRun::follow(const JobContext& job)
{
    // Every wait of a worker has its own deadline; this one only catches workers that cannot even say so any more.
    const Nanoseconds silence = 3 * m_plan.settings.workload.deadline + 60s;
    std::optional<Deadline> patience; // after the first failure: how long the others may take to say theirs
    while (!allEnded()) {
        const Deadline deadline = patience ? *patience : deadlineIn(1s);
        const auto event = m_testbed.events().pop(deadline, job.stop);
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "cancelled while the workload ran");
        if (event)
            MR_CHECK(take(*event));
        if (anyFailed() && !patience)
            patience = deadlineIn(m_plan.settings.workload.deadline + 5s);
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
    Result<void> all;
    for (int node = 0; node < m_testbed.nodeCount(); ++node) {
        auto& sampling = m_samplings[static_cast<std::size_t>(node)];
        if (!sampling)
            continue;
        auto end = m_testbed.node(node).stopSampling(sampling, deadlineIn(callTime));
        if (end)
            m_record.samplesMissed += end->missed;
        else if (all)
            all = within("ending the sampling on " + nodeName(node), std::move(end).error());
    }
    // What was sent before the replies lies in the queue by now.
    while (const auto event = m_testbed.events().pop(deadlineIn(0ns), {}))
        if (auto taken = take(*event); !taken && all)
            all = std::move(taken);
    return all;
}

void WorkloadRun::stopProcesses()
{
    for (const Process& process : m_processes)
        if (process.id && !process.exit)
            (void)m_testbed.node(process.node).stopProcess(process.id, 1s, deadlineIn(callTime));
}

Result<void> WorkloadRun::recordFailures()
{
    for (const Process& process : m_processes) {
        if (!process.exit || process.exit->succeeded())
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

Result<void> WorkloadRun::takeLine(int node, const agent::ProcessLine& line)
{
    m_lastSign = std::max(m_lastSign, line.monotonic);
    Process* process = find(node, line.process);
    if (process == nullptr)
        return {};
    MR_CHECK(m_recorder.line(nodeName(node), process->plan->label, line));
    const bool isError = line.stream == agent::OutputStream::Errors;
    if (isError) {
        process->lastErrors += line.text + "\n";
        if (process->lastErrors.size() > keptErrorBytes)
            process->lastErrors.erase(0, process->lastErrors.size() - keptErrorBytes);
    }
    const auto event = process->parser->parse(line.text, isError ? monitor::Stream::Errors : monitor::Stream::Out,
                                              {line.monotonic, line.wall});
    return event ? takeEvent(*process, *event) : Result<void>();
}

Result<void> WorkloadRun::takeEvent(const Process& process, const monitor::LogEvent& event)
{
    const auto rank = static_cast<std::size_t>(process.plan->rank);
    const std::string& node = process.plan->node;
    return std::visit(
        Overloaded{
            [&](const monitor::IterationEvent& iteration) -> Result<void> {
                if (iteration.duration && iteration.communication) { // the worker's own record, not the human line
                    m_record.iterations.push_back(iteration);
                    MR_CHECK(m_recorder.iteration(iteration));
                    m_observer.iteration(m_heading, iteration);
                }
                return {};
            },
            [&](const monitor::ConnectedEvent& connected) -> Result<void> {
                m_record.congestionControls[rank] = connected.congestionControl;
                return m_recorder.event("connected", node, process.plan->label, &connected.origin);
            },
            [&](const monitor::VerifyEvent& verify) -> Result<void> {
                ++m_record.verifications;
                m_record.wrong += verify.ok ? 0 : 1;
                return verify.ok ? Result<void>() : m_recorder.event("wrong-sum", node, verify.what, &verify.origin);
            },
            [&](const monitor::PhaseEvent& phase) -> Result<void> {
                return m_recorder.event("phase", node, phase.phase, &phase.origin);
            },
            [&](const monitor::FailureEvent& failed) -> Result<void> {
                m_record.failures.push_back(failed);
                return m_recorder.event("worker-error", node, failed.what, &failed.origin);
            },
            [](const auto&) -> Result<void> { return {}; },
        },
        event);
}

Result<void> WorkloadRun::takeExit(int node, const agent::ProcessExit& exit)
{
    m_lastSign = std::max(m_lastSign, exit.monotonic);
    Process* process = find(node, exit.process);
    if (process == nullptr)
        return {};
    process->exit = exit.status;
    m_record.processCpu[static_cast<std::size_t>(process->plan->rank)] = exit.cpu;
    return m_recorder.event("worker-exit", nodeName(node),
                            fmt::format("{}: {}", process->plan->label, exitText(exit.status)));
}

Result<void> WorkloadRun::takeSamples(int node, const agent::SampleBatch& batch)
{
    const auto position = static_cast<std::size_t>(node);
    MR_CHECK(m_recorder.samples(nodeName(node), batch));
    for (const agent::Sample& sample : batch.samples) {
        if (m_record.firstSamples[position].interfaces.empty())
            m_record.firstSamples[position] = sample;
        m_record.lastSamples[position] = sample;
        std::uint64_t retransmitted = 0;
        for (const counters::PeerTcp& peer : sample.peers)
            retransmitted += peer.retransmittedBytes;
        auto& highest = m_record.retransmittedBytes[position];
        highest = std::max(highest, retransmitted);
    }
    return {};
}

bool WorkloadRun::allEnded() const
{
    return std::ranges::all_of(m_processes, [](const Process& process) { return process.exit.has_value(); });
}

bool WorkloadRun::anyFailed() const
{
    return std::ranges::any_of(m_processes,
                               [](const Process& process) { return process.exit && !process.exit->succeeded(); });
}

Error WorkloadRun::failure() const
{
    // A worker that died says nothing; the others blame it. So a process that a signal ended comes first.
    for (const Process& process : m_processes)
        if (process.exit && process.exit->signal != 0)
            return fail(
                ErrorCode::PeerFailed,
                fmt::format("{} on {} ended by {}", process.plan->label, process.plan->node, exitText(*process.exit)));
    if (!m_record.failures.empty()) {
        const monitor::FailureEvent& first = m_record.failures.front();
        return fail(ErrorCode::PeerFailed, fmt::format("worker {} said: {}", first.origin.rank, first.what));
    }
    for (const Process& process : m_processes)
        if (process.exit && !process.exit->succeeded())
            return fail(ErrorCode::PeerFailed,
                        fmt::format("{} on {} ended with {}; its last words: {}", process.plan->label,
                                    process.plan->node, exitText(*process.exit),
                                    process.lastErrors.empty() ? "none" : process.lastErrors));
    return fail(ErrorCode::Internal, "the workload failed for an unknown reason");
}

const std::string& WorkloadRun::nodeName(int node) const
{
    return m_plan.emulation.nodes[static_cast<std::size_t>(node)].name;
}

} // namespace millrace::run
