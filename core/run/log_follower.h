// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/log_parser.h"
#include "core/run/interference_watch.h"
#include "core/run/process_group.h"
#include "core/run/recorder.h"
#include "core/run/traffic_phases.h"
#include "core/run/workload_record.h"

#include <memory>
#include <vector>

namespace millrace::run {

/// Turns the lines of the workload into events: one parser for each process; events go into the record, to the
/// recorder, to the observer and to the detectors. One thread.
class LogFollower
{
public:
    /// All must outlive it. Sizes the parts of the record that it fills.
    LogFollower(const RunPlan& plan, Testbed& testbed, Recorder& recorder, const RunRef& heading, RunObserver& observer,
                InterferenceWatch& watch, WorkloadRecord& record);

    /// A parser for each process of the plan.
    [[nodiscard]] Result<void> prepare();
    /// Steps are reported to these phases, too.
    void setPhases(TrafficPhases& phases) noexcept { m_phases = &phases; }
    /// A line of a process, without secrets.
    [[nodiscard]] Result<void> take(const WorkloadProcess& process, const agent::ProcessLine& line);
    /// After the last line: alarms that wait for more steps, and what the parsers did not understand.
    [[nodiscard]] Result<void> finish();

private:
    [[nodiscard]] Result<void> takeEvent(const WorkloadProcess& process, const monitor::LogEvent& event);
    [[nodiscard]] Result<void> takeIteration(const monitor::IterationEvent& iteration);
    [[nodiscard]] Result<void> takeVerdict(const WorkloadProcess& process, const monitor::VerifyEvent& verify);

    const RunPlan& m_plan;
    Testbed& m_testbed;
    Recorder& m_recorder;
    const RunRef& m_heading;
    RunObserver& m_observer;
    InterferenceWatch& m_watch;
    WorkloadRecord& m_record;
    TrafficPhases* m_phases = nullptr;
    std::vector<std::unique_ptr<monitor::LogParser>> m_parsers; ///< by process of the plan
};

} // namespace millrace::run
