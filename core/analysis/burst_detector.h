// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/rate_bins.h"
#include "core/base/statistics.h"

#include <limits>
#include <optional>

namespace millrace::analysis {

/// A busy period between two gaps. Times in nanoseconds since the epoch.
struct BurstSpan
{
    std::int64_t begin = 0;
    std::int64_t end = 0; ///< of packets: time of the last one; of bins: end of the last one
    double bytes = 0;
    std::uint64_t packets = 0;
    double peak = 0; ///< bit/s in its busiest bin; NaN for bursts of packets

    [[nodiscard]] std::int64_t duration() const noexcept { return end - begin; }
    bool operator==(const BurstSpan&) const = default;
};

/// Packets at most `gap` nanoseconds apart form one burst. Packets in any order of time.
[[nodiscard]] std::vector<BurstSpan> burstsByGap(std::span<const capture::Packet> packets, std::int64_t gap);
/// The same for bins: at most `gap` nanoseconds of empty bins in between.
[[nodiscard]] std::vector<BurstSpan> burstsByGap(const BinnedSeries& series, std::int64_t gap);

/// Statistics of a list of bursts; durations and gaps in seconds. With fewer than two bursts the gaps are unknown.
struct BurstSummary
{
    Summary duration;
    Summary gap; ///< from the end of a burst to the start of the next
    Summary bytes;
};
[[nodiscard]] BurstSummary summaryOf(std::span<const BurstSpan> bursts);

/// Parameters of rateBursts(); the defaults are for byte counters.
struct RateBurstParameters
{
    std::int64_t sampling = 10'000'000; ///< nanoseconds; the bins become the nearest smaller multiple of their width
    double levelFraction = 0.99; ///< the level is this quantile of the rate over the window, silence included
    double floor = 1e6; ///< bit/s
    double startShare = 0.10; ///< a burst starts at max(floor, startShare · level) …
    double endShare = 0.05; ///< … and ends below max(floor / 2, endShare · level)
    std::int64_t shortestGap = 2; ///< samples; bursts closer than this are merged
    std::int64_t shortestBurst = 2; ///< samples; shorter ones are dropped, after merging

    bool operator==(const RateBurstParameters&) const = default;
};

/// Burst duration, idle duration and burst consumption (as in Driple, Yang et al. 2022) of one direction of one node,
/// their uncertainty and all parameters. Durations in seconds, rates in bit/s; NaN: unknown.
struct RateBursts
{
    static constexpr int version = 1; ///< of this definition

    RateBurstParameters parameters;
    std::int64_t sampling = 0; ///< what was used
    std::int64_t begin = 0; ///< of the window
    std::int64_t end = 0;
    double level = 0;
    double startRate = 0;
    double endRate = 0;

    std::vector<BurstSpan> bursts; ///< the kept ones
    std::int64_t shortOnes = 0; ///< dropped as too short
    std::int64_t cutOnes = 0; ///< dropped, because they touch an end of the window

    double burstDuration = 0; ///< mean
    double idleDuration = 0; ///< mean gap between kept bursts
    double burstConsumption = 0; ///< mean rate within bursts, weighted by time
    double meanPeak = 0; ///< mean over the bursts of the rate in the busiest sample
    Summary durations; ///< of the bursts
    Summary idles;
    Summary consumptions; ///< mean rate of each burst
    Summary peaks;
    double period = 0; ///< burst + idle
    double dutyCycle = 0; ///< burst / period
};

/// Bursts of a rate with hysteresis. `window` is in bins of `series`; without it the whole series. The first and the
/// last segment are truncated by the window, so a burst that touches an end is not counted.
[[nodiscard]] RateBursts rateBursts(const BinnedSeries& series, const RateBurstParameters& parameters = {},
                                    std::optional<BinRange> window = {});

} // namespace millrace::analysis
