// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/crosstraffic/flow_schedule.h"

namespace millrace::crosstraffic {

/// Returns the flows of one source in a Burst pattern, by start. Every period that fits into the loaded phase begins
/// with a burst of `burstShare` of its bytes at uniform instants within `burstWidth`; the others are uniform in the
/// rest. With exactVolume the shares are exact to the byte, by at least 2 flows in the burst and 8 outside whose sizes
/// are scaled (see `fit`); without it both parts are Poisson processes with unscaled sizes.
[[nodiscard]] std::vector<Flow> burstFlows(const TrafficProfile& profile, const SizeDistribution& sizes, Random& random,
                                           VolumeFit& fit);
/// Returns the approximate number of flows.
[[nodiscard]] double expectedBurstFlows(const TrafficProfile& profile, double meanBytes) noexcept;

} // namespace millrace::crosstraffic
