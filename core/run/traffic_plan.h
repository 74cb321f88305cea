// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/crosstraffic/traffic_order.h"
#include "core/run/network_plan.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace millrace::run {

/// A node that sends cross traffic, with its order.
struct TrafficSender
{
    int node = 0; ///< position in NetworkPlan::nodes
    crosstraffic::TrafficOrder order;
    std::vector<int> targets; ///< nodes of the order's targets

    bool operator==(const TrafficSender&) const = default;
};

/// Cross traffic of one run.
struct TrafficPlan
{
    crosstraffic::TrafficProfile profile;
    std::vector<TrafficSender> senders;
    std::vector<int> receivers; ///< nodes
    std::uint16_t port = 0; ///< on which receivers listen
    Nanoseconds baseline{0}; ///< of this run: the profile's plus the random part
    double requested = 0; ///< bit/s of payload, all sources; 0: unlimited, or by the slow-down
    double capacity = 0; ///< bit/s, of the slowest interface or link of the path; 0: not limited
    std::vector<std::string> flaws; ///< from crosstraffic::FlowSchedule
    std::vector<crosstraffic::VolumeFit> volumes; ///< likewise

    /// Time from the beginning of the first phase to the end of the last.
    [[nodiscard]] Nanoseconds duration() const noexcept
    {
        return baseline + profile.phases.loaded + profile.phases.recovery;
    }
    bool operator==(const TrafficPlan&) const = default;
};

/// bit/s between two nodes of a network; 0: not limited.
using RateLimit = std::function<double(int from, int to)>;

/// Pure except for the profile's files. Errors name the profile.
[[nodiscard]] Result<TrafficPlan> planTraffic(const crosstraffic::TrafficProfile& profile, const NetworkPlan& network,
                                              std::uint64_t seed);
/// Of a network whose paths are known elsewhere.
[[nodiscard]] Result<TrafficPlan> planTraffic(const crosstraffic::TrafficProfile& profile, const NetworkPlan& network,
                                              std::uint64_t seed, const RateLimit& rateLimit);

/// Returns the JSON of the event `cross-traffic`. `rate`: bit/s, as chosen for a slow-down; 0: as requested.
[[nodiscard]] std::string trafficDetails(const TrafficPlan& plan, double rate = 0);
/// Returns lines for a dry run.
[[nodiscard]] std::string trafficText(const TrafficPlan& plan, const NetworkPlan& network);

/// Returns the payload rate B, bit/s, expected to make steps longer by `longer` (s) on a path of `capacity` C, when a
/// step of `step` (s) communicates for `communication` (s) on an otherwise idle path. Sharing a queue, a transfer that
/// takes c takes c·(1 + B/C); and in total no more than C − B is left for the c·C bits of a step. The first gives
/// C·longer/c, the second C·(1 − c/(step + longer)): the smaller one. NaN if nothing is communicated or the capacity is
/// not known.
[[nodiscard]] double rateForSlowdown(double longer, double step, double communication, double capacity);

} // namespace millrace::run
