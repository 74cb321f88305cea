// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/chosen_metrics.h"

#include "core/base/unknown.h"
#include "core/report/summary_tables.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace millrace::report {

namespace {

/// A metric that is shown unless others are asked for.
struct UsualMetric
{
    std::string_view name;
    bool plain = false; ///< the usual table shows no interval: it would say little
};

constexpr std::array usualMetrics = {UsualMetric{"step_mean"},
                                     UsualMetric{"communication_mean"},
                                     UsualMetric{"samples_per_second"},
                                     UsualMetric{"bus_bandwidth"},
                                     UsualMetric{"sent_payload_per_step", true},
                                     UsualMetric{"predicted_payload_per_step", true},
                                     UsualMetric{"payload_ratio", true},
                                     UsualMetric{"retransmitted_bytes", true}};

/// Made here from two metrics of a run.
constexpr std::string_view ratioName = "payload_ratio";

std::string howOf(const CampaignData& data, std::string_view metric)
{
    for (const store::ResultRow& row : data.rows)
        for (const store::Metric& each : row.metrics)
            if (each.name == metric)
                return each.how;
    return {};
}

bool isThere(const CampaignData& data, std::string_view metric)
{
    if (metric != ratioName)
        return hasMetric(data, metric);
    return hasMetric(data, "sent_payload_per_step") && hasMetric(data, "predicted_payload_per_step");
}

} // namespace

bool hasMetric(const CampaignData& data, std::string_view metric)
{
    return std::ranges::find(data.metrics, metric, &store::MetricSummary::name) != data.metrics.end();
}

double valueOf(const store::ResultRow& row, std::string_view metric)
{
    if (metric != ratioName)
        return metricOf(row, metric);
    const double predicted = metricOf(row, "predicted_payload_per_step");
    return predicted > 0 ? metricOf(row, "sent_payload_per_step") / predicted : unknown;
}

ChosenMetric chosenMetric(const CampaignData& data, std::string_view metric)
{
    const auto known = std::ranges::find(usualMetrics, metric, &UsualMetric::name);
    const bool plain = known != usualMetrics.end() && known->plain;
    if (metric == ratioName)
        return {std::string(metric), "", "sent payload per step divided by the predicted one", plain};
    const auto summary = std::ranges::find(data.metrics, metric, &store::MetricSummary::name);
    return {std::string(metric), summary == data.metrics.end() ? "" : summary->unit, howOf(data, metric), plain};
}

std::vector<ChosenMetric> chooseMetrics(const CampaignData& data, const std::vector<std::string>& wanted)
{
    std::vector<ChosenMetric> metrics;
    for (const std::string& name : wanted)
        metrics.push_back(chosenMetric(data, name));
    if (wanted.empty())
        for (const UsualMetric& each : usualMetrics)
            if (isThere(data, each.name))
                metrics.push_back(chosenMetric(data, each.name));
    return metrics;
}

} // namespace millrace::report
