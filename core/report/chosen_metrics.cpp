// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/chosen_metrics.h"

#include "core/base/unknown.h"
#include "core/report/summary_tables.h"
#include "core/report/usual_metrics.h"
#include "core/store/metric_kinds.h"
#include "core/store/printed_metric.h"

#include <algorithm>

namespace millrace::report {

namespace metrics = store::metrics;

namespace {

std::string howOf(const CampaignData& data, std::string_view metric)
{
    for (const store::ResultRow& row : data.rows)
        for (const store::Metric& each : row.metrics)
            if (each.name == metric)
                return each.how;
    return {};
}

} // namespace

bool hasMetric(const CampaignData& data, std::string_view metric)
{
    return std::ranges::find(data.metrics, metric, &store::MetricSummary::name) != data.metrics.end();
}

double valueOf(const store::ResultRow& row, std::string_view metric)
{
    if (metric != metrics::payloadRatio.name)
        return metricOf(row, metric);
    const double predicted = metricOf(row, metrics::predictedPayloadPerStep.name);
    return predicted > 0 ? metricOf(row, metrics::sentPayloadPerStep.name) / predicted : unknown;
}

std::vector<std::string> printedMetrics(const CampaignData& data)
{
    constexpr std::size_t most = 6;
    std::vector<std::string> names;
    for (const store::MetricSummary& metric : data.metrics)
        if (names.size() < most && howOf(data, metric.name).ends_with(store::printedAtTheEnd))
            names.push_back(metric.name);
    return names;
}

ChosenMetric chosenMetric(const CampaignData& data, std::string_view metric)
{
    const bool plain = isPlainMetric(metric);
    if (metric == metrics::payloadRatio.name)
        return {std::string(metric), {}, std::string(metrics::payloadRatio.definition), plain};
    const auto summary = std::ranges::find(data.metrics, metric, &store::MetricSummary::name);
    return {std::string(metric), summary == data.metrics.end() ? "" : summary->unit, howOf(data, metric), plain};
}

std::vector<ChosenMetric> chooseMetrics(const CampaignData& data, const std::vector<std::string>& wanted)
{
    std::vector<ChosenMetric> metrics;
    for (const std::string& name : wanted)
        metrics.push_back(chosenMetric(data, name));
    if (wanted.empty())
        for (const UsualMetric& each : usualMetrics(data.metrics))
            metrics.push_back(chosenMetric(data, each.name));
    if (wanted.empty())
        for (const std::string& name : printedMetrics(data))
            if (std::ranges::find(metrics, name, &ChosenMetric::name) == metrics.end())
                metrics.push_back(chosenMetric(data, name));
    return metrics;
}

} // namespace millrace::report
