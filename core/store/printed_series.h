// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/metric_kinds.h"
#include "core/store/series_kinds.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace millrace::store {

/// A value that frameworks and scripts print while they train.
struct PrintedSeries
{
    std::string_view name; ///< monitor::MetricEvent::name
    SeriesKind series;
    double factor = 1; ///< from the printed unit to that of the series
    bool ofJob = false; ///< of all workers together, whichever of them prints it
    const MetricKind* last = nullptr; ///< metric of the run: the last value; may be null
};

inline constexpr std::array printedSeries{
    PrintedSeries{"accuracy", series::testAccuracy, 1, true, &metrics::accuracy},
    PrintedSeries{"test-loss", series::testLoss, 1, true, &metrics::testLoss},
    PrintedSeries{"gradient-noise-scale", series::noiseScale, 1, false, &metrics::noiseScale},
    PrintedSeries{"gradient-variance", series::gradientVariance, 1, false, &metrics::gradientVariance},
    PrintedSeries{"all-reduce-throughput", series::allReduceRate, 8},
    PrintedSeries{"all-reduce-throughput-trace", series::allReduceTrace, 8},
    PrintedSeries{"votes", series::interferenceVotes},
    PrintedSeries{"samples-per-second", series::throughput},
    PrintedSeries{"global-steps-per-second", series::stepRate},
    PrintedSeries{"cluster-size", series::clusterSize, 1, true},
};

/// Null for a value that has no series.
[[nodiscard]] constexpr const PrintedSeries* findPrintedSeries(std::string_view name) noexcept
{
    const auto* found = std::ranges::find(printedSeries, name, &PrintedSeries::name);
    return found == printedSeries.end() ? nullptr : found;
}

} // namespace millrace::store
