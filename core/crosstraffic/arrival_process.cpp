// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/crosstraffic/arrival_process.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace millrace::crosstraffic {

namespace {

/// Draws a gap with mean 1.
double drawGap(const TrafficProfile& profile, Random& random)
{
    if (profile.pattern != Pattern::LogNormal)
        return random.exponential();
    const double variance = std::log1p(profile.gapVariation * profile.gapVariation);
    return std::exp(std::sqrt(variance) * random.normal() - variance / 2);
}

/// Returns ascending shares in [0, 1) of the time with traffic.
std::vector<double> sharesOf(const TrafficProfile& profile, double expected, double phase, Random& random)
{
    const auto count = static_cast<std::size_t>(std::max(1.0, std::round(expected)));
    std::vector<double> shares;
    double sum = 0;
    if (profile.pattern == Pattern::Deterministic) {
        for (std::size_t i = 0; i < count; ++i)
            shares.push_back((static_cast<double>(i) + phase) / static_cast<double>(count));
    } else if (profile.exactVolume) {
        for (std::size_t i = 0; i < count; ++i)
            shares.push_back(sum += drawGap(profile, random));
        sum += drawGap(profile, random);
        for (double& share : shares)
            share /= sum;
    } else {
        while ((sum += drawGap(profile, random)) < expected)
            shares.push_back(sum / expected);
    }
    return shares;
}

struct Stretch
{
    double begin = 0; ///< nanoseconds
    double length = 0;
};

std::vector<Stretch> onStretches(const TrafficProfile& profile, double duration, Random& random)
{
    std::vector<Stretch> stretches;
    for (double now = 0; now < duration;) {
        const double on = static_cast<double>(profile.onTime.count()) * random.exponential();
        stretches.push_back({now, std::min(on, duration - now)});
        now += on + static_cast<double>(profile.offTime.count()) * random.exponential();
    }
    return stretches;
}

/// Maps shares of the on-time to instants.
std::vector<double> placeIn(const std::vector<Stretch>& stretches, std::vector<double> shares)
{
    const double total = std::accumulate(stretches.begin(), stretches.end(), 0.0,
                                         [](double sum, const Stretch& each) { return sum + each.length; });
    std::size_t at = 0;
    double before = 0;
    for (double& share : shares) {
        const double on = share * total;
        while (at + 1 < stretches.size() && on >= before + stretches[at].length)
            before += stretches[at++].length;
        share = stretches[at].begin + std::min(on - before, stretches[at].length);
    }
    return shares;
}

} // namespace

std::vector<Nanoseconds> arrivalTimes(const TrafficProfile& profile, double expected, double phase, Random& random)
{
    const auto duration = static_cast<double>(profile.phases.loaded.count());
    const bool onOff = profile.pattern == Pattern::OnOff;
    const std::vector<Stretch> stretches =
        onOff ? onStretches(profile, duration, random) : std::vector<Stretch>{{0, duration}};
    std::vector<Nanoseconds> times;
    for (const double time : placeIn(stretches, sharesOf(profile, expected, phase, random))) {
        const Nanoseconds latest = profile.phases.loaded - Nanoseconds(1);
        times.push_back(std::clamp(Nanoseconds(static_cast<std::int64_t>(time)), Nanoseconds(0), latest));
    }
    return times;
}

void scaleTo(std::vector<std::uint64_t>& sizes, std::uint64_t total)
{
    if (sizes.size() > total)
        sizes.resize(total);
    if (sizes.empty())
        return;
    long double sum = 0;
    for (const std::uint64_t size : sizes)
        sum += static_cast<long double>(size);
    // Every flow gets one byte; the rest is shared in proportion, by the rounded sums up to each flow.
    const auto rest = static_cast<long double>(total - sizes.size());
    const long double factor = sum > 0 ? rest / sum : 0;
    long double upTo = 0;
    std::uint64_t given = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        upTo += static_cast<long double>(sizes[i]);
        const std::uint64_t goal =
            i + 1 == sizes.size() ? total - sizes.size() : static_cast<std::uint64_t>(std::floor(upTo * factor));
        sizes[i] = 1 + goal - given;
        given = goal;
    }
}

std::uint64_t volumeOf(double bitsPerSecond, Nanoseconds duration) noexcept
{
    const long double bytes =
        static_cast<long double>(bitsPerSecond) * static_cast<long double>(duration.count()) / 8e9L;
    return bytes > 0 ? static_cast<std::uint64_t>(std::llround(bytes)) : 0;
}

} // namespace millrace::crosstraffic
