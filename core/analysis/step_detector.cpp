// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/step_detector.h"

#include "core/analysis/step_cuts.h"
#include "core/analysis/traffic_views.h"
#include "core/base/seconds.h"
#include "core/base/statistics.h"
#include "core/base/unknown.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace millrace::analysis {

namespace {

constexpr std::size_t fewestSteps = 4;
constexpr double tolerance = 0.25; ///< of the median, for a distance or a volume to count as regular
constexpr double fewestRegular = 0.6; ///< share of the distances, for cuts at even distances
constexpr double leastStrength = 0.3; ///< of a period that may cut steps; weaker ones are ticks of clocks and switches
constexpr double mostInOne = 0.5; ///< share of the bytes or of the time in one step; more is not a cut
constexpr double reliableEven = 0.75; ///< share of the bytes in even steps
constexpr double reliableRegular = 0.75; ///< share of the distances

constexpr std::size_t fewestReliable = 6; ///< steps
constexpr std::size_t manySteps = 8;

/// Whether chance rarely produces such cuts of this many steps into equal volumes.
bool isBeyondChance(const StepQuality& quality, std::size_t steps)
{
    if (quality.even < 0.85 || steps < fewestReliable)
        return false;
    if (steps < manySteps)
        return quality.contrast >= 0.75 && quality.separation >= 0.75;
    return quality.contrast >= 0.4 && quality.separation >= 0.3 && quality.contrast + quality.separation >= 1;
}

/// Below this share of the 90th percentile of the bins a bin counts as silent: heartbeats, single acknowledgements; the
/// higher ones where other traffic fills the silences.
constexpr double quietShares[] = {0.01, 0.05, 0.2};

/// Bytes below which a bin counts as silent.
double quietBytes(const BinnedSeries& series, double share)
{
    if (series.empty())
        return 0;
    std::vector<double> bytes = series.bytes;
    const auto upper = bytes.begin() + static_cast<std::ptrdiff_t>(bytes.size() * 9 / 10);
    std::nth_element(bytes.begin(), upper, bytes.end());
    return *upper * share;
}

std::vector<TrafficStep> cutAtGaps(const std::vector<Pulse>& pulses, std::int64_t gap)
{
    std::vector<TrafficStep> steps;
    for (const Pulse& pulse : pulses) {
        if (steps.empty() || pulse.begin - steps.back().end > gap)
            steps.push_back({pulse.begin, pulse.begin, 0, 0});
        steps.back().end = pulse.end;
        steps.back().bytes += pulse.bytes;
        steps.back().packets += pulse.packets;
    }
    return steps;
}

/// How evenly the starts of steps are spaced.
struct Spacing
{
    double period = unknown;
    double deviation = unknown; ///< median absolute deviation of the distances
    double lowerQuartile = unknown;
    double upperQuartile = unknown;
    double regular = 0;
};

Spacing spacingOf(const std::vector<TrafficStep>& steps)
{
    if (steps.size() < fewestSteps)
        return {};
    std::vector<double> distances;
    for (std::size_t i = 1; i < steps.size(); ++i)
        distances.push_back(seconds(steps[i].begin - steps[i - 1].begin));
    Spacing spacing;
    spacing.period = median(distances);
    spacing.lowerQuartile = millrace::quantile(distances, 0.25);
    spacing.upperQuartile = millrace::quantile(distances, 0.75);
    std::size_t regular = 0;
    std::vector<double> deviations;
    for (const double distance : distances) {
        deviations.push_back(std::abs(distance - spacing.period));
        regular += deviations.back() <= tolerance * spacing.period ? 1 : 0;
    }
    spacing.deviation = median(deviations);
    spacing.regular = static_cast<double>(regular) / static_cast<double>(distances.size());
    return spacing;
}

double medianVolumeOf(const std::vector<TrafficStep>& steps)
{
    std::vector<double> volumes;
    for (const TrafficStep& step : steps)
        volumes.push_back(step.bytes);
    return median(volumes);
}

StepQuality qualityOf(const std::vector<TrafficStep>& steps)
{
    const double volume = medianVolumeOf(steps);
    double bytes = 0, even = 0, largest = 0, time = 0, longest = 0;
    for (const TrafficStep& step : steps) {
        const double length = seconds(step.end - step.begin);
        bytes += step.bytes;
        time += length;
        even += std::abs(step.bytes - volume) <= tolerance * volume ? step.bytes : 0;
        largest = std::max(largest, step.bytes);
        longest = std::max(longest, length);
    }
    StepQuality quality;
    quality.even = bytes > 0 ? even / bytes : 0;
    quality.regular = spacingOf(steps).regular;
    quality.contrast = quality.separation = unknown;
    quality.largestBytes = bytes > 0 ? largest / bytes : 1;
    quality.longestTime = time > 0 ? longest / time : 1;
    return quality;
}

/// Whether one step has most of the bytes or of the time.
bool isLopsided(const StepQuality& quality)
{
    return quality.largestBytes > mostInOne || quality.longestTime > mostInOne;
}

/// Candidate gaps: the silences that occur, thinned to a few hundred.
std::vector<std::int64_t> gapsOf(const std::vector<Pulse>& pulses)
{
    std::vector<std::int64_t> gaps;
    for (std::size_t i = 1; i < pulses.size(); ++i)
        gaps.push_back(pulses[i].begin - pulses[i - 1].end - 1);
    std::sort(gaps.begin(), gaps.end());
    gaps.erase(std::unique(gaps.begin(), gaps.end()), gaps.end());
    constexpr std::size_t most = 300;
    if (gaps.size() <= most)
        return gaps;
    std::vector<std::int64_t> thinned;
    for (std::size_t i = 0; i < most; ++i)
        thinned.push_back(gaps[i * (gaps.size() - 1) / (most - 1)]);
    return thinned;
}

/// Higher is better: regular distances, close to the known period.
double scoreOf(const Spacing& spacing, const Periodicity& periodicity)
{
    if (std::isnan(spacing.period))
        return 0;
    double score = spacing.regular - std::min(1.0, spacing.deviation / spacing.period);
    if (periodicity.found)
        score -= std::min(1.0, std::abs(spacing.period / periodicity.period - 1));
    return score;
}

std::vector<TrafficStep> stepsOf(const std::vector<Pulse>& pulses)
{
    std::vector<TrafficStep> steps;
    for (const Pulse& pulse : pulses)
        steps.push_back({pulse.begin, pulse.end, pulse.bytes, pulse.packets});
    return steps;
}

/// Silences between equal volumes, at the level that fits best; whether there are any.
bool takeVolumes(const BinnedSeries& series, StepDetection& result, const JobContext& job)
{
    double lowest = std::numeric_limits<double>::infinity();
    for (const double share : quietShares) {
        const VolumeCuts cuts = cutByVolume(pulsesOf(series, quietBytes(series, share)), job);
        if (cuts.steps.size() < fewestReliable || cuts.cost >= lowest)
            continue;
        std::vector<TrafficStep> steps = stepsOf(cuts.steps);
        StepQuality quality = qualityOf(steps);
        quality.contrast = cuts.contrast;
        quality.separation = cuts.separation;
        if (isLopsided(quality) || !isBeyondChance(quality, steps.size()))
            continue;
        lowest = cuts.cost;
        result.method = StepMethod::Volume;
        result.steps = std::move(steps);
        result.gap = cuts.shortest * 1e-9;
        result.quality = quality;
    }
    return result.method == StepMethod::Volume;
}

void takeGaps(const BinnedSeries& series, StepDetection& result, const JobContext& job)
{
    double best = 0;
    for (const double share : quietShares) {
        const std::vector<Pulse> pulses = pulsesOf(series, quietBytes(series, share));
        for (const std::int64_t gap : gapsOf(pulses)) {
            if (job.cancelled())
                return;
            std::vector<TrafficStep> steps = cutAtGaps(pulses, gap);
            const Spacing spacing = spacingOf(steps);
            const double score = scoreOf(spacing, result.periodicity);
            if (spacing.regular < fewestRegular || score <= best || isLopsided(qualityOf(steps)))
                continue;
            best = score;
            result.method = StepMethod::Gaps;
            result.steps = std::move(steps);
            result.gap = seconds(gap);
        }
    }
}

/// Starts of steps at the phase of the period with the least traffic, each moved to the quietest bin nearby.
void takePeriod(const BinnedSeries& series, StepDetection& result)
{
    const auto bins =
        static_cast<std::int64_t>(std::llround(result.periodicity.period * 1e9 / static_cast<double>(series.width)));
    const BinRange range = extent(series);
    if (bins < 4 || range.bins() < bins * static_cast<std::int64_t>(fewestSteps))
        return;
    const double exact = result.periodicity.period * 1e9 / static_cast<double>(series.width);
    std::vector<double> folded(static_cast<std::size_t>(bins), 0);
    for (std::size_t i = 0; i < series.size(); ++i) {
        const double place = std::fmod(static_cast<double>(series.index[i] - range.from), exact);
        folded[std::min(static_cast<std::size_t>(place), folded.size() - 1)] += series.bytes[i];
    }
    const std::size_t width = std::max<std::size_t>(folded.size() / 10, 1);
    double least = std::numeric_limits<double>::infinity();
    std::size_t phase = 0;
    for (std::size_t i = 0; i < folded.size(); ++i) {
        double sum = 0;
        for (std::size_t k = 0; k < width; ++k)
            sum += folded[(i + k) % folded.size()];
        if (sum < least) {
            least = sum;
            phase = (i + width / 2) % folded.size();
        }
    }
    std::size_t at = 0;
    for (double cut = static_cast<double>(range.from) + static_cast<double>(phase);
         cut < static_cast<double>(range.to) && at < series.size(); cut += exact) {
        TrafficStep step{series.beginOf(std::llround(cut)), series.beginOf(std::llround(cut + exact)), 0, 0};
        while (at < series.size() && series.index[at] < std::llround(cut))
            ++at;
        for (; at < series.size() && series.index[at] < std::llround(cut + exact); ++at) {
            step.bytes += series.bytes[at];
            step.packets += series.packets[at];
        }
        result.steps.push_back(step);
    }
    result.method = StepMethod::Period;
}

/// Bytes in the sixteenths of a step.
using StepProfile = std::array<double, 16>;

/// Pearson's; 0 where one is constant.
double correlationOf(const StepProfile& one, const StepProfile& other)
{
    const double meanOne = mean(one), meanOther = mean(other);
    double product = 0, squares = 0, otherSquares = 0;
    for (std::size_t i = 0; i < one.size(); ++i) {
        product += (one[i] - meanOne) * (other[i] - meanOther);
        squares += (one[i] - meanOne) * (one[i] - meanOne);
        otherSquares += (other[i] - meanOther) * (other[i] - meanOther);
    }
    return squares > 0 && otherSquares > 0 ? product / std::sqrt(squares * otherSquares) : 0;
}

std::vector<StepProfile> profilesOf(const BinnedSeries& series, const std::vector<TrafficStep>& steps)
{
    std::vector<StepProfile> profiles;
    std::size_t at = 0;
    for (const TrafficStep& step : steps) {
        StepProfile profile{};
        const double length = static_cast<double>(step.end - step.begin);
        for (; at < series.size() && series.beginOf(series.index[at]) < step.end; ++at) {
            const double place = static_cast<double>(series.beginOf(series.index[at]) - step.begin) / length;
            if (place >= 0)
                profile[std::min<std::size_t>(static_cast<std::size_t>(place * 16), 15)] += series.bytes[at];
        }
        profiles.push_back(profile);
    }
    return profiles;
}

/// Share of the steps whose traffic profile correlates with that of all steps together.
double alikeShare(const BinnedSeries& series, const std::vector<TrafficStep>& steps)
{
    constexpr double leastCorrelation = 0.5;
    const auto profiles = profilesOf(series, steps);
    StepProfile all{};
    for (const auto& profile : profiles)
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] += profile[i];
    const auto alike = std::ranges::count_if(
        profiles, [&](const auto& profile) { return correlationOf(profile, all) >= leastCorrelation; });
    return static_cast<double>(alike) / static_cast<double>(profiles.size());
}

