// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/random.h"
#include "core/crosstraffic/traffic_profile.h"

#include <cstddef>
#include <vector>

namespace millrace::crosstraffic {

/// When flows of a Deterministic, Exponential, LogNormal or OnOff pattern begin: ascending, from 0 to below the loaded
/// phase. With the profile's exactVolume there are round(expected) flows, at least one: n + 1 gaps of the pattern's
/// distribution are stretched to fill the phase, which for exponential gaps is a Poisson process under the condition of
/// n arrivals. Without it gaps are drawn until the phase is over. `phase` (0 to 1): what part of a gap Deterministic
/// arrivals are shifted by. On/off patterns begin with a time that is on.
[[nodiscard]] std::vector<Nanoseconds> arrivalTimes(const TrafficProfile& profile, double expected, double phase,
                                                    Random& random);

/// Scales sizes so that their sum is exactly `total`, each at least 1 byte: rounded sums, so that no error adds up.
/// Fewer bytes than flows leave 1 byte for the first flows and drop the others.
void scaleTo(std::vector<std::uint64_t>& sizes, std::uint64_t total);

/// Bytes that a rate carries in a time, rounded to the nearest byte.
[[nodiscard]] std::uint64_t volumeOf(double bitsPerSecond, Nanoseconds duration) noexcept;

} // namespace millrace::crosstraffic
