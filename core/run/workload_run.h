// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/launch/secrets.h"
#include "core/monitor/log_parser.h"
#include "core/run/interference_watch.h"
#include "core/run/node_sights.h"
#include "core/run/processor_use.h"
#include "core/run/recorder.h"
#include "core/run/run_observer.h"
#include "core/run/testbed.h"
#include "core/run/traffic_phases.h"

#include <map>
#include <optional>
#include <vector>

namespace millrace::run {

/// Counters of the experiment's interface at one instant.
struct SentPoint
{
    Nanoseconds wall{0};
    double bytes = 0;
    double packets = 0;
    double retransmitted = 0; ///< bytes, the highest sum seen until then over the node's open sockets
};

/// The outcome of a benchmark as it printed it.
struct PrintedResult
{
    std::string process; ///< "worker 1"
    monitor::ResultEvent event;
};

/// What the workers said and what the counters showed, gathered for the summary.
struct WorkloadRecord
{
    std::vector<monitor::IterationEvent> iterations; ///< of all ranks, in order of arrival; some without a time
    std::vector<PrintedResult> results; ///< bounded
    std::vector<monitor::FailureEvent> failures;
    std::vector<std::string> congestionControls; ///< by rank; empty: not told
    int verifications = 0; ///< sums that were compared across ranks …
    int wrong = 0; ///< … and differed
    std::vector<agent::Sample> firstSamples; ///< by node; before the workload
    std::vector<agent::Sample> lastSamples;
    std::vector<std::uint64_t> retransmittedBytes; ///< by node: the highest sum seen over its open sockets
    std::vector<Nanoseconds> processCpu; ///< by process of the plan
    std::vector<std::vector<SentPoint>> sent; ///< by node, every sample
    Issues issues; ///< of the log parsers
    std::int64_t samplesMissed = 0;
    std::vector<ProcessorUse> processors; ///< by node
    PhaseMarks phases; ///< of a run with cross traffic
    TrafficRecord traffic;
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
        std::size_t number = 0; ///< among those of the plan
        bool started = false;
        bool ready = false; ///< has printed what another one waits for
        bool stopped = false; ///< by us, having served
        std::optional<ExitStatus> exit;
        std::string lastErrors; ///< the end of what it wrote to standard error
    };

    Result<void> startSampling();
    /// Cross traffic: its processes, until all are ready.
    Result<void> startTraffic(const JobContext& job);
    Result<void> finishTraffic();
    Result<void> awaitFirstSamples(const JobContext& job);
    Result<void> prepareProcesses();
    Result<void> placeFiles(const JobContext& job);
    /// Those that need not wait any more.
    Result<void> startProcesses();
    Result<void> start(Process& process);
    void noteReady(const Process& speaker, std::string_view line);
    Result<void> follow(const JobContext& job);
    Result<void> stopSampling();
    void stopProcesses();
    /// What the processes that ended badly were and said last, as events "process-failed".
    Result<void> recordFailures();
    Result<void> take(const NodeEvent& event);
    Result<void> takeLine(int node, const agent::ProcessLine& printed);
    Result<void> takeEvent(const Process& process, const monitor::LogEvent& event);
    /// A step has ended: into the record, to the phases and to the detector.
    Result<void> takeIteration(const monitor::IterationEvent& iteration);
    Result<void> takeExit(int node, const agent::ProcessExit& exit);
    Result<void> takeSamples(int node, const agent::SampleBatch& batch);
    [[nodiscard]] Process* find(int node, agent::ProcessId id);
    [[nodiscard]] bool workEnded() const;
    [[nodiscard]] static bool hasFailed(const Process& process);
    [[nodiscard]] bool anyFailed() const;
    /// Workers that others named in their last words are all that have not ended: frozen, or cut off.
    [[nodiscard]] bool onlyBlamedGoOn() const;
    [[nodiscard]] Error failure() const;
    [[nodiscard]] const std::string& nodeName(int node) const;

    const RunPlan& m_plan;
    Testbed& m_testbed;
    Recorder& m_recorder;
    const RunHeading& m_heading;
    RunObserver& m_observer;
    std::vector<Process> m_processes;
    std::vector<agent::SamplingId> m_samplings; ///< by node
    LinkSights m_links;
    NodeSights m_nodes;
    InterferenceWatch m_watch;
    std::optional<TrafficRun> m_traffic;
    std::optional<TrafficPhases> m_phases;
    launch::Secrets m_secrets;
    Nanoseconds m_lastSign{0}; ///< when a process was last heard of, monotonic
    WorkloadRecord m_record;
};

} // namespace millrace::run
