// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/traffic_plan.h"
#include "core/run/traffic_record.h"
#include "core/simulate/cross_flows.h"
#include "core/simulate/training.h"

#include <optional>

namespace millrace::run {

/// Why the simulation does not know this cross traffic, as a sentence; empty: it does.
[[nodiscard]] std::string unknownTraffic(const crosstraffic::TrafficProfile& profile);
/// For the nodes of a simulated run, by position; see planTraffic.
[[nodiscard]] RateLimit rateLimitOf(const cluster::Cluster& cluster);

/// What a simulated run says of its cross traffic; times since the beginning of the run.
struct SimulatedPhases
{
    PhaseMarks marks;
    TrafficRecord traffic;

    /// The same on the wall clock, of a run that began then.
    [[nodiscard]] SimulatedPhases at(Nanoseconds begin) const;
};

/// The phases of a simulated run with cross traffic, as TrafficPhases has them of a measured one, and its flows.
class SimulatedTraffic
{
public:
    /// Both outlive it.
    SimulatedTraffic(const TrafficPlan& plan, const cluster::Cluster& cluster);

    [[nodiscard]] simulate::CrossFlows& flows() noexcept { return m_flows; }
    /// A measured step has ended.
    void take(const simulate::Step& step);
    /// Whether the last phase has ended.
    [[nodiscard]] bool isOver() const noexcept { return m_marks.end > Nanoseconds(0); }
    [[nodiscard]] SimulatedPhases result() const;
    /// What is not simulated of it, as a sentence; empty: all is.
    [[nodiscard]] std::string remark() const;

private:
    const TrafficPlan& m_plan;
    const cluster::Cluster& m_cluster;
    simulate::CrossFlows m_flows;
    PhaseMarks m_marks;
    double m_loadBegin = 0; ///< s
};

} // namespace millrace::run
