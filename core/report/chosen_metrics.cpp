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

struct MetricTraits
{
    std::string_view name;
    std::string_view label;
    bool usual = false; ///< shown unless others are asked for
    bool plain = false; ///< the usual table shows no interval: it would say little
};

constexpr std::array traits = {MetricTraits{"step_mean", "step time", true},
                               MetricTraits{"communication_mean", "all-reduce time", true},
                               MetricTraits{"samples_per_second", "throughput", true},
                               MetricTraits{"bus_bandwidth", "bus bandwidth", true},
                               MetricTraits{"sent_payload_per_step", "payload per step", true, true},
                               MetricTraits{"predicted_payload_per_step", "predicted payload", true, true},
                               MetricTraits{"payload_ratio", "measured / predicted", true, true},
                               MetricTraits{"retransmitted_bytes", "retransmitted", true, true},
                               MetricTraits{"compute_mean", "compute time"},
                               MetricTraits{"step_median", "median step time"},
                               MetricTraits{"step_p99", "99th percentile of step time"},
                               MetricTraits{"step_deviation", "deviation of step time"},
                               MetricTraits{"algorithm_bandwidth", "algorithm bandwidth"},
                               MetricTraits{"communication_share", "share of all-reduce"},
                               MetricTraits{"worker_cpu", "processor time of workers"}};

/// Made here from two metrics of a run.
constexpr std::string_view ratioName = "payload_ratio";

const MetricTraits* findTraits(std::string_view metric)
{
    const auto found = std::ranges::find(traits, metric, &MetricTraits::name);
    return found == traits.end() ? nullptr : &*found;
}

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

std::string metricLabel(std::string_view metric)
{
    if (const MetricTraits* known = findTraits(metric))
        return std::string(known->label);
    std::string words(metric);
    std::ranges::replace(words, '_', ' ');
    return words;
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
    const MetricTraits* known = findTraits(metric);
    const bool plain = known != nullptr && known->plain;
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
        for (const MetricTraits& each : traits)
            if (each.usual && isThere(data, each.name))
                metrics.push_back(chosenMetric(data, each.name));
    return metrics;
}

} // namespace millrace::report
