// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/slowdown_steering.h"
#include "core/run/traffic_run.h"

#include <map>
#include <optional>
#include <vector>

namespace millrace::run {

/// Leads a run through its phases: baseline from the moment when every worker has ended its first measured step (or one
/// of them its third), then the load, its drain, recovery; reports when the workload may be ended. Polled by the thread
/// of the run.
class TrafficPhases
{
public:
    TrafficPhases(const TrafficPlan& plan, int workers, TrafficRun& traffic, Recorder& recorder, const Clock& clock);

    /// Called at the end of a measured step of any worker.
    [[nodiscard]] Result<void> take(const monitor::IterationEvent& step);
    /// Executes due actions; true when the last phase is over.
    [[nodiscard]] Result<bool> advance();
    /// How long until advance() is due, 1 s at most.
    [[nodiscard]] Nanoseconds next() const;
    [[nodiscard]] const PhaseMarks& marks() const noexcept { return m_marks; }

private:
    Result<void> beginLoad();
    /// The phase begins at this instant of the wall clock.
    Result<void> mark(Nanoseconds& when, const char* name, Nanoseconds wall);
    /// What the wall clock shows at an instant of the monotonic one, as both go now.
    [[nodiscard]] Nanoseconds wallAt(Nanoseconds monotonic) const;
    Result<double> chooseRate();

    const TrafficPlan& m_plan;
    int m_workers;
    TrafficRun& m_traffic;
    Recorder& m_recorder;
    const Clock& m_clock;
    std::map<int, int> m_stepped; ///< measured steps by rank
    int m_mostSteps = 0; ///< of one rank
    std::vector<monitor::IterationEvent> m_baseline; ///< steps of the baseline
    std::optional<SlowdownSteering> m_steering; ///< of the load, where the profile asks for a slow-down
    bool m_ordered = false; ///< the senders know when to begin
    Nanoseconds m_due{0}; ///< of the next phase; monotonic, because wall clocks may be set meanwhile
    Nanoseconds m_loadBegin{0}; ///< wall; as ordered from the senders
    PhaseMarks m_marks;
};

} // namespace millrace::run
