// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/failure_injector.h"

#include "core/base/seconds.h"
#include "core/launch/frameworks.h"
#include "core/run/training_changes.h"
#include "core/store/event_kinds.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::run {

using namespace std::chrono_literals;

namespace {

constexpr int mostRestarts = 1000;
constexpr Nanoseconds slowPeriod = 200ms; ///< of stopping and going on
constexpr const char* cutOff = "ip rule add pref 1 blackhole";
constexpr const char* connectAgain = "ip rule del pref 1";

} // namespace

FailureInjector::FailureInjector(const RunPlan& plan, Testbed& testbed, Recorder& recorder, ProcessGroup& processes,
                                 WorkloadRecord& record)
    : m_plan(plan), m_testbed(testbed), m_recorder(recorder), m_processes(processes), m_record(record),
      m_survives(plan.settings.traits().survivesFailures), m_specs(plan.failures)
{
}

void FailureInjector::begin()
{
    if (!isActive() || m_schedule)
        return;
    m_begun = now();
    m_schedule.emplace(m_specs, static_cast<int>(m_processes.workers().size()), m_plan.seed);
}

std::vector<bool> FailureInjector::working() const
{
    std::vector<bool> works;
    for (const WorkloadProcess* worker : m_processes.workers()) {
        const int number = static_cast<int>(works.size());
        const bool isStruck =
            std::ranges::any_of(m_active, [number](const Active& active) { return active.failure.worker == number; });
        works.push_back(worker->started && !worker->exit && !isStruck);
    }
    return works;
}

Nanoseconds FailureInjector::next() const
{
    Nanoseconds due = now() + 1s;
    if (m_schedule && !m_restart)
        if (const auto failure = m_schedule->next())
            due = std::min(due, m_begun + *failure);
    for (const Active& active : m_active)
        if (!active.isFinal())
            due = std::min(due, active.until);
    if (m_restart)
        due = std::min(due, *m_restart);
    return std::max(0ns, due - now());
}

bool FailureInjector::isPending() const noexcept
{
    return m_restart || std::ranges::any_of(m_active, [](const Active& active) {
               return active.failure.kind == failures::FailureKind::Kill && !active.isFinal();
           });
}

bool FailureInjector::explainsFailure()
{
    if (!isActive() || m_survives || m_restarts >= mostRestarts)
        return false;
    if (m_restart)
        return true;
    // The others notice after their deadline; then the one that was healed meanwhile has lost them.
    const Nanoseconds patience = 2 * m_plan.settings.workload.deadline + 10s;
    if (m_active.empty() && (m_lastHealed == 0ns || now() - m_lastHealed > patience))
        return false;
    if (std::ranges::any_of(m_active, &Active::isFinal))
        return false;
    m_restart = now();
    return true;
}

Result<void> FailureInjector::advance()
{
    if (!m_schedule)
        return {};
    for (std::size_t i = 0; i < m_active.size();) {
        if (m_active[i].isFinal() || m_active[i].until > now()) {
            ++i;
            continue;
        }
        Active active = m_active[i];
        m_active.erase(m_active.begin() + static_cast<std::ptrdiff_t>(i));
        MR_CHECK(heal(active));
    }
    if (m_restart && *m_restart <= now())
        return restartJob();
    if (m_restart)
        return {};
    while (const auto due = m_schedule->next()) {
        if (m_begun + *due > now())
            break;
        if (const auto failure = m_schedule->take(now() - m_begun, working()))
            MR_CHECK(strike(*failure));
        m_record.failuresLeftOut = m_schedule->leftOut();
    }
    return {};
}

Result<agent::ProcessId> FailureInjector::onNodeOf(const WorkloadProcess& worker, const std::string& line)
{
    Command command;
    command.argv = {"sh", "-c", line};
    auto started = m_testbed.node(worker.node).startProcess(command, deadlineIn(callTime));
    if (!started)
        return within(fmt::format("making {} on {} fail", worker.plan->label, worker.plan->node),
                      std::move(started).error());
    return started->process;
}

Result<void> FailureInjector::strikeBy(int number, const std::string& line)
{
    const WorkloadProcess& worker = *m_processes.workers()[static_cast<std::size_t>(number)];
    MR_TRY(process, onNodeOf(worker, line));
    m_strikers.push_back({worker.node, process, number, line});
    return {};
}

