// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/failures/failure_schedule.h"
#include "core/run/process_group.h"

#include <optional>
#include <string>
#include <vector>

namespace millrace::run {

/// Makes the workers of a run fail as its workload asks for, and heals them. Time begins with the first finished step.
/// A framework that survives failures gets its worker back; the job of another one is started again as a whole, after
/// the repair of a killed worker, or when its workers fail because of one that is frozen or cut off. Polled by the
/// thread of the run.
class FailureInjector
{
public:
    /// All must outlive it.
    FailureInjector(const RunPlan& plan, Testbed& testbed, Recorder& recorder, ProcessGroup& processes,
                    WorkloadRecord& record);

    [[nodiscard]] bool isActive() const noexcept { return !m_specs.empty(); }
    /// A step was finished.
    void begin();
    /// How long until advance() is due, 1 s at most.
    [[nodiscard]] Nanoseconds next() const;
    /// Executes what is due.
    [[nodiscard]] Result<void> advance();
    /// The end of a process that is none of the workload's. Unsupported if a worker could not be made to fail.
    [[nodiscard]] Result<void> take(int node, const agent::ProcessExit& exit);
    /// Whether failed workers are the work of this, so that the job will be started again. Orders it if so.
    [[nodiscard]] bool explainsFailure();
    /// Whether a worker or the job is still to be started again.
    [[nodiscard]] bool isPending() const noexcept;

private:
    struct Active
    {
        failures::Failure failure;
        Nanoseconds until{0}; ///< monotonic
        agent::ProcessId helper; ///< that slows it down
        std::size_t strike = 0; ///< in the record

        /// A killed worker that is not started again.
        [[nodiscard]] bool isFinal() const noexcept { return failure.lasts == Nanoseconds(0); }
    };
    [[nodiscard]] std::vector<bool> working() const;
    [[nodiscard]] Result<void> strike(const failures::Failure& failure);
    [[nodiscard]] Result<void> heal(Active& active);
    [[nodiscard]] Result<void> restartJob();
    /// Runs a command line on the node of a worker; returns its process.
    [[nodiscard]] Result<agent::ProcessId> onNodeOf(const WorkloadProcess& worker, const std::string& line);
    /// The same, and it must succeed.
    [[nodiscard]] Result<void> strikeBy(int number, const std::string& line);
    [[nodiscard]] monitor::EventOrigin originNow() const;
    [[nodiscard]] Nanoseconds now() const { return m_testbed.clock().monotonic(); }

    const RunPlan& m_plan;
    Testbed& m_testbed;
    Recorder& m_recorder;
    ProcessGroup& m_processes;
    WorkloadRecord& m_record;
    bool m_survives; ///< the framework goes on after failures
    std::vector<failures::FailureSpec> m_specs;
    std::optional<failures::FailureSchedule> m_schedule; ///< once the training has begun
    Nanoseconds m_begun{0}; ///< monotonic
    std::vector<Active> m_active;
    struct Striker
    {
        int node = 0;
        agent::ProcessId process;
        int worker = 0;
        std::string line;
    };
    std::vector<Striker> m_strikers; ///< that still run
    std::optional<Nanoseconds> m_restart; ///< when the job is started again; monotonic
    Nanoseconds m_lastHealed{0}; ///< monotonic; 0: none yet
    int m_restarts = 0;
};

} // namespace millrace::run
