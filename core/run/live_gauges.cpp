// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/live_gauges.h"

#include "core/base/seconds.h"
#include "core/store/series_kinds.h"
#include "core/store/series_subject.h"

#include <algorithm>

namespace millrace::run {
namespace {

using exposition::Family;
using exposition::Labels;
using exposition::metricName;

/// "rank 0→rank 1" is of a rank and its peer, "" of the whole job, anything else of a node or a strategy.
Labels labelsOf(const RunRef& run, std::string_view subject, std::string_view series)
{
    Labels labels{{"run", std::to_string(run.position)}};
    if (const auto ranks = store::parseSubject(subject)) {
        labels.emplace_back("rank", std::to_string(ranks->rank));
        if (ranks->peer)
            labels.emplace_back("peer", std::to_string(*ranks->peer));
    } else if (!subject.empty())
        labels.emplace_back(series == store::series::strategyRate.name ? "strategy" : "node", subject);
    return labels;
}

std::string helpOf(std::string_view series)
{
    const auto* found = std::ranges::find(store::series::all, series, &store::SeriesKind::name);
    return found == store::series::all.end() ? std::string(series)
                                             : std::string(found->label) + ": " + std::string(found->definition);
}

} // namespace

void LiveGauges::campaignMoved(const CampaignProgress& progress)
{
    const std::lock_guard lock(m_mutex);
    m_progress = progress;
}

void LiveGauges::follow(const RunRef& run)
{
    if (m_run && m_run->run == run.run)
        return;
    m_series.clear();
    m_run = run;
}

void LiveGauges::runMoved(const RunRef& run, store::RunState state)
{
    const std::lock_guard lock(m_mutex);
    follow(run);
    m_state = state;
}

void LiveGauges::sample(const RunRef& run, const LiveSample& sample)
{
    const std::lock_guard lock(m_mutex);
    follow(run);
    auto series = m_series.find(sample.name);
    if (series == m_series.end())
        series = m_series.emplace(sample.name, Series{std::string(sample.unit), {}}).first;
    auto& values = series->second.values;
    if (const auto value = values.find(sample.subject); value != values.end())
        value->second = sample.value;
    else
        values.emplace(sample.subject, sample.value);
}

std::vector<Family> LiveGauges::families() const
{
    const std::lock_guard lock(m_mutex);
    std::vector<Family> families;
    if (m_progress) {
        Family runs{metricName("runs", ""), "gauge", "Runs of the campaign by state.", {}};
        const auto add = [&runs](const char* state, int count) {
            runs.samples.push_back({{{"state", state}}, static_cast<double>(count)});
        };
        add("planned", m_progress->total);
        add("finished", m_progress->finished);
        add("failed", m_progress->failed);
        add("invalid", m_progress->invalid);
        add("cancelled", m_progress->cancelled);
        add("waiting", m_progress->waiting);
        families.push_back(std::move(runs));
        families.push_back({metricName("campaign_elapsed", "s"),
                            "gauge",
                            "Time since the campaign began.",
                            {{{}, seconds(m_progress->elapsed)}}});
        if (m_progress->left > Nanoseconds(0))
            families.push_back({metricName("campaign_left", "s"),
                                "gauge",
                                "Estimate of the time until its end.",
                                {{{}, seconds(m_progress->left)}}});
    }
    if (!m_run)
        return families;
    families.push_back({metricName("run_info", ""),
                        "gauge",
                        "The run that is being made, or the last one.",
                        {{{{"run", std::to_string(m_run->position)},
                           {"cell", m_run->label},
                           {"repetition", std::to_string(m_run->repetition + 1)},
                           {"attempt", std::to_string(m_run->attempt)},
                           {"state", std::string(store::stateName(m_state))}},
                          1}}});
    for (const auto& [name, series] : m_series) {
        Family family{metricName(name, series.unit), "gauge", helpOf(name), {}};
        for (const auto& [subject, value] : series.values)
            family.samples.push_back({labelsOf(*m_run, subject, name), value});
        families.push_back(std::move(family));
    }
    return families;
}

} // namespace millrace::run
