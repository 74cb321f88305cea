// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/crosstraffic/flow_schedule.h"

namespace millrace::crosstraffic {

/// The flows of one source in a Burst pattern, by start. Every period that fits into the loaded phase begins with a
/// burst of `burstShare` of its bytes at uniform instants within `burstWidth`; the others lie uniformly in the rest.
/// With exactVolume the shares hold to the byte, by at least 2 flows in the burst and 8 outside whose sizes are scaled
/// (`fit` says how); without it both parts are Poisson processes with sizes as they are.
[[nodiscard]] std::vector<Flow> burstFlows(const TrafficProfile& profile, const SizeDistribution& sizes, Random& random,
                                           VolumeFit& fit);
/// About how many that will be.
[[nodiscard]] double expectedBurstFlows(const TrafficProfile& profile, double meanBytes) noexcept;

} // namespace millrace::crosstraffic