/// Whether the steps can be trusted, and if not, why.
void judge(StepDetection& result)
{
    const StepQuality& quality = result.quality;
    const bool even = quality.even >= reliableEven;
    switch (result.method) {
    case StepMethod::None: return;
    case StepMethod::Volume: result.confidence = std::min(quality.even, quality.contrast); break;
    case StepMethod::Gaps:
        result.confidence = quality.regular;
        if (quality.regular < reliableRegular)
            result.doubt = fmt::format("only {:.0f} % of the distances are alike", 100 * quality.regular);
        break;
    case StepMethod::Period:
        result.confidence = std::min(quality.even, quality.regular);
        if (quality.regular < reliableRegular)
            result.doubt = fmt::format("the traffic of only {:.0f} % of the steps rises and falls as that of all",
                                       100 * quality.regular);
        break;
    }
    if (result.steps.size() < fewestReliable)
        result.doubt = fmt::format("{} steps are too few to distinguish a period from chance", result.steps.size());
    if (result.doubt.empty() && !even)
        result.doubt =
            fmt::format("only {:.0f} % of the bytes are in steps of about the same volume", 100 * quality.even);
    result.reliable = result.doubt.empty();
}

void measure(const BinnedSeries& series, StepDetection& result)
{
    const Spacing spacing = spacingOf(result.steps);
    result.period = spacing.period;
    result.volume = medianVolumeOf(result.steps);
    if (result.method != StepMethod::Volume)
        result.quality = qualityOf(result.steps);
    if (result.method == StepMethod::Period) {
        result.quality.regular = alikeShare(series, result.steps);
        return;
    }
    result.lowerQuartile = spacing.lowerQuartile;
    result.upperQuartile = spacing.upperQuartile;
}

} // namespace

