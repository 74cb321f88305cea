// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/launch/secrets.h"
#include "core/monitor/worker_events.h"
#include "core/run/recorder.h"
#include "core/run/testbed.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace millrace::run {

/// A process of the plan, as the run follows it.
struct WorkloadProcess
{
    const launch::ProcessPlan* plan = nullptr;
    std::size_t number = 0; ///< position in the plan
    int node = 0;
    agent::ProcessId id; ///< on its node
    std::int64_t pid = 0; ///< leads a process group, as the node counts
    bool started = false;
    bool mayStart = false; ///< waits for nothing, or what it waits for was printed
    Nanoseconds waitsSince{0}; ///< monotonic: the start of what it waits for
    bool stopped = false; ///< by the run, after it had served
    bool isStruck = false; ///< by an injected failure: its end is no failure of the run
    std::optional<ExitStatus> exit;
    std::string lastErrors; ///< the end of its standard error

    /// Ended badly by itself.
    [[nodiscard]] bool hasFailed() const noexcept { return exit && !exit->succeeded() && !stopped && !isStruck; }
};

/// The processes of a workload: starts each as soon as what it waits for was printed, keeps how it ended, and names the
/// one to blame when the workload fails. One thread.
class ProcessGroup
{
public:
    /// All must outlive it.
    ProcessGroup(const RunPlan& plan, Testbed& testbed, Recorder& recorder);

    /// Finds the node of each process and the secrets of the plan. InvalidInput for a secret that is not set.
    [[nodiscard]] Result<void> prepare();
    /// Starts those that need not wait any more, in the order of the plan. PeerFailed when what one waits for cannot be
    /// printed any more, Timeout when it was not within readyLimit.
    [[nodiscard]] Result<void> startDue();
    /// Ends all that still run, at once; returns when they are gone.
    void stopAll();
    /// The processes that do the work, in the order of the plan: the workers that can be made to fail.
    [[nodiscard]] std::vector<WorkloadProcess*> workers();
    /// From now on no end of a process is a failure of the run, until it is started again.
    void strikeAll();
    /// startDue() starts it again; it must have ended, or its end must be on its way.
    void startAgain(WorkloadProcess& process);
    /// Ends all; startDue() starts them again, in order.
    [[nodiscard]] Result<void> startAllAgain();

    /// Null: not of this group.
    [[nodiscard]] WorkloadProcess* find(int node, agent::ProcessId id) noexcept;
    /// A line of `speaker`, without secrets: others may wait for it, and the end of standard error is kept.
    void take(WorkloadProcess& speaker, const agent::ProcessLine& line);
    [[nodiscard]] Result<void> take(WorkloadProcess& process, const agent::ProcessExit& exit);
    /// Replaces the values of secrets by their names.
    void mask(std::string& text) const { m_secrets.mask(text); }

    /// Whether all but services have ended.
    [[nodiscard]] bool workEnded() const noexcept;
    [[nodiscard]] bool anyFailed() const noexcept;
    /// Whether a worker has done all its work.
    [[nodiscard]] bool anyFinished() const noexcept;
    /// Whether all that still run were named as lost peers in failures of others: frozen, or cut off.
    [[nodiscard]] bool onlySuspectsRunning(std::span<const monitor::FailureEvent> failures) const;
    /// "; worker 1 waits for "listening" of server"; empty: none waits.
    [[nodiscard]] std::string waitingText() const;
    /// Why the workload failed: by the first process that a signal ended, else by what a worker reported, else by the
    /// first process that ended badly.
    [[nodiscard]] Error failure(std::span<const monitor::FailureEvent> failures) const;
    /// The processes that failed, with command, exit and the end of standard error, as events "process-failed".
    [[nodiscard]] Result<void> recordFailures();

private:
    [[nodiscard]] Result<void> start(WorkloadProcess& process);
    [[nodiscard]] Result<void> checkAwaited(const WorkloadProcess& waiting) const;
    /// The first to end of those that failed; null: there is none.
    [[nodiscard]] const WorkloadProcess* firstFailed(bool bySignal) const;

    const RunPlan& m_plan;
    Testbed& m_testbed;
    Recorder& m_recorder;
    launch::Secrets m_secrets;
    std::vector<WorkloadProcess> m_processes;
    std::vector<std::size_t> m_exits; ///< their numbers, in the order in which they ended
};

} // namespace millrace::run
