// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/random.h"
#include "core/crosstraffic/size_distribution.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::crosstraffic {

/// Changes to the sizes of one source so that their sum is rate × time.
struct VolumeFit
{
    double scale = 1; ///< factor on all drawn sizes
    std::size_t flows = 0;
    std::size_t adjusted = 0; ///< number of (largest) flows that got another size than drawn
    double adjustedBytes = 0; ///< sum of the absolute changes of those

    bool operator==(const VolumeFit&) const = default;
};

/// Range of factors that are not reported: within a quarter, less than the difference between the two conventions for
/// the same file of sizes (30 % and more).
inline constexpr double lowestScale = 0.8;
inline constexpr double highestScale = 1.25;
/// Share of adjusted flows above which the sizes no longer follow their distribution.
inline constexpr double mostAdjusted = 0.1;

/// Returns sizes whose sum is exactly `total`, with the quantiles of the distribution: one size is drawn from each n-th
/// part of it (stratified sampling), in random order. The remainder is added to or taken from the largest flows, within
/// the distribution's range: a sample of a heavy-tailed distribution with a known sum looks the same, as its largest
/// members determine the sum. Only if `count` flows cannot reach the total (an imposed count, or flows of one size) all
/// sizes are scaled. Fewer bytes than flows give that many flows of 1 byte.
[[nodiscard]] std::vector<std::uint64_t> exactSizes(const SizeDistribution& sizes, std::size_t count,
                                                    std::uint64_t total, Random& random, VolumeFit& fit);
/// Merges another part of the same source: its flows, and the scale that is further from 1.
void addFit(VolumeFit& whole, const VolumeFit& part);

/// Returns the number of flows of this distribution for this number of bytes: rounded; of flows of one size rounded up,
/// so that the last one is smaller.
[[nodiscard]] double flowsFor(const SizeDistribution& sizes, double bytes) noexcept;

/// Returns the fit whose scale is furthest from 1; the default one without any.
[[nodiscard]] VolumeFit worstFit(const std::vector<VolumeFit>& fits) noexcept;
/// "sizes × 1, 2 of 40 flows adjusted by 1.3 MB".
[[nodiscard]] std::string fitText(const VolumeFit& fit);
/// Returns one sentence with the remedy if fits exceed these limits; empty otherwise.
[[nodiscard]] std::string fitFlaw(const std::vector<VolumeFit>& fits, std::string_view sizes);

} // namespace millrace::crosstraffic