Result<StepDetection> detectSteps(const BinnedSeries& series, const JobContext& job)
{
    StepDetection result;
    result.gap = result.period = result.volume = result.lowerQuartile = result.upperQuartile = unknown;
    result.quality.contrast = result.quality.separation = unknown;
    if (series.size() < fewestSteps) {
        result.reason = "too little traffic to detect steps";
        return result;
    }
    MR_TRY(periodicity, findPeriod(series, {}, {}, job));
    result.periodicity = std::move(periodicity);
    if (!takeVolumes(series, result, job))
        takeGaps(series, result, job);
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "looking for steps was cancelled");
    if (result.method == StepMethod::None && result.periodicity.found && result.periodicity.strength >= leastStrength)
        takePeriod(series, result);
    if (result.method == StepMethod::None || result.steps.size() < fewestSteps) {
        result.method = StepMethod::None;
        result.steps.clear();
        result.reason = "the traffic has no pauses between equal volumes and no regular period";
        return result;
    }
    measure(series, result);
    judge(result);
    return result;
}

Result<StepDetection> detectSteps(const TrafficSummary& summary, const JobFlows& flows, const JobContext& job)
{
    if (flows.flows.empty())
        return detectSteps(BinnedSeries{}, job);
    TrafficSelection selection;
    selection.flows = flows.flows;
    return detectSteps(seriesOf(summary, selection), job);
}
StepComparison compareSteps(std::span<const TrafficStep> found, std::span<const LoggedStep> logged)
{
    StepComparison result;
    result.logged = logged.size();
    std::vector<double> delays;
    std::size_t at = 0;
    const auto middle = [](const TrafficStep& step) { return step.begin + (step.end - step.begin) / 2; };
    for (const LoggedStep& step : logged) {
        while (at < found.size() && middle(found[at]) < step.begin) {
            ++at;
            ++result.outside;
        }
        std::size_t count = 0;
        const TrafficStep* first = nullptr;
        for (; at < found.size() && middle(found[at]) < step.end; ++at, ++count)
            first = first ? first : &found[at];
        result.missed += count == 0 ? 1 : 0;
        result.matched += count == 1 ? 1 : 0;
        result.split += count > 1 ? 1 : 0;
        if (count == 1)
            delays.push_back(seconds(first->begin - step.begin));
    }
    result.outside += found.size() - at;
    result.delay = result.error = unknown;
    if (delays.empty())
        return result;
    result.delay = median(delays);
    result.error = 0;
    for (const double delay : delays)
        result.error += std::abs(delay - result.delay) / static_cast<double>(delays.size());
    return result;
}

} // namespace millrace::analysis
