// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/crosstraffic/published_patterns.h"

#include "core/base/statistics.h"
#include "core/base/units.h"
#include "core/crosstraffic/flow_schedule.h"
#include "core/crosstraffic/size_distribution.h"

#include <algorithm>
#include <boost/random/poisson_distribution.hpp>
#include <cmath>
#include <fmt/format.h>

namespace millrace::crosstraffic {

namespace {

double bytesOf(double bitsPerSecond, Nanoseconds duration)
{
    return bitsPerSecond * static_cast<double>(duration.count()) / 8e9;
}

double microseconds(Nanoseconds duration)
{
    return static_cast<double>(duration.count()) / 1e3;
}

Result<void> checkCount(double flows)
{
    if (!(flows >= 1))
        return fail(ErrorCode::InvalidInput,
                    "the volume is smaller than one flow of the published sizes; raise the "
                    "rate or the length of the load");
    if (flows > maximumFlows)
        return fail(
            ErrorCode::InvalidInput,
            fmt::format("this load has {:.3g} flows, more than 5 million; lower the rate or the length", flows));
    return {};
}

std::int64_t poisson(double mean, Random& random)
{
    return boost::random::poisson_distribution<std::int64_t, double>(mean)(random);
}

double volumeOf(const PublishedLoad& load)
{
    double sum = 0;
    for (const LoadFlow& flow : load.flows)
        sum += static_cast<double>(flow.bytes);
    return sum;
}

void nameLate(PublishedLoad& load, Nanoseconds duration)
{
    const auto late = std::ranges::count_if(load.flows, [&](const LoadFlow& flow) {
        return static_cast<double>(flow.microseconds) >= microseconds(duration);
    });
    if (late > 0)
        load.flaws.push_back(fmt::format("{} of the {} flows start after the end of the load and are not sent", late,
                                         load.flows.size()));
}

void nameVolume(PublishedLoad& load, double asked)
{
    load.flaws.push_back(fmt::format(
        "the sizes are drawn without regard to their sum: the flows carry {:.1f} % of the volume that is requested",
        100 * volumeOf(load) / asked));
}

/// Returns the coefficient of variation of the gaps.
double variationOf(const PublishedLoad& load)
{
    std::vector<double> gaps;
    for (std::size_t i = 1; i < load.flows.size(); ++i)
        gaps.push_back(static_cast<double>(load.flows[i].microseconds - load.flows[i - 1].microseconds));
    return gaps.size() < 2 ? 0 : populationDeviation(gaps) / mean(gaps);
}

struct BurstPlan
{
    double width = 0; ///< microseconds
    double volume = 0; ///< bytes of a pattern
    double patterns = 0;
    double others = 0; ///< flows outside of the burst
    double scale = 1; ///< of their sizes
};

BurstPlan burstPlan(double bitsPerSecond, Nanoseconds duration, Nanoseconds width)
{
    BurstPlan plan;
    plan.width = microseconds(width);
    plan.patterns = std::floor(microseconds(duration) / (10 * plan.width));
    plan.volume = bytesOf(bitsPerSecond, duration) / plan.patterns;
    plan.others = std::floor(0.7 * plan.volume / publishedMeanBytes);
    if (plan.others < 8) {
        plan.others = 8;
        plan.scale = 0.7 * plan.volume / 8 / publishedMeanBytes;
    }
    return plan;
}

/// Statistics collected while the patterns are made.
struct BurstFigures
{
    std::size_t backwards = 0;
    double spacings = 0; ///< sum of the intended gaps between the two flows of a burst
    double distances = 0; ///< actual ones
};

void addPattern(PublishedLoad& load, const BurstPlan& plan, const SizeDistribution& sizes, std::int64_t& now,
                BurstFigures& figures, Random& random)
{
    const auto add = [&](double increment, double bytes) {
        const std::int64_t step = std::llround(increment);
        figures.backwards += step < 0 && !load.flows.empty();
        now += step;
        load.flows.push_back({now, static_cast<std::uint64_t>(std::max(1.0, bytes)), 0});
    };
    const double share = std::clamp(0.5 + 0.08 * random.normal(), 0.0, 1.0);
    const double spacing = 300 + 200 * random.exponential();
    const double start = random.uniform() * (plan.width - spacing);
    figures.spacings += spacing;
    figures.distances += start + spacing;
    add(start, share * 0.3 * plan.volume);
    add(start + spacing, (1 - share) * 0.3 * plan.volume);
    for (double i = 0; i < plan.others; ++i)
        add(static_cast<double>(poisson(9 * plan.width / plan.others, random)),
            static_cast<double>(sizes.draw(random)) * plan.scale);
}

void nameBurstFlaws(PublishedLoad& load, const BurstPlan& plan, const BurstFigures& figures)
{
    auto& flaws = load.flaws;
    if (figures.backwards > 0)
        flaws.push_back(fmt::format("times run backwards in {} of {:.0f} patterns ({:.1f} %), where the spacing of a "
                                    "burst's flows is longer than the burst; the flows are sorted before they are sent",
                                    figures.backwards, plan.patterns,
                                    100 * static_cast<double>(figures.backwards) / plan.patterns));
    flaws.push_back(
        fmt::format("the two flows of a burst are {:.0f} µs apart on average where {:.0f} µs are meant: "
                    "the start is added twice, so the period is right on average only and its phase wanders",
                    figures.distances / plan.patterns, figures.spacings / plan.patterns));
    const double expected = 0.3 + plan.others * plan.scale * publishedMeanBytes / plan.volume;
    if (expected < 0.9995)
        flaws.push_back(fmt::format("the number of flows outside of the bursts is rounded down to {:.0f}, so that only "
                                    "{:.1f} % of the volume is requested on average",
                                    plan.others, 100 * expected));
    if (plan.scale < 1)
        flaws.push_back(fmt::format("the sizes outside of the bursts are scaled by {:.3f} to make 8 flows, so the "
                                    "sizes change with the load",
                                    plan.scale));
}

} // namespace

Result<PublishedLoad> publishedConsistent(double bitsPerSecond, Nanoseconds duration, Random& random)
{
    const double volume = bytesOf(bitsPerSecond, duration);
    const double count = std::floor(volume / publishedMeanBytes);
    MR_CHECK(checkCount(count));
    MR_TRY(sizes, SizeDistribution::named("web-search-study", Convention::Step));
    PublishedLoad load;
    const double gap = microseconds(duration) / count;
    std::int64_t now = 0;
    for (double i = 0; i < count; ++i)
        load.flows.push_back({now += poisson(gap, random), sizes.draw(random), 0});
    load.flaws.push_back(fmt::format("the gaps are whole numbers of a Poisson distribution with mean {:.1f} µs, not "
                                     "exponential: they vary by {:.1f} % only, and the flows come nearly periodically",
                                     gap, 100 * variationOf(load)));
    nameVolume(load, volume);
    nameLate(load, duration);
    return load;
}

Result<PublishedLoad> publishedBurst(double bitsPerSecond, Nanoseconds duration, Nanoseconds width, Random& random)
{
    if (width <= Nanoseconds(0) || width > duration / 10)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("a burst of {} needs a load of ten times its width or more", durationText(width)));
    const BurstPlan plan = burstPlan(bitsPerSecond, duration, width);
    MR_CHECK(checkCount(plan.patterns * (plan.others + 2)));
    MR_TRY(sizes, SizeDistribution::named("web-search-study", Convention::Step));
    PublishedLoad load;
    BurstFigures figures;
    std::int64_t now = 0;
    for (double i = 0; i < plan.patterns; ++i)
        addPattern(load, plan, sizes, now, figures, random);
    nameBurstFlaws(load, plan, figures);
    nameVolume(load, bytesOf(bitsPerSecond, duration));
    nameLate(load, duration);
    return load;
}

