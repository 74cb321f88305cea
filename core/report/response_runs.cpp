// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/response_runs.h"

#include "core/report/safe_text.h"
#include "core/store/metric_kinds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>

namespace millrace::report {

namespace metrics = store::metrics;

namespace {

constexpr std::array loadFactors{"cross_traffic", "cross_rate", "cross_slowdown"};

bool isLoadFactor(std::string_view name) noexcept
{
    return std::ranges::find(loadFactors, name) != loadFactors.end();
}

/// Name of the metric, in the loaded phase or of a run without phases.
std::string_view metricName(ResponseValue value, bool phases)
{
    switch (value) {
    case ResponseValue::Mean: return phases ? metrics::loadedStepMean.name : metrics::stepMean.name;
    case ResponseValue::Median: return phases ? metrics::loadedStepMedian.name : metrics::stepMedian.name;
    case ResponseValue::P99: return phases ? metrics::loadedStepP99.name : metrics::stepP99.name;
    }
    return {};
}

std::string otherLevels(const store::RunRecord& run)
{
    std::string text = run.campaign ? fmt::format("{}\n", run.campaign.value) : std::string();
    for (const store::Factor& factor : run.factors)
        if (!isLoadFactor(factor.name))
            text += fmt::format("{}={}\n", factor.name, factor.level);
    return text;
}

std::string loadLevel(const store::RunRecord& run)
{
    std::string text;
    for (const char* name : {"cross_rate", "cross_slowdown"})
        if (const std::string_view level = levelOf(run, name); !level.empty())
            text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, level);
    return text;
}

ResponseRun responseRun(const CampaignData& data, std::size_t index, const ResponseChoice& choice)
{
    const store::ResultRow& row = data.rows[index];
    const auto metric = [&row](std::string_view name) { return metricOf(row, name); };
    const bool loaded = isLoaded(row);
    const bool phases = !std::isnan(metric(metrics::loadedStepMean.name));
    ResponseRun run{index, otherLevels(row.run), {}, loadLevel(row.run)};
    if (loaded)
        run.profile = levelOf(row.run, "cross_traffic").empty() ? "cross traffic" : levelOf(row.run, "cross_traffic");
    run.offered = loaded ? metric(metrics::crossOffered.name) : 0;
    run.achieved = loaded ? metric(metrics::crossAchieved.name) : 0;
    run.capacity = choice.capacity > 0 ? choice.capacity : metric(metrics::crossCapacity.name);
    run.requirement = metric(metrics::busBandwidth.name) * metric(metrics::communicationMean.name);
    run.time = metric(metricName(choice.value, phases));
    run.baseline =
        metric(choice.value == ResponseValue::Mean ? metrics::baselineStepMean.name : metrics::baselineStepMedian.name);
    if (!loaded && std::isnan(run.baseline))
        run.baseline = metric(choice.value == ResponseValue::Mean ? metrics::stepMean.name : metrics::stepMedian.name);
    run.count = metric(phases ? metrics::loadedSteps.name : metrics::steps.name);
    run.baselineCount = metric(metrics::baselineSteps.name);
    return run;
}

/// The profile first, as it is the subject of the curves, then the other factors that differ among the runs.
using LabelParts = std::vector<std::pair<std::string, std::string>>;

LabelParts labelParts(const CampaignData& data, const ResponseRun& run)
{
    LabelParts parts{{"cross_traffic", run.profile}};
    for (const std::size_t index : data.differing)
        if (const std::string& name = data.factors[index].name; !isLoadFactor(name))
            parts.emplace_back(name, levelOf(data.rows[run.row].run, name));
    return parts;
}

/// Whether all curves are still distinct without the part at `position` and those already removed.
bool isNotNeeded(const std::vector<LabelParts>& curves, const std::vector<bool>& leftOut, std::size_t position)
{
    std::set<std::vector<std::string_view>> with, without;
    for (const LabelParts& parts : curves) {
        std::vector<std::string_view> shown;
        for (std::size_t i = 0; i < parts.size(); ++i)
            if (!leftOut[i] && i != position)
                shown.push_back(parts[i].second);
        without.insert(shown);
        shown.push_back(parts[position].second);
        with.insert(shown);
    }
    return without.size() == with.size();
}

/// The shortest distinct names of the curves, so that a legend need not elide them: "cross_traffic=poisson".
std::vector<std::string> curveLabels(const std::vector<LabelParts>& curves)
{
    constexpr std::size_t widestLevel = 24;
    std::vector<bool> leftOut(curves.empty() ? 0 : curves.front().size(), false);
    for (std::size_t position = leftOut.size(); position-- > (curves.size() > 1 ? 0u : 1u);)
        leftOut[position] = isNotNeeded(curves, leftOut, position);
    const auto labels = [&](std::size_t width) {
        std::vector<std::string> all;
        for (const LabelParts& parts : curves) {
            std::string& label = all.emplace_back();
            for (std::size_t i = 0; i < parts.size(); ++i)
                if (!leftOut[i])
                    label += fmt::format("{}{}={}", label.empty() ? "" : " ", parts[i].first,
                                         elideMiddle(parts[i].second, width));
        }
        return all;
    };
    const std::vector<std::string> narrow = labels(widestLevel);
    // Levels that differ only in the middle are not elided.
    const bool areDistinct = std::set(narrow.begin(), narrow.end()).size() == narrow.size();
    return areDistinct ? narrow : labels(std::string::npos);
}

} // namespace

