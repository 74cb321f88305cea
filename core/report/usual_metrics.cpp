// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/usual_metrics.h"

#include "core/store/metric_kinds.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace millrace::report {

namespace metrics = store::metrics;

namespace {

constexpr std::array loadedMetrics = {UsualMetric{metrics::loadedStepMean.name, false, true},
                                      UsualMetric{metrics::baselineStepMean.name, false, true},
                                      UsualMetric{metrics::slowdown.name, false, true}};
/// Over all phases.
constexpr std::array wholeRunMetrics = {UsualMetric{metrics::stepMean.name, false, true},
                                        UsualMetric{metrics::communicationMean.name},
                                        UsualMetric{metrics::samplesPerSecond.name, false, true},
                                        UsualMetric{metrics::busBandwidth.name, false, true},
                                        UsualMetric{metrics::sentPayloadPerStep.name, true, true},
                                        UsualMetric{metrics::predictedPayloadPerStep.name, true},
                                        UsualMetric{metrics::payloadRatio.name, true},
                                        UsualMetric{metrics::retransmittedBytes.name, true}};

std::int64_t runsWith(std::span<const store::MetricSummary> there, std::string_view name)
{
    const auto it = std::ranges::find(there, name, &store::MetricSummary::name);
    return it == there.end() ? 0 : std::max<std::int64_t>(1, it->runs);
}

bool isThere(std::span<const store::MetricSummary> there, std::string_view name)
{
    if (name != metrics::payloadRatio.name)
        return runsWith(there, name) > 0;
    return runsWith(there, metrics::sentPayloadPerStep.name) > 0
        && runsWith(there, metrics::predictedPayloadPerStep.name) > 0;
}

} // namespace

std::vector<UsualMetric> usualMetrics(std::span<const store::MetricSummary> there)
{
    std::vector<UsualMetric> usual;
    const std::int64_t loaded = runsWith(there, metrics::loadedStepMean.name);
    const bool allLoaded = loaded > 0 && runsWith(there, metrics::stepMean.name) <= loaded;
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
    if (const double loaded = valueOf(metrics::loadedStepMean.name); std::isfinite(loaded))
        return {loaded, valueOf(metrics::baselineStepMean.name)};
    return {valueOf(metrics::stepMean.name), unknown};
}

} // namespace millrace::report
