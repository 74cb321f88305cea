// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/crosstraffic/burst_pattern.h"

#include "core/crosstraffic/arrival_process.h"

#include <algorithm>
#include <cmath>

namespace millrace::crosstraffic {

namespace {

constexpr double burstMinimum = 2;
constexpr double otherMinimum = 8;

/// Part of a period with its share of the flows.
struct Part
{
    Nanoseconds begin{0};
    Nanoseconds length{0};
    double expected = 0; ///< flows
    double minimum = 0;
};

void addPart(std::vector<Flow>& flows, const Part& part, const std::vector<std::uint64_t>& sizes, Random& random)
{
    const std::size_t first = flows.size();
    for (const std::uint64_t bytes : sizes) {
        const auto offset = random.below(static_cast<std::uint64_t>(part.length.count()));
        flows.push_back({part.begin + Nanoseconds(static_cast<std::int64_t>(offset)), bytes, 0, 0});
    }
    std::ranges::sort(flows.begin() + static_cast<std::ptrdiff_t>(first), flows.end(), {}, &Flow::start);
}

std::vector<std::uint64_t> drawSizes(double count, const SizeDistribution& sizes, Random& random)
{
    std::vector<std::uint64_t> drawn;
    for (double i = 0; i < count; ++i)
        drawn.push_back(sizes.draw(random));
    return drawn;
}

/// Draws the number of arrivals of a Poisson process with this mean.
double poissonCount(double expected, Random& random)
{
    double count = 0;
    for (double sum = random.exponential(); sum < expected; sum += random.exponential())
        ++count;
    return count;
}

double periodsOf(const TrafficProfile& profile) noexcept
{
    return std::max(1.0, static_cast<double>(profile.phases.loaded / profile.burstPeriod));
}

} // namespace

double expectedBurstFlows(const TrafficProfile& profile, double meanBytes) noexcept
{
    const double periods = periodsOf(profile);
    const double bytes = profile.bitsPerSecond * static_cast<double>(profile.phases.loaded.count()) / 8e9;
    return std::max(bytes / meanBytes, profile.exactVolume ? periods * (burstMinimum + otherMinimum) : periods / 100);
}

std::vector<Flow> burstFlows(const TrafficProfile& profile, const SizeDistribution& sizes, Random& random,
                             VolumeFit& fit)
{
    const auto periods = static_cast<std::uint64_t>(periodsOf(profile));
    const auto total = static_cast<double>(volumeOf(profile.bitsPerSecond, profile.phases.loaded));
    const double volume = total / static_cast<double>(periods);
    const auto upTo = [&](double share) { return static_cast<std::uint64_t>(std::llround(total * share)); };
    std::vector<Flow> flows;
    for (std::uint64_t period = 0; period < periods; ++period) {
        const Nanoseconds begin = profile.burstPeriod * static_cast<std::int64_t>(period);
        const double share = profile.burstShare;
        const Part parts[] = {{begin, profile.burstWidth, share * volume / sizes.mean(), burstMinimum},
                              {begin + profile.burstWidth, profile.burstPeriod - profile.burstWidth,
                               (1 - share) * volume / sizes.mean(), otherMinimum}};
        const std::uint64_t done = upTo(static_cast<double>(period) / static_cast<double>(periods));
        const std::uint64_t goal = upTo(static_cast<double>(period + 1) / static_cast<double>(periods)) - done;
        const auto burst = static_cast<std::uint64_t>(std::llround(static_cast<double>(goal) * share));
        for (const Part& part : parts) {
            const bool first = &part == parts;
            const double count = profile.exactVolume ? std::max(part.minimum, std::round(part.expected))
                                                     : poissonCount(part.expected, random);
            VolumeFit made;
            const auto drawn = profile.exactVolume
                ? exactSizes(sizes, static_cast<std::size_t>(count), first ? burst : goal - burst, random, made)
                : drawSizes(count, sizes, random);
            addFit(fit, made);
            addPart(flows, part, drawn, random);
        }
    }
    return flows;
}

} // namespace millrace::crosstraffic
