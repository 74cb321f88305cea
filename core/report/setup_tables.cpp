// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/setup_tables.h"

#include "core/base/field_value.h"
#include "core/base/statistics.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/cluster/cluster_json.h"
#include "core/grid/grid_json.h"
#include "core/launch/workload_json.h"
#include "core/report/summary_tables.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>

namespace millrace::report {

namespace {

constexpr std::size_t mostPairs = 6;

/// A part of the campaign's specification; null if missing.
Json specPart(const CampaignData& data, const char* name)
{
    const Json spec = Json::parse(data.campaign.specJson, nullptr, false);
    return spec.is_object() && spec.contains(name) ? spec[name] : Json();
}

void noteIssues(Table& table, const Issues& issues)
{
    for (const Issue& issue : issues)
        table.notes.push_back("The stored specification: " + issueText(issue));
}

Table keyValueTable(std::string title)
{
    Table table;
    table.title = std::move(title);
    table.columns = {{"what", "what"}, {"value", "value"}};
    return table;
}

std::string limited(double bitsPerSecond)
{
    return bitsPerSecond == 0 ? "not limited" : rateText(bitsPerSecond) + "/s";
}

cluster::Cluster clusterOf(const CampaignData& data, Issues& issues)
{
    const Json json = specPart(data, "cluster");
    return json.is_object() ? cluster::readCluster(json, "cluster", issues) : cluster::Cluster{};
}

using PairNames = std::vector<std::string>;

/// "node0 → node1" for every pair, both directions as one where they are equal.
std::vector<std::pair<cluster::PathSettings, PairNames>> groupPairs(const cluster::Cluster& cluster)
{
    std::vector<std::pair<cluster::PathSettings, PairNames>> groups;
    const auto add = [&groups](const cluster::PathSettings& path, std::string pair) {
        const auto known = std::ranges::find(groups, path, &std::pair<cluster::PathSettings, PairNames>::first);
        (known == groups.end() ? groups.emplace_back(path, PairNames{}) : *known).second.push_back(std::move(pair));
    };
    for (std::size_t i = 0; i < cluster.nodes.size(); ++i)
        for (std::size_t k = i + 1; k < cluster.nodes.size(); ++k) {
            const cluster::Node &a = cluster.nodes[i], &b = cluster.nodes[k];
            const auto there = pathBetween(cluster, a, b), back = pathBetween(cluster, b, a);
            if (there == back) {
                add(there, a.name + " ↔ " + b.name);
                continue;
            }
            add(there, a.name + " → " + b.name);
            add(back, b.name + " → " + a.name);
        }
    return groups;
}

std::string pairText(const PairNames& pairs, bool only)
{
    if (only && pairs.size() > 1)
        return "every pair of nodes";
    const PairNames shown(pairs.begin(),
                          pairs.begin() + static_cast<std::ptrdiff_t>(std::min(pairs.size(), mostPairs)));
    const std::string more = pairs.size() > mostPairs ? fmt::format(" and {} more", pairs.size() - mostPairs) : "";
    return join(shown, ", ") + more;
}

std::string orNone(std::string text)
{
    return text == "0" || text == "0%" ? "none" : text;
}

std::string levelsText(const store::FactorSummary& factor)
{
    std::vector<std::string> levels;
    for (const auto& level : factor.levels)
        levels.push_back(level.level);
    return join(levels, ", ");
}

std::string exclusionText(const grid::Exclusion& exclusion)
{
    std::string text = exclusion.expression;
    for (const auto& [factor, levels] : exclusion.assignment) {
        std::vector<std::string> names;
        for (const grid::Level& level : levels)
            names.push_back(level.text);
        text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", factor, join(names, " or "));
    }
    return exclusion.reason.empty() ? text : text + " (" + exclusion.reason + ")";
}

std::string repetitionText(const grid::GridSpec& grid)
{
    if (!grid.stopRule)
        return std::to_string(grid.repetitions);
    return fmt::format("{} to {}, until the 95 % interval of {} is ± {} of the mean or narrower",
                       grid.stopRule->atLeast, grid.stopRule->atMost, grid.stopRule->metric,
                       fractionText(grid.stopRule->halfWidth));
}

std::string setupName(const Field<launch::Workload>& field)
{
    std::string name(field.key == "verify_every" ? "sums verified" : field.key);
    std::ranges::replace(name, '_', ' ');
    return name;
}

/// The value of a field as in its field list; a few fields combine several values.
std::string setupText(const Field<launch::Workload>& field, const launch::Workload& workload)
{
    if (field.key == "steps")
        return fmt::format("{} measured, {} before them", workload.steps, workload.warmupSteps);
    if (field.key == "verify_every" && workload.verifyEvery <= 1)
        return workload.verifyEvery == 0 ? "never" : "every step";
    if (field.key == "command")
        return join(workload.command, " ");
    if (const auto* flag = std::get_if<bool launch::Workload::*>(&field.member))
        return workload.**flag ? std::string(field.options.setup) : "";
    if (!isNumber(field)) {
        const std::string text = textOf(field, workload);
        return text.empty() ? text : fmt::format(fmt::runtime(field.options.setup), text);
    }
    const auto number = numberOf(field, workload);
    if (!number)
        return field.key == "compute_time" ? "from the model" : "";
    const std::string text = quantityText(field.quantity, *number);
    return fmt::format(fmt::runtime(field.options.setup),
                       field.quantity == millrace::Quantity::Fraction ? orNone(text) : text);
}

} // namespace

Table nodeTable(const CampaignData& data)
{
    Issues issues;
    const cluster::Cluster cluster = clusterOf(data, issues);
    Table table;
    table.title = fmt::format("Cluster {}: {}", cluster.name, counted(cluster.nodes.size(), "node"));
    table.columns = {{"node"},
                     {"zone"},
                     {"slots", "slots", "", "workers that fit on it"},
                     {"nic", "interface rate", "", "limit of all that the node sends, and of all that it receives"}};
    for (const cluster::Node& node : cluster.nodes)
        table.rows.push_back({node.name, node.zone, static_cast<double>(node.slots),
                              node.nics.empty() ? std::string() : limited(node.nics.front().bitsPerSecond)});
    noteIssues(table, issues);
    return table;
}

Table linkTable(const CampaignData& data)
{
    Issues issues;
    const cluster::Cluster cluster = clusterOf(data, issues);
    Table table;
    table.title = "Links";
    table.columns = {{"between"},
                     {"rate", "rate", "", "of Ethernet frames without preamble and checksum, each direction"},
                     {"delay", "delay", "", "one way"},
                     {"jitter"},
                     {"loss", "loss", "", "probability per packet"},
                     {"queue", "queue", "", "tail-drop limit"}};
    const auto groups = groupPairs(cluster);
    for (const auto& [path, pairs] : groups)
        table.rows.push_back({pairText(pairs, groups.size() == 1), limited(path.bitsPerSecond),
                              orNone(durationText(path.delay)), orNone(durationText(path.jitter)),
                              orNone(fractionText(path.loss)),
                              path.queueBytes == 0 ? "not limited" : humanSize(static_cast<double>(path.queueBytes))});
    if (cluster.bottleneck)
        table.rows.push_back(
            {fmt::format("one port for all from {} to {}", cluster.bottleneck->from, cluster.bottleneck->to),
             limited(cluster.bottleneck->bitsPerSecond), "none", "none", "none",
             humanSize(static_cast<double>(cluster.bottleneck->queueBytes == 0
                                               ? cluster::defaultQueueBytes(cluster.bottleneck->bitsPerSecond)
                                               : cluster.bottleneck->queueBytes))});
    std::vector<std::string> varied;
    for (const store::FactorSummary& factor : data.factors)
        for (const char* name : {"rate", "delay", "jitter", "loss", "queue", "nic_rate", "workers", "bottleneck_rate"})
            if (factor.name == name)
                varied.push_back(factor.name);
    if (!varied.empty())
        table.notes.push_back(
            fmt::format("Overridden in each run by the factors of the grid: {}.", join(varied, ", ")));
    return table;
}

Table workloadTable(const CampaignData& data)
{
    Issues issues;
    const Json json = specPart(data, "workload");
    Table table = keyValueTable("Workload");
    if (!json.is_object())
        return table;
    const launch::Workload workload = launch::readWorkload(json, "workload", issues);
    table.title = "Workload " + workload.name;
    const auto add = [&table](std::string what, std::string value) {
        if (!value.empty())
            table.rows.push_back({std::move(what), std::move(value)});
    };
    for (const Field<launch::Workload>& field : launch::workloadFields)
        if (!field.options.setup.empty())
            add(setupName(field), setupText(field, workload));
    for (const auto& [name, value] : workload.extras)
        table.rows.push_back({name, value});
    noteIssues(table, issues);
    return table;
}

Table gridTable(const CampaignData& data)
{
    Issues issues;
    Table table = keyValueTable("Grid " + data.campaign.gridName);
    for (const store::FactorSummary& factor : data.factors)
        table.rows.push_back({"factor " + factor.name, levelsText(factor)});
    const Json json = specPart(data, "grid");
    if (!json.is_object())
        return table;
    const grid::GridSpec grid = grid::readGrid(json, "grid", issues);
    for (const grid::Condition& condition : grid.conditions)
        table.rows.push_back(
            {"condition", condition.expression + (condition.reason.empty() ? "" : " (" + condition.reason + ")")});
    for (const grid::Exclusion& exclusion : grid.exclusions)
        table.rows.push_back({"exclusion", exclusionText(exclusion)});
    constexpr std::array orders = {"randomised blocks: each repetition of all cells is shuffled", "as listed",
                                   "all runs in one shuffle"};
    table.rows.push_back({"repetitions", repetitionText(grid)});
    table.rows.push_back({"order", orders.at(static_cast<std::size_t>(grid.order))});
    table.rows.push_back({"warm-up runs", std::to_string(grid.warmupRuns)});
    table.rows.push_back({"seed", std::to_string(data.campaign.seed)});
    noteIssues(table, issues);
    return table;
}

Table switchTable(const CampaignData& data)
{
    Table table;
    table.title = "Emulated switch";
    table.columns = {{"what"}, {"median", "median run"}, {"worst", "worst run", "", "the largest value of any run"}};
    for (const store::MetricSummary& metric : data.metrics) {
        const bool isSwitch = metric.name.starts_with("switch_") || metric.name.ends_with("_packets");
        std::vector<double> values;
        for (const store::ResultRow& row : data.rows)
            if (const double value = metricOf(row, metric.name); isSwitch && value == value && !row.run.superseded)
                values.push_back(value);
        if (!values.empty())
            table.rows.push_back({metricLabel(metric.name), Quantity{median(values), metric.unit},
                                  Quantity{quantile(values, 1), metric.unit}});
    }
    return table;
}

} // namespace millrace::report
