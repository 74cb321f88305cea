// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/step_detector.h"

#include "core/base/seconds.h"
#include "core/base/statistics.h"
#include "core/base/unknown.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace millrace::analysis {

namespace {

constexpr std::size_t fewestSteps = 4;
constexpr double tolerance = 0.25; ///< of the period, for a distance that counts as regular
constexpr double fewestRegular = 0.6; ///< share of the distances
constexpr double leastStrength = 0.3; ///< of a period that cuts steps; weaker ones are ticks of clocks and switches

/// Bins that hold next to nothing beside the busy ones (heartbeats, single acknowledgements) count as silent.
BinnedSeries withoutTrickle(const BinnedSeries& series)
{
    if (series.empty())
        return series;
    std::vector<double> bytes = series.bytes;
    const auto upper = bytes.begin() + static_cast<std::ptrdiff_t>(bytes.size() * 9 / 10);
    std::nth_element(bytes.begin(), upper, bytes.end());
    const double threshold = *upper * 0.01;
    BinnedSeries busy;
    busy.start = series.start;
    busy.width = series.width;
    for (std::size_t i = 0; i < series.size(); ++i) {
        if (series.bytes[i] < threshold)
            continue;
        busy.index.push_back(series.index[i]);
        busy.bytes.push_back(series.bytes[i]);
        busy.packets.push_back(series.packets[i]);
    }
    return busy;
}

std::vector<TrafficStep> cutAtGaps(const BinnedSeries& series, std::int64_t gap)
{
    std::vector<TrafficStep> steps;
    for (std::size_t i = 0; i < series.size(); ++i) {
        const std::int64_t begin = series.beginOf(series.index[i]);
        if (steps.empty() || begin - steps.back().end > gap)
            steps.push_back({begin, begin, 0, 0});
        steps.back().end = begin + series.width;
        steps.back().bytes += series.bytes[i];
        steps.back().packets += series.packets[i];
    }
    return steps;
}

/// How evenly the begins of steps are spaced.
struct Spacing
{
    double period = unknown;
    double deviation = unknown;
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

/// Gaps worth trying: the silences that occur, thinned to a few hundred.
std::vector<std::int64_t> gapsOf(const BinnedSeries& series)
{
    std::vector<std::int64_t> gaps;
    for (std::size_t i = 1; i < series.size(); ++i) {
        const std::int64_t silent = (series.index[i] - series.index[i - 1] - 1) * series.width;
        if (silent > 0)
            gaps.push_back(silent - 1);
    }
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

/// Higher is better: regular distances, close to the known period, and steps that matter.
double scoreOf(const Spacing& spacing, const Periodicity& periodicity)
{
    if (std::isnan(spacing.period))
        return 0;
    double score = spacing.regular - std::min(1.0, spacing.deviation / spacing.period);
    if (periodicity.found)
        score -= std::min(1.0, std::abs(spacing.period / periodicity.period - 1));
    return score;
}

void takeGaps(const BinnedSeries& series, StepDetection& result, const JobContext& job)
{
    const BinnedSeries busy = withoutTrickle(series);
    double best = 0;
    for (const std::int64_t gap : gapsOf(busy)) {
        if (job.cancelled())
            return;
        std::vector<TrafficStep> steps = cutAtGaps(busy, gap);
        const Spacing spacing = spacingOf(steps);
        const double score = scoreOf(spacing, result.periodicity);
        if (spacing.regular < fewestRegular || score <= best)
            continue;
        best = score;
        result.method = StepMethod::Gaps;
        result.steps = std::move(steps);
        result.gap = seconds(gap);
    }
}

/// Begins of steps at the phase of the period where least is sent, each moved to the quietest bin nearby.
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

} // namespace

Result<StepDetection> detectSteps(const BinnedSeries& series, const JobContext& job)
{
    StepDetection result;
    result.gap = result.period = result.deviation = unknown;
    if (series.size() < fewestSteps) {
        result.reason = "there is too little traffic to tell steps apart";
        return result;
    }
    MR_TRY(periodicity, findPeriod(series, {}, {}, job));
    result.periodicity = std::move(periodicity);
    takeGaps(series, result, job);
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "looking for steps was cancelled");
    if (result.method == StepMethod::None && result.periodicity.found && result.periodicity.strength >= leastStrength)
        takePeriod(series, result);
    if (result.method == StepMethod::None || result.steps.size() < fewestSteps) {
        result.method = StepMethod::None;
        result.steps.clear();
        result.reason = "the traffic neither repeats nor pauses evenly";
        return result;
    }
    const Spacing spacing = spacingOf(result.steps);
    result.period = spacing.period;
    result.deviation = spacing.deviation;
    result.confidence = result.method == StepMethod::Period ? 1 - result.periodicity.falseAlarm : spacing.regular;
    return result;
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