Result<PublishedLoad> publishedPoisson(double bitsPerSecond, Nanoseconds duration, std::uint64_t flowBytes,
                                       Random& random)
{
    const double volume = bytesOf(bitsPerSecond, duration);
    const double count = flowBytes == 0 ? 0 : std::floor(volume / static_cast<double>(flowBytes));
    MR_CHECK(checkCount(count));
    PublishedLoad load;
    double now = 0;
    for (double i = 0; i < count; ++i) {
        now += microseconds(duration) / count * random.exponential();
        load.flows.push_back({std::llround(now), flowBytes, 0});
    }
    load.flaws.push_back(
        fmt::format("all flows have the same size, {} bytes, regardless of the sizes of real traffic", flowBytes));
    if (volumeOf(load) < 0.9995 * volume)
        load.flaws.push_back(
            fmt::format("the number of flows is rounded down: they carry {:.1f} % of the volume that is requested",
                        100 * volumeOf(load) / volume));
    nameLate(load, duration);
    return load;
}

bool isPublished(Pattern pattern) noexcept
{
    return pattern == Pattern::PublishedConsistent || pattern == Pattern::PublishedBurst
        || pattern == Pattern::PublishedPoisson;
}

Result<PublishedLoad> publishedLoad(const TrafficProfile& profile, Random& random)
{
    const Nanoseconds duration = profile.phases.loaded;
    const double scale = profile.sizes.scale;
    const double rate = profile.bitsPerSecond / scale;
    auto load = profile.pattern == Pattern::PublishedConsistent ? publishedConsistent(rate, duration, random)
        : profile.pattern == Pattern::PublishedBurst
        ? publishedBurst(rate, duration, profile.burstWidth, random)
        : publishedPoisson(rate, duration, profile.sizes.fixedBytes, random);
    if (load && scale != 1)
        for (LoadFlow& flow : load->flows)
            flow.bytes = static_cast<std::uint64_t>(std::max(1.0, std::round(static_cast<double>(flow.bytes) * scale)));
    return load;
}

} // namespace millrace::crosstraffic