Result<void> FailureInjector::take(int node, const agent::ProcessExit& exit)
{
    const auto striker = std::ranges::find_if(
        m_strikers, [&](const Striker& each) { return each.node == node && each.process == exit.process; });
    if (striker == m_strikers.end())
        return {};
    const WorkloadProcess& worker = *m_processes.workers()[static_cast<std::size_t>(striker->worker)];
    const std::string line = striker->line;
    m_strikers.erase(striker);
    // One that has ended meanwhile cannot be struck.
    if (exit.status.succeeded() || worker.exit)
        return {};
    return fail(ErrorCode::Unsupported,
                fmt::format("{} on {} could not be made to fail: \"{}\" ended with {}", worker.plan->label,
                            worker.plan->node, line, exitText(exit.status)));
}

monitor::EventOrigin FailureInjector::originNow() const
{
    monitor::EventOrigin origin;
    origin.wall = m_testbed.clock().wall();
    origin.monotonic = now();
    return origin;
}

Result<void> FailureInjector::strike(const failures::Failure& failure)
{
    using failures::FailureKind;
    WorkloadProcess& worker = *m_processes.workers()[static_cast<std::size_t>(failure.worker)];
    const std::string group = fmt::format("-- -{}", worker.pid);
    Active active{failure, now() + failure.lasts, {}, m_record.strikes.size()};
    Strike truth;
    truth.failure = failure;
    truth.worker = worker.plan->label;
    const monitor::EventOrigin origin = originNow(); // before it happens: nobody notices earlier
    truth.begin = origin.wall;
    switch (failure.kind) {
    case FailureKind::Kill:
        // Struck before the end of its processes is reported.
        worker.isStruck = true;
        MR_CHECK(strikeBy(failure.worker, "kill -s KILL " + group));
        if (!m_survives && failure.lasts > 0ns) {
            m_processes.strikeAll();
            m_restart = active.until;
        }
        break;
    case FailureKind::Freeze: MR_CHECK(strikeBy(failure.worker, "kill -s STOP " + group)); break;
    case FailureKind::Partition: MR_CHECK(strikeBy(failure.worker, cutOff)); break;
    case FailureKind::Slow: {
        const double stopped = seconds(slowPeriod) * (1 - 1 / failure.factor);
        MR_TRY(helper,
               onNodeOf(worker,
                        fmt::format("while kill -s STOP {0}; do sleep {1:.4f}; kill -s CONT {0}; sleep {2:.4f}; done",
                                    group, stopped, seconds(slowPeriod) - stopped)));
        active.helper = helper;
        break;
    }
    }
    MR_CHECK(
        m_recorder.event(store::events::failure, worker.plan->node, strikeText(truth), &origin, strikeJson(truth)));
    m_record.strikes.push_back(std::move(truth));
    m_active.push_back(std::move(active));
    return {};
}

Result<void> FailureInjector::heal(Active& active)
{
    using failures::FailureKind;
    const failures::Failure& failure = active.failure;
    WorkloadProcess& worker = *m_processes.workers()[static_cast<std::size_t>(failure.worker)];
    const std::string group = fmt::format("-- -{}", worker.pid);
    const bool isThere = worker.started && !worker.exit;
    switch (failure.kind) {
    case FailureKind::Kill:
        if (m_survives)
            m_processes.startAgain(worker);
        break;
    case FailureKind::Freeze:
        if (isThere)
            MR_CHECK(onNodeOf(worker, "kill -s CONT " + group));
        break;
    case FailureKind::Partition: MR_CHECK(onNodeOf(worker, connectAgain)); break;
    case FailureKind::Slow:
        MR_CHECK(m_testbed.node(worker.node).stopProcess(active.helper, 0s, deadlineIn(callTime)));
        if (isThere)
            MR_CHECK(onNodeOf(worker, "kill -s CONT " + group));
        break;
    }
    m_lastHealed = now();
    Strike& truth = m_record.strikes[active.strike];
    truth.end = m_testbed.clock().wall();
    return m_recorder.event(store::events::failureOver, worker.plan->node,
                            fmt::format("{} of {} is over", failures::failureName(failure.kind), worker.plan->label));
}

Result<void> FailureInjector::restartJob()
{
    for (Active& active : std::exchange(m_active, {}))
        if (active.failure.kind != failures::FailureKind::Kill)
            MR_CHECK(heal(active));
    m_restart.reset();
    ++m_restarts;
    m_processes.strikeAll();
    MR_CHECK(m_processes.startAllAgain());
    m_record.failures.clear();
    const monitor::EventOrigin origin = originNow();
    m_record.restarts.push_back(origin.wall);
    m_lastHealed = 0ns;
    return m_recorder.event(store::events::jobRestart, {},
                            fmt::format("all workers are started again, time {}", m_restarts), &origin);
}

} // namespace millrace::run
