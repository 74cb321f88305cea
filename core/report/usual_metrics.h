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

/// A metric that is shown by default.
struct UsualMetric
{
    std::string_view name;
    bool plain = false; ///< the usual table shows no interval: it would not be informative
    bool brief = false; ///< shown even where there is room for only a few
};

/// Metrics that tables, figures, exports and lines show first, in this order, if they exist. For runs under load: step
/// time under it, before it, and their ratio. Metrics over all phases, such as step_mean, mix the two, so they come
/// later, and are brief only where some runs have no load.
[[nodiscard]] std::vector<UsualMetric> usualMetrics(std::span<const store::MetricSummary> there);
[[nodiscard]] std::vector<std::string_view> briefMetrics(std::span<const store::MetricSummary> there);
/// All of them: the usual ones first, the others unchanged.
[[nodiscard]] std::vector<store::MetricSummary> usualFirst(std::span<const store::MetricSummary> there);
/// Whether a usual table shows the metric without an interval.
[[nodiscard]] bool isPlainMetric(std::string_view name) noexcept;

/// Step time that represents a run: the one under load, if the run has a load.
struct ShownStep
{
    double time = unknown; ///< s
    double baseline = unknown; ///< before the load, s; NaN: the run has no load

    [[nodiscard]] bool isLoaded() const noexcept { return !std::isnan(baseline); }
};
[[nodiscard]] ShownStep shownStep(std::span<const store::Metric> metrics);

} // namespace millrace::report
