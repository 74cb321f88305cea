// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/burst_detector.h"

#include "core/base/seconds.h"
#include "core/base/unknown.h"

#include <algorithm>
#include <numeric>

namespace millrace::analysis {

namespace {

/// A burst as rows [from, to) of the series.
struct RowSpan
{
    std::size_t from = 0;
    std::size_t to = 0;
};

std::vector<RowSpan> aboveThresholds(const BinnedSeries& series, double start, double end)
{
    std::vector<RowSpan> spans;
    bool inside = false;
    for (std::size_t i = 0; i < series.size(); ++i) {
        const double rate = series.rate(series.bytes[i]);
        const bool follows = i > 0 && series.index[i] == series.index[i - 1] + 1;
        const bool goesOn = inside && follows && rate >= end;
        if (goesOn)
            spans.back().to = i + 1;
        else if (rate >= start && rate > 0)
            spans.push_back({i, i + 1});
        inside = goesOn || (rate >= start && rate > 0);
    }
    return spans;
}

std::int64_t samplesOf(const BinnedSeries& series, const RowSpan& span)
{
    return series.index[span.to - 1] + 1 - series.index[span.from];
}

void mergeClose(const BinnedSeries& series, std::vector<RowSpan>& spans, std::int64_t shortestGap)
{
    std::vector<RowSpan> merged;
    for (const RowSpan& span : spans) {
        if (!merged.empty() && series.index[span.from] - (series.index[merged.back().to - 1] + 1) < shortestGap)
            merged.back().to = span.to;
        else
            merged.push_back(span);
    }
    spans = std::move(merged);
}

BurstSpan burstOf(const BinnedSeries& series, const RowSpan& span)
{
    BurstSpan burst;
    burst.begin = series.beginOf(series.index[span.from]);
    burst.end = series.beginOf(series.index[span.to - 1]) + series.width;
    for (std::size_t i = span.from; i < span.to; ++i) {
        burst.bytes += series.bytes[i];
        burst.packets += series.packets[i];
        burst.peak = std::max(burst.peak, series.rate(series.bytes[i]));
    }
    return burst;
}

void summariseBursts(RateBursts& result)
{
    std::vector<double> durations, idles, consumptions, peaks;
    double bytes = 0;
    for (std::size_t i = 0; i < result.bursts.size(); ++i) {
        const BurstSpan& burst = result.bursts[i];
        durations.push_back(seconds(burst.duration()));
        consumptions.push_back(burst.bytes * 8 / durations.back());
        peaks.push_back(burst.peak);
        bytes += burst.bytes;
        if (i > 0)
            idles.push_back(seconds(burst.begin - result.bursts[i - 1].end));
    }
    result.durations = summarise(durations);
    result.idles = summarise(idles);
    result.consumptions = summarise(consumptions);
    result.peaks = summarise(peaks);
    const double busy = std::accumulate(durations.begin(), durations.end(), 0.0);
    result.burstDuration = mean(durations);
    result.idleDuration = mean(idles);
    result.burstConsumption = busy > 0 ? bytes * 8 / busy : unknown;
    result.meanPeak = mean(peaks);
    result.period = result.burstDuration + result.idleDuration;
    result.dutyCycle = result.burstDuration / result.period;
}

} // namespace

std::vector<BurstSpan> burstsByGap(std::span<const capture::Packet> packets, std::int64_t gap)
{
    std::vector<capture::Packet> sorted;
    if (!std::ranges::is_sorted(packets, {}, &capture::Packet::time)) {
        sorted.assign(packets.begin(), packets.end());
        std::ranges::stable_sort(sorted, {}, &capture::Packet::time);
        packets = sorted;
    }
    std::vector<BurstSpan> bursts;
    for (const capture::Packet& packet : packets) {
        if (bursts.empty() || packet.time - bursts.back().end > gap)
            bursts.push_back({packet.time, packet.time, 0, 0, unknown});
        bursts.back().end = packet.time;
        bursts.back().bytes += packet.wireBytes;
        ++bursts.back().packets;
    }
    return bursts;
}

std::vector<BurstSpan> burstsByGap(const BinnedSeries& series, std::int64_t gap)
{
    std::vector<BurstSpan> bursts;
    for (std::size_t from = 0; from < series.size();) {
        std::size_t to = from + 1;
        while (to < series.size()
               && series.beginOf(series.index[to]) - series.beginOf(series.index[to - 1]) - series.width <= gap)
            ++to;
        bursts.push_back(burstOf(series, {from, to}));
        from = to;
    }
    return bursts;
}

BurstSummary summaryOf(std::span<const BurstSpan> bursts)
{
    std::vector<double> durations, gaps, bytes;
    for (std::size_t i = 0; i < bursts.size(); ++i) {
        durations.push_back(seconds(bursts[i].duration()));
        bytes.push_back(bursts[i].bytes);
        if (i > 0)
            gaps.push_back(seconds(bursts[i].begin - bursts[i - 1].end));
    }
    return {summarise(durations), summarise(gaps), summarise(bytes)};
}

RateBursts rateBursts(const BinnedSeries& series, const RateBurstParameters& parameters, std::optional<BinRange> window)
{
    const BinRange range = window.value_or(extent(series));
    const BinnedSeries samples =
        coarsen(slice(series, range), std::max<std::int64_t>(1, parameters.sampling / series.width));
    RateBursts result;
    result.parameters = parameters;
    result.sampling = samples.width;
    BinRange whole;
    if (range.bins() > 0)
        whole = {samples.binOf(series.beginOf(range.from)), samples.binOf(series.beginOf(range.to) - 1) + 1};
    result.begin = samples.beginOf(whole.from);
    result.end = samples.beginOf(whole.to);
    const double fraction[] = {parameters.levelFraction};
    result.level = samples.rate(quantilesOf(samples, whole, fraction).front());
    result.startRate = std::max(parameters.floor, parameters.startShare * result.level);
    result.endRate = std::max(parameters.floor / 2, parameters.endShare * result.level);

    std::vector<RowSpan> spans = aboveThresholds(samples, result.startRate, result.endRate);
    mergeClose(samples, spans, parameters.shortestGap);
    for (const RowSpan& span : spans) {
        const BurstSpan burst = burstOf(samples, span);
        if (samplesOf(samples, span) < parameters.shortestBurst)
            ++result.shortOnes;
        else if (burst.begin <= result.begin || burst.end >= result.end)
            ++result.cutOnes;
        else
            result.bursts.push_back(burst);
    }
    summariseBursts(result);
    return result;
}

} // namespace millrace::analysis
