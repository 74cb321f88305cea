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

/// What was done to the sizes of one source so that their sum is rate × time.
struct VolumeFit
{
    double scale = 1; ///< all drawn sizes times this
    std::size_t flows = 0;
    std::size_t adjusted = 0; ///< flows, the largest ones, that got another size than drawn
    double adjustedBytes = 0; ///< sum of the absolute changes of those

    bool operator==(const VolumeFit&) const = default;
};

/// Factors on the sizes that are not worth a sentence: within a quarter, which is less than the two conventions of
/// reading the same file of sizes differ by (30 % and more).
inline constexpr double lowestScale = 0.8;
inline constexpr double highestScale = 1.25;
/// Share of adjusted flows above which the sizes no longer show their distribution.
inline constexpr double mostAdjusted = 0.1;

/// Sizes whose sum is exactly `total`, with the quantiles of the distribution: one size is drawn from each n-th part of
/// it (stratified sampling), in an order left to chance. What is missing then, or too much, is given to the largest
/// flows, within the distribution's range: of heavy tails that is also how a sample with a known sum looks, where the
/// sum is decided by its largest members. Only where `count` flows cannot carry the total (a count that is imposed, or
/// flows of one size) all sizes are scaled. Fewer bytes than flows give that many flows of 1 byte.
[[nodiscard]] std::vector<std::uint64_t> exactSizes(const SizeDistribution& sizes, std::size_t count,
                                                    std::uint64_t total, Random& random, VolumeFit& fit);
/// Adds another part of the same source: its flows, and the scale that is further from 1.
void addFit(VolumeFit& whole, const VolumeFit& part);

/// How many flows of this distribution carry so many bytes: rounded; of flows of one size rounded up, so that the last
/// one is smaller.
[[nodiscard]] double flowsFor(const SizeDistribution& sizes, double bytes) noexcept;

/// The fit whose scale is furthest from 1; the default one without any.
[[nodiscard]] VolumeFit worstFit(const std::vector<VolumeFit>& fits) noexcept;
/// "sizes × 1, 2 of 40 flows adjusted by 1.3 MB".
[[nodiscard]] std::string fitText(const VolumeFit& fit);
/// One sentence with the remedy where fits are outside of what is stated above; empty: none is.
[[nodiscard]] std::string fitFlaw(const std::vector<VolumeFit>& fits, std::string_view sizes);

} // namespace millrace::crosstraffic
