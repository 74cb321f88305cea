// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/cost/cluster_prices.h"
#include "core/planner/plan_spec.h"

#include <cstdint>
#include <span>
#include <string>

namespace millrace::planner {

class Planner;

/// How often a provider takes a machine of a site back.
struct InterruptionRate
{
    double anHour = 0; ///< NaN: not known
    std::string origin;
};
/// As the plan says, or else by the part of the spot machines that is taken back in a month of 730 hours, according to
/// the prices: -ln(1 - part) ÷ 730. 0 for machines on demand, and for all if the plan does not say how long a
/// replacement takes.
[[nodiscard]] InterruptionRate interruptionRate(const PlanSpec& plan, const cost::Site& site,
                                                const cost::PriceBook& prices);

/// Shares of the time of machines; they add up to 1.
struct MachineTime
{
    double productive = 1;
    double starting = 0; ///< until a replacement is there
    double state = 0; ///< until it has the weights and the state of the optimizer
    double lost = 0; ///< trained, but not yet averaged when the machine was taken back

    bool operator==(const MachineTime&) const = default;
};

/// What one interruption takes, s.
struct Outage
{
    double starting = 0;
    double state = 0;
    double lost = 0;
};
/// In the mean over many interruptions, which are a Poisson process while the machine trains: it trains for 1 ÷ rate,
/// then a replacement starts.
[[nodiscard]] MachineTime machineTime(double perSecond, const Outage& outage) noexcept;

inline constexpr int mostInterruptions = 100'000; ///< of a replay
/// A training with interruptions at certain times.
struct InterruptedTraining
{
    double seconds = 0; ///< infinite: longer than a thousand times that without, or more than mostInterruptions
    int interruptions = 0;
    MachineTime time; ///< of all machines, by the samples/s that they train
};
/// Draws the interruptions of every machine (exponential times between them) and goes from one to the next: the
/// machines that are there have the throughput of the forecast for so many of each site; what a machine has trained
/// since the last averaging, a uniform part of a round, is lost with it.
[[nodiscard]] InterruptedTraining replayInterruptions(const Planner& planner, std::span<const int> counts,
                                                      std::uint64_t seed);

} // namespace millrace::planner
