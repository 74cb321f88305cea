// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/failure_injector.h"
#include "core/run/interference_watch.h"
#include "core/run/log_follower.h"
#include "core/run/process_group.h"
#include "core/run/recorder.h"
#include "core/run/run_observer.h"
#include "core/run/sample_gatherer.h"
#include "core/run/testbed.h"
#include "core/run/traffic_phases.h"
#include "core/run/workload_record.h"

#include <optional>

namespace millrace::run {

/// Carries out the workload of a run: starts its processes on the nodes of a testbed, hands what the nodes report to
/// those who follow it, and stops all processes when one fails, when nothing happens any more, or when the job is
/// cancelled. One thread.
class WorkloadRun
{
public:
    /// All must outlive it.
    WorkloadRun(const RunPlan& plan, Testbed& testbed, Recorder& recorder, const RunRef& heading,
                RunObserver& observer);
    /// Fills the record as far as the run went, also on failure.
    [[nodiscard]] Result<void> execute(const JobContext& job);
    [[nodiscard]] const WorkloadRecord& record() const noexcept { return m_record; }

private:
    Result<void> placeFiles(const JobContext& job);
    Result<void> awaitFirstSamples(const JobContext& job);
    /// Cross traffic: its processes, until all are ready.
    Result<void> startTraffic(const JobContext& job);
    Result<void> finishTraffic();
    Result<void> follow(const JobContext& job);
    /// The last samples, and whatever the nodes reported until then.
    Result<void> takeRest();
    /// Takes events until `ready`; `late` is the error when it is not within callTime.
    Result<void> takeUntil(const std::function<bool()>& ready, const char* late, const JobContext& job);
    Result<void> take(const NodeEvent& event);
    Result<void> takeLine(int node, const agent::ProcessLine& printed);
    Result<void> takeExit(int node, const agent::ProcessExit& exit);
    [[nodiscard]] const std::string& nodeName(int node) const { return m_plan.network.node(node).name; }

    const RunPlan& m_plan;
    Testbed& m_testbed;
    RunClock& m_clock;
    Recorder& m_recorder;
    const RunRef& m_heading;
    RunObserver& m_observer;
    WorkloadRecord m_record;
    InterferenceWatch m_watch;
    ProcessGroup m_processes;
    FailureInjector m_failures;
    LogFollower m_log;
    SampleGatherer m_samples;
    std::optional<TrafficRun> m_traffic;
    std::optional<TrafficPhases> m_phases;
    /// When the output or the end of a process last arrived here; monotonic clocks of other machines cannot be compared
    /// with this one.
    Nanoseconds m_lastOutput{0};
};

} // namespace millrace::run
