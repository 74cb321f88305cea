// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/usual_metrics.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace millrace::report {

namespace {

constexpr std::array loadedMetrics = {UsualMetric{"loaded_step_mean", false, true},
                                      UsualMetric{"baseline_step_mean", false, true},
                                      UsualMetric{"slowdown", false, true}};
/// Over all phases.
constexpr std::array wholeRunMetrics = {UsualMetric{"step_mean", false, true},
                                        UsualMetric{"communication_mean"},
                                        UsualMetric{"samples_per_second", false, true},
                                        UsualMetric{"bus_bandwidth", false, true},
                                        UsualMetric{"sent_payload_per_step", true, true},
                                        UsualMetric{"predicted_payload_per_step", true},
                                        UsualMetric{payloadRatio, true},
                                        UsualMetric{"retransmitted_bytes", true}};

std::int64_t runsWith(std::span<const store::MetricSummary> there, std::string_view name)
{
    const auto it = std::ranges::find(there, name, &store::MetricSummary::name);
    return it == there.end() ? 0 : std::max<std::int64_t>(1, it->runs);
}

bool isThere(std::span<const store::MetricSummary> there, std::string_view name)
{
    if (name != payloadRatio)
        return runsWith(there, name) > 0;
    return runsWith(there, "sent_payload_per_step") > 0 && runsWith(there, "predicted_payload_per_step") > 0;
}

} // namespace

std::vector<UsualMetric> usualMetrics(std::span<const store::MetricSummary> there)
{
    std::vector<UsualMetric> usual;
    const std::int64_t loaded = runsWith(there, "loaded_step_mean");
    const bool allLoaded = loaded > 0 && runsWith(there, "step_mean") <= loaded;
    if (loaded > 0)
        for (const UsualMetric& each : loadedMetrics)
            if (isThere(there, each.name))
                usual.push_back(each);
    for (UsualMetric each : wholeRunMetrics)
        if (isThere(there, each.name)) {
            each.brief = each.brief && (!allLoaded || each.plain);
            usual.push_back(each);
        }
    return usual;
}

std::vector<std::string_view> briefMetrics(std::span<const store::MetricSummary> there)
{
    std::vector<std::string_view> names;
    for (const UsualMetric& each : usualMetrics(there))
        if (each.brief)
            names.push_back(each.name);
    return names;
}

std::vector<store::MetricSummary> usualFirst(std::span<const store::MetricSummary> there)
{
    std::vector<store::MetricSummary> ordered;
    for (const UsualMetric& usual : usualMetrics(there))
        if (const auto it = std::ranges::find(there, usual.name, &store::MetricSummary::name); it != there.end())
            ordered.push_back(*it);
    for (const store::MetricSummary& each : there)
        if (std::ranges::find(ordered, each.name, &store::MetricSummary::name) == ordered.end())
            ordered.push_back(each);
    return ordered;
}

bool isPlainMetric(std::string_view name) noexcept
{
    const auto it = std::ranges::find(wholeRunMetrics, name, &UsualMetric::name);
    return it != wholeRunMetrics.end() && it->plain;
}

ShownStep shownStep(std::span<const store::Metric> metrics)
{
    const auto valueOf = [metrics](std::string_view name) {
        for (const store::Metric& each : metrics)
            if (each.subject.empty() && each.name == name)
                return each.value;
        return unknown;
    };
    if (const double loaded = valueOf("loaded_step_mean"); std::isfinite(loaded))
        return {loaded, valueOf("baseline_step_mean")};
    return {valueOf("step_mean"), unknown};
}

} // namespace millrace::report
