// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/unknown.h"
#include "core/store/result_query.h"

#include <cmath>
#include <span>
#include <string_view>
#include <vector>

namespace millrace::report {

/// A metric that is shown unless others are asked for.
struct UsualMetric
{
    std::string_view name;
    bool plain = false; ///< the usual table shows no interval: it would say little
    bool brief = false; ///< also where there is room for a few only
};

/// What tables, figures, exports and lines show first, in this order, of the metrics that there are. Where a load took
/// place: step time under it, before it, and their ratio. What is over all phases, such as step_mean, mixes the two, so
/// it comes later, and is brief only where some runs have no load.
[[nodiscard]] std::vector<UsualMetric> usualMetrics(std::span<const store::MetricSummary> there);
[[nodiscard]] std::vector<std::string_view> briefMetrics(std::span<const store::MetricSummary> there);
/// All of them: the usual ones first, the others as they are.
[[nodiscard]] std::vector<store::MetricSummary> usualFirst(std::span<const store::MetricSummary> there);
/// Whether a usual table shows the metric without an interval.
[[nodiscard]] bool isPlainMetric(std::string_view name) noexcept;

/// Made of two metrics of a run: sent_payload_per_step ÷ predicted_payload_per_step.
inline constexpr std::string_view payloadRatio = "payload_ratio";

/// The step time that stands for a run: that under the load, where there was one.
struct ShownStep
{
    double time = unknown; ///< s
    double baseline = unknown; ///< before the load, s; NaN: the run has no load

    [[nodiscard]] bool isLoaded() const noexcept { return !std::isnan(baseline); }
};
[[nodiscard]] ShownStep shownStep(std::span<const store::Metric> metrics);

} // namespace millrace::report
