// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/random.h"
#include "core/crosstraffic/load_file.h"
#include "core/crosstraffic/traffic_profile.h"

#include <string>
#include <vector>

namespace millrace::crosstraffic {

/// Output of a generator of the Flumen Equi repository, in its order and with its defects.
struct PublishedLoad
{
    std::vector<LoadFlow> flows; ///< all to destination 0
    std::vector<std::string> flaws; ///< sentences, with the figures of this load
};

/// Constant of the repository's scripts, and the mean of its sizes by the step convention.
inline constexpr double publishedMeanBytes = 2'369'492.4;

/// `generate_load_consist.py`: n = floor(volume / mean size) flows, gaps of whole microseconds by a Poisson
/// distribution.
[[nodiscard]] Result<PublishedLoad> publishedConsistent(double bitsPerSecond, Nanoseconds duration, Random& random);
/// `generate_load_burst.py` with generator 5: period of 10 widths; the burst's two flows have 30 % of the volume.
[[nodiscard]] Result<PublishedLoad> publishedBurst(double bitsPerSecond, Nanoseconds duration, Nanoseconds width,
                                                   Random& random);
/// `generate_load_poisson.py`: exponential gaps in whole microseconds, flows of one size.
[[nodiscard]] Result<PublishedLoad> publishedPoisson(double bitsPerSecond, Nanoseconds duration,
                                                     std::uint64_t flowBytes, Random& random);

/// Makes the load of a profile with an as-published pattern. With scaled sizes the load of the scaled-up network is
/// made and its flows are scaled down: the same times.
[[nodiscard]] Result<PublishedLoad> publishedLoad(const TrafficProfile& profile, Random& random);
[[nodiscard]] bool isPublished(Pattern pattern) noexcept;

} // namespace millrace::crosstraffic