bool isLoaded(const store::ResultRow& row) noexcept
{
    const std::string_view profile = levelOf(row.run, "cross_traffic");
    if (profile == "none")
        return false;
    return metricOf(row, metrics::crossRequested.name) > 0 || metricOf(row, metrics::crossOffered.name) > 0
        || metricOf(row, metrics::crossAchieved.name) > 0;
}

bool hasResponse(const CampaignData& data) noexcept
{
    return std::ranges::any_of(data.rows, [](const store::ResultRow& row) { return counts(row.run) && isLoaded(row); });
}

std::vector<ResponseRun> responseRuns(const CampaignData& data, const ResponseChoice& choice)
{
    std::vector<ResponseRun> runs;
    for (std::size_t i = 0; i < data.rows.size(); ++i)
        if (counts(data.rows[i].run))
            runs.push_back(responseRun(data, i, choice));
    return runs;
}

std::vector<ResponseGroup> responseGroups(const CampaignData& data, const std::vector<ResponseRun>& runs,
                                          std::vector<std::string>& notes)
{
    std::vector<ResponseGroup> groups;
    std::map<std::pair<std::string, std::string>, std::size_t> byKey;
    std::map<std::string, std::vector<ResponseRun>> clean;
    std::size_t without = 0;
    for (const ResponseRun& run : runs) {
        const double rate = run.achieved;
        if (std::isnan(run.time) || std::isnan(rate)) {
            ++without;
            continue;
        }
        if (run.profile.empty()) {
            clean[run.others].push_back(run);
            continue;
        }
        const auto [found, isNew] = byKey.try_emplace({run.others, run.profile}, groups.size());
        if (isNew)
            groups.push_back({});
        groups[found->second].loaded.push_back(run);
    }
    for (const auto& [key, index] : byKey)
        if (const auto same = clean.find(key.first); same != clean.end())
            groups[index].clean = same->second;
    std::vector<LabelParts> parts;
    for (const ResponseGroup& group : groups)
        parts.push_back(labelParts(data, group.loaded.front()));
    const std::vector<std::string> labels = curveLabels(parts);
    for (std::size_t i = 0; i < groups.size(); ++i)
        groups[i].label = labels[i];
    if (without > 0)
        notes.push_back(fmt::format("{} left out: no iterations, or no achieved rate, in the loaded phase.",
                                    counted(without, "run")));
    return groups;
}

} // namespace millrace::report
