// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/random.h"
#include "core/crosstraffic/traffic_profile.h"

#include <cstddef>
#include <vector>

namespace millrace::crosstraffic {

/// Returns the start times of flows of a Deterministic, Exponential, LogNormal or OnOff pattern: ascending, from 0 to
/// below the loaded phase. With the profile's exactVolume there are round(expected) flows, at least one: n + 1 gaps of
/// the pattern's distribution are stretched to fill the phase, which for exponential gaps is a Poisson process
/// conditioned on n arrivals. Without it gaps are drawn until the phase is over. `phase` (0 to 1): share of a gap by
/// which Deterministic arrivals are shifted. On/off patterns begin with on-time.
[[nodiscard]] std::vector<Nanoseconds> arrivalTimes(const TrafficProfile& profile, double expected, double phase,
                                                    Random& random);

/// Scales sizes so that their sum is exactly `total`, each at least 1 byte: by rounded sums, so that errors do not
/// accumulate. Fewer bytes than flows leave 1 byte for the first flows and drop the others.
void scaleTo(std::vector<std::uint64_t>& sizes, std::uint64_t total);

/// Returns the bytes that a rate carries in a time, rounded to the nearest byte.
[[nodiscard]] std::uint64_t volumeOf(double bitsPerSecond, Nanoseconds duration) noexcept;

} // namespace millrace::crosstraffic
