// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/log_parser.h"
#include "core/run/recorder.h"
#include "core/run/run_observer.h"
#include "core/run/testbed.h"

#include <map>
#include <optional>
#include <vector>

namespace millrace::run {

/// What the workers said and what the counters showed, gathered for the summary.
struct WorkloadRecord
{
    std::vector<monitor::IterationEvent> iterations; ///< of all ranks, in order of arrival
    std::vector<monitor::FailureEvent> failures;
    std::vector<std::string> congestionControls; ///< by rank; empty: not told
    int verifications = 0; ///< sums that were compared across ranks …
    int wrong = 0; ///< … and differed
    std::vector<agent::Sample> firstSamples; ///< by node; before the workload
    std::vector<agent::Sample> lastSamples;
    std::vector<std::uint64_t> retransmittedBytes; ///< by node: the highest sum seen over its open sockets
    std::vector<Nanoseconds> processCpu; ///< by rank
    Issues issues; ///< of the log parsers
    std::int64_t samplesMissed = 0;
};

/// Starts the processes of a plan on the nodes of a testbed, follows what they say until all have ended, and stops them
/// all when one fails, when nothing happens any more, or when the job is cancelled. One thread.
class WorkloadRun
{
public:
    WorkloadRun(const RunPlan& plan, Testbed& testbed, Recorder& recorder, const RunHeading& heading,
                RunObserver& observer);
    /// The record is filled as far as it went, also on failure.
    [[nodiscard]] Result<void> execute(const JobContext& job);
    [[nodiscard]] const WorkloadRecord& record() const noexcept { return m_record; }

private:
    struct Process
    {
        const launch::ProcessPlan* plan = nullptr;
        int node = 0;
        agent::ProcessId id;
        std::unique_ptr<monitor::LogParser> parser;
        std::optional<ExitStatus> exit;
        std::string lastErrors; ///< the end of what it wrote to standard error
    };

    Result<void> startSampling();
    Result<void> awaitFirstSamples(const JobContext& job);
    Result<void> startProcesses();
    Result<void> follow(const JobContext& job);
    Result<void> stopSampling();
    void stopProcesses();
    /// What the processes that ended badly were and said last, as events "process-failed".
    Result<void> recordFailures();
    Result<void> take(const NodeEvent& event);
    Result<void> takeLine(int node, const agent::ProcessLine& line);
    Result<void> takeEvent(const Process& process, const monitor::LogEvent& event);
    Result<void> takeExit(int node, const agent::ProcessExit& exit);
    Result<void> takeSamples(int node, const agent::SampleBatch& batch);
    [[nodiscard]] Process* find(int node, agent::ProcessId id);
    [[nodiscard]] bool allEnded() const;
    [[nodiscard]] bool anyFailed() const;
    [[nodiscard]] Error failure() const;
    [[nodiscard]] const std::string& nodeName(int node) const;

    const RunPlan& m_plan;
    Testbed& m_testbed;
    Recorder& m_recorder;
    const RunHeading& m_heading;
    RunObserver& m_observer;
    std::vector<Process> m_processes;
    std::vector<agent::SamplingId> m_samplings; ///< by node
    Nanoseconds m_lastSign{0}; ///< when a worker was last heard of, monotonic
    WorkloadRecord m_record;
};

} // namespace millrace::run
