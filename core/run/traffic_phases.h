// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/slowdown_steering.h"
#include "core/run/traffic_run.h"

#include <map>
#include <optional>
#include <vector>

namespace millrace::run {

/// When the phases of a run began, by the controller's wall clock; 0: did not begin.
struct PhaseMarks
{
    Nanoseconds baseline{0};
    Nanoseconds loaded{0};
    Nanoseconds drain{0}; ///< no flow begins any more
    Nanoseconds recovery{0}; ///< all flows have ended
    Nanoseconds end{0};

    bool operator==(const PhaseMarks&) const = default;
};

/// Leads a run through its phases: baseline from the moment when every worker has ended its first measured step (or one
/// of them its third), then the load, its drain, recovery; tells when the workload may be ended. Polled by the thread
/// of the run.
class TrafficPhases
{
public:
    TrafficPhases(const TrafficPlan& plan, int workers, TrafficRun& traffic, Recorder& recorder);

    /// A measured step has ended somewhere.
    [[nodiscard]] Result<void> take(const monitor::IterationEvent& step);
    /// Does what is due; true when the last phase is over.
    [[nodiscard]] Result<bool> advance();
    /// When advance() wants to be called at the latest.
    [[nodiscard]] Deadline next() const;
    [[nodiscard]] const PhaseMarks& marks() const noexcept { return m_marks; }

private:
    Result<void> beginLoad();
    Result<void> mark(Nanoseconds& when, const char* name, Nanoseconds wall);
    Result<double> chooseRate();

    const TrafficPlan& m_plan;
    int m_workers;
    TrafficRun& m_traffic;
    Recorder& m_recorder;
    std::map<int, int> m_stepped; ///< measured steps by rank
    int m_mostSteps = 0; ///< of one rank
    std::vector<monitor::IterationEvent> m_baseline; ///< steps of the baseline
    std::optional<SlowdownSteering> m_steering; ///< of the load, where the profile asks for a slow-down
    bool m_ordered = false; ///< the senders know when to begin
    Nanoseconds m_due{0}; ///< of the next phase, wall
    PhaseMarks m_marks;
};

} // namespace millrace::run
