// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/process_group.h"

#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/monitor/log_line.h"
#include "core/store/event_kinds.h"

#include <algorithm>
#include <fmt/format.h>
#include <future>

namespace millrace::run {

using namespace std::chrono_literals;

namespace {

/// The longest a process may take to print what others wait for. Containers and models load for minutes.
constexpr Nanoseconds readyLimit = 10min;

} // namespace

ProcessGroup::ProcessGroup(const RunPlan& plan, Testbed& testbed, Recorder& recorder)
    : m_plan(plan), m_testbed(testbed), m_recorder(recorder)
{
}

Result<void> ProcessGroup::prepare()
{
    MR_TRY(secrets, launch::Secrets::of(m_plan.launch));
    m_secrets = std::move(secrets);
    m_processes.resize(m_plan.launch.processes.size());
    for (std::size_t i = 0; i < m_processes.size(); ++i) {
        WorkloadProcess& process = m_processes[i];
        process.plan = &m_plan.launch.processes[i];
        process.number = i;
        const std::optional<int> node = m_plan.network.find(process.plan->node);
        if (!node)
            return fail(
                ErrorCode::Internal,
                fmt::format("{} is planned on {}, which is not a node", process.plan->label, process.plan->node));
        process.node = *node;
        process.mayStart = process.plan->waitForLabel.empty();
    }
    return {};
}

Result<void> ProcessGroup::startDue()
{
    for (WorkloadProcess& process : m_processes)
        if (!process.started)
            MR_CHECK(process.mayStart ? start(process) : checkAwaited(process));
    return {};
}

/// One that failed is the reason of a failure by itself.
Result<void> ProcessGroup::checkAwaited(const WorkloadProcess& waiting) const
{
    const std::string& awaited = waiting.plan->waitForLabel;
    const bool ended = std::ranges::all_of(m_processes, [&awaited](const WorkloadProcess& other) {
        return other.plan->label != awaited || (other.exit && other.exit->succeeded());
    });
    const std::string text = fmt::format("{} on {} waits until {} prints \"{}\"", waiting.plan->label,
                                         waiting.plan->node, awaited, waiting.plan->waitForText);
    if (ended)
        return fail(ErrorCode::PeerFailed, text + ", but that ended without printing it");
    if (waiting.waitsSince > 0ns && m_testbed.clock().monotonic() - waiting.waitsSince >= readyLimit)
        return fail(ErrorCode::Timeout,
                    fmt::format("{}, which it has not done for {} min; see what {} printed instead", text,
                                readyLimit / 1min, awaited));
    return {};
}

Result<void> ProcessGroup::start(WorkloadProcess& process)
{
    const Command command = m_secrets.resolved(m_testbed.filled(process.node, process.plan->command));
    auto started = m_testbed.node(process.node).startProcess(command, deadlineIn(callTime));
    if (!started)
        return within(fmt::format("starting {} on {}", process.plan->label, process.plan->node),
                      std::move(started).error());
    process.id = started->process;
    process.pid = started->pid;
    process.started = true;
    for (WorkloadProcess& waiting : m_processes)
        if (waiting.plan->waitForLabel == process.plan->label)
            waiting.waitsSince = m_testbed.clock().monotonic();
    return m_recorder.event(store::events::workerStart, process.plan->node, process.plan->label);
}

void ProcessGroup::stopAll()
{
    std::vector<std::future<void>> stops;
    for (WorkloadProcess& process : m_processes)
        if (process.id && !process.exit) {
            process.stopped = true;
            stops.push_back(std::async(std::launch::async, [this, &process] {
                (void)m_testbed.node(process.node).stopProcess(process.id, 1s, deadlineIn(callTime));
            }));
        }
}

std::vector<WorkloadProcess*> ProcessGroup::workers()
{
    std::vector<WorkloadProcess*> workers;
    for (WorkloadProcess& process : m_processes)
        if (process.plan->purpose == launch::Purpose::Work)
            workers.push_back(&process);
    return workers;
}

void ProcessGroup::strikeAll()
{
    for (WorkloadProcess& process : m_processes)
        process.isStruck = true;
}

void ProcessGroup::startAgain(WorkloadProcess& process)
{
    process.started = process.stopped = process.isStruck = false;
    process.exit.reset();
    process.id = {};
    process.lastErrors.clear();
}

Result<void> ProcessGroup::startAllAgain()
{
    stopAll();
    for (WorkloadProcess& process : m_processes) {
        startAgain(process);
        process.mayStart = process.plan->waitForLabel.empty();
        process.waitsSince = Nanoseconds(0);
    }
    m_exits.clear();
    return {};
}

WorkloadProcess* ProcessGroup::find(int node, agent::ProcessId id) noexcept
{
    const auto it = std::ranges::find_if(
        m_processes, [&](const WorkloadProcess& process) { return process.node == node && process.id == id; });
    return it == m_processes.end() ? nullptr : &*it;
}

void ProcessGroup::take(WorkloadProcess& speaker, const agent::ProcessLine& line)
{
    for (WorkloadProcess& waiting : m_processes)
        if (waiting.plan->waitForLabel == speaker.plan->label
            && line.text.find(waiting.plan->waitForText) != std::string::npos)
            waiting.mayStart = true;
    if (line.stream != agent::OutputStream::Errors)
        return;
    speaker.lastErrors += line.text + "\n";
    if (speaker.lastErrors.size() > keptErrorBytes)
        speaker.lastErrors.erase(0, speaker.lastErrors.size() - keptErrorBytes);
}

Result<void> ProcessGroup::take(WorkloadProcess& process, const agent::ProcessExit& exit)
{
    process.exit = exit.status;
    m_exits.push_back(process.number);
    return m_recorder.event(store::events::workerExit, process.plan->node,
                            fmt::format("{}: {}", process.plan->label, exitText(exit.status)));
}

bool ProcessGroup::workEnded() const noexcept
{
    return std::ranges::all_of(m_processes, [](const WorkloadProcess& process) {
        return process.plan->purpose == launch::Purpose::Service || process.exit.has_value();
    });
}

bool ProcessGroup::anyFinished() const noexcept
{
    return std::ranges::any_of(m_processes, [](const WorkloadProcess& process) {
        return process.plan->purpose == launch::Purpose::Work && process.exit && process.exit->succeeded();
    });
}

bool ProcessGroup::anyFailed() const noexcept
{
    return std::ranges::any_of(m_processes, &WorkloadProcess::hasFailed);
}

bool ProcessGroup::onlySuspectsRunning(std::span<const monitor::FailureEvent> failures) const
{
    return std::ranges::all_of(m_processes, [&failures](const WorkloadProcess& process) {
        return process.plan->purpose == launch::Purpose::Service || process.exit.has_value()
            || std::ranges::any_of(failures, [&process](const monitor::FailureEvent& failed) {
                   return std::ranges::count(failed.peers, process.plan->rank) > 0;
               });
    });
}

std::string ProcessGroup::waitingText() const
{
    for (const WorkloadProcess& process : m_processes)
        if (!process.started && !process.mayStart)
            return fmt::format("; {} waits until {} prints \"{}\"", process.plan->label, process.plan->waitForLabel,
                               process.plan->waitForText);
    return {};
}

const WorkloadProcess* ProcessGroup::firstFailed(bool bySignal) const
{
    for (const std::size_t number : m_exits)
        if (const WorkloadProcess& process = m_processes[number];
            process.hasFailed() && (!bySignal || process.exit->signal != 0))
            return &process;
    return nullptr;
}

Error ProcessGroup::failure(std::span<const monitor::FailureEvent> failures) const
{
    // A worker that was killed prints nothing; the others blame it. So a process that a signal ended comes first.
    // Of several the first: those that abort because of a lost peer end later.
    if (const WorkloadProcess* killed = firstFailed(true))
        return fail(
            ErrorCode::PeerFailed,
            fmt::format("{} on {} ended by {}", killed->plan->label, killed->plan->node, exitText(*killed->exit)));
    if (!failures.empty()) {
        const monitor::FailureEvent& first = failures.front();
        return fail(ErrorCode::PeerFailed, fmt::format("worker {} said: {}", first.origin.rank, first.what));
    }
    if (const WorkloadProcess* failed = firstFailed(false))
        return fail(ErrorCode::PeerFailed,
                    fmt::format("{} on {} ended with {}; its last words: {}", failed->plan->label, failed->plan->node,
                                exitText(*failed->exit), failed->lastErrors.empty() ? "none" : failed->lastErrors));
    return fail(ErrorCode::Internal, "the workload failed for an unknown reason");
}

Result<void> ProcessGroup::recordFailures()
{
    for (const WorkloadProcess& process : m_processes) {
        if (!process.hasFailed())
            continue;
        const std::string command = join(process.plan->command.argv, " ");
        const Json details = {{"process", process.plan->label},
                              {"command", monitor::validUtf8(command)},
                              {"exit", exitText(*process.exit)},
                              {"stderr", monitor::validUtf8(process.lastErrors)}};
        MR_CHECK(m_recorder.event(store::events::processFailed, process.plan->node, process.plan->label, nullptr,
                                  details.dump()));
    }
    return {};
}

} // namespace millrace::run
