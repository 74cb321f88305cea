// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/summary_tables.h"

#include "core/base/seconds.h"
#include "core/base/statistics.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/base/unknown.h"
#include "core/report/chosen_metrics.h"
#include "core/report/number_format.h"
#include "core/report/run_identity.h"
#include "core/report/sentences.h"
#include "core/store/metric_kinds.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace millrace::report {

namespace {

using store::RunRecord;
using store::RunState;

std::vector<std::string> chooseFactors(const CampaignData& data, bool all)
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < data.factors.size(); ++i)
        if (all || std::ranges::find(data.differing, i) != data.differing.end())
            names.push_back(data.factors[i].name);
    return names;
}

void addFactorCells(std::vector<Cell>& row, const RunRecord& run, const std::vector<std::string>& factors)
{
    for (const std::string& factor : factors)
        if (const std::string_view level = levelOf(run, factor); level.empty())
            row.emplace_back();
        else
            row.emplace_back(std::string(level));
}

std::string remarkOf(const RunRecord& run)
{
    std::vector<std::string> remarks;
    if (run.warmup)
        remarks.emplace_back("warm-up");
    if (run.superseded)
        remarks.emplace_back("repeated later");
    if (!run.simulation.empty())
        remarks.emplace_back("simulated");
    if (run.excluded)
        remarks.push_back(run.exclusionReason.empty() ? "excluded" : "excluded: " + run.exclusionReason);
    if (!run.errorText.empty())
        remarks.push_back(run.errorText);
    return fmt::format("{}", fmt::join(remarks, "; "));
}

/// Columns of one metric in the table of cells.
void addStatisticColumns(Table& table, const ChosenMetric& metric, bool every)
{
    const auto add = [&](std::string_view suffix, std::string label, std::string how) {
        table.columns.push_back(
            {fmt::format("{}.{}", metric.name, suffix), std::move(label), metric.unit, std::move(how), 4});
    };
    add("mean", metricLabel(metric.name), "mean over the runs of the cell; of each run: " + metric.how);
    if (metric.plain && !every)
        return;
    if (every) {
        add("low", "95 % low", "lower end of the 95 % interval of the mean (Student's t)");
        add("high", "95 % high", "upper end of the 95 % interval of the mean (Student's t)");
        add("sd", "sd", "sample standard deviation");
        add("min", "min", "smallest value");
        add("max", "max", "largest value");
        return;
    }
    add("half_width", "±", "half the width of the 95 % interval of the mean (Student's t)");
    table.columns.back().likePrevious = true;
}

void addStatisticCells(std::vector<Cell>& row, const ChosenMetric& metric, const std::vector<double>& values,
                       bool every)
{
    const Summary summary = summarise(values);
    row.emplace_back(summary.mean);
    if (every)
        for (const double value :
             {summary.interval.low, summary.interval.high, summary.deviation, summary.minimum, summary.maximum})
            row.emplace_back(value);
    else if (!metric.plain)
        row.emplace_back((summary.interval.high - summary.interval.low) / 2);
}

/// Equal errors may differ in numbers ("port 4711", "12.3 ms"), but not in words.
std::string withoutNumbers(std::string_view text)
{
    std::string words;
    for (const char c : text)
        if (c < '0' || c > '9')
            words += c;
        else if (words.empty() || words.back() != '#')
            words += '#';
    return words;
}

} // namespace

Table runTable(const CampaignData& data, const TableOptions& options)
{
    auto factors = chooseFactors(data, options.allFactors);
    if (data.campaignIsFactor)
        std::erase(factors, campaignFactor); // a column of its own
    const auto metrics = chooseMetrics(data, options.metrics);
    Table table;
    table.title = fmt::format("Runs of grid {}", data.campaign.gridName);
    table.columns = identityColumns(data);
    table.keys = data.campaigns.size() > 1 ? 2 : 1;
    for (const std::string& factor : factors)
        table.columns.push_back({factor});
    table.columns.push_back({"repetition", "rep.", "", "of the cell, from 1"});
    table.columns.push_back({"state"});
    for (const ChosenMetric& metric : metrics)
        table.columns.push_back({metric.name, metricLabel(metric.name), metric.unit, metric.how});
    table.columns.push_back({"duration", "duration", "s", "from preparing to the end, by the monotonic clock", 3});
    table.columns.push_back({"remark"});
    for (const store::ResultRow& result : data.rows) {
        const RunRecord& run = result.run;
        if (run.superseded && !options.superseded)
            continue;
        std::vector<Cell> row = identityCells(data, run);
        addFactorCells(row, run, factors);
        row.emplace_back(static_cast<double>(run.repetition));
        row.emplace_back(std::string(store::stateName(run.state)));
        for (const ChosenMetric& metric : metrics)
            row.emplace_back(valueOf(result, metric.name));
        row.emplace_back(run.duration.count() > 0 ? std::chrono::duration<double>(run.duration).count() : unknown);
        row.emplace_back(remarkOf(run));
        table.rows.push_back(std::move(row));
    }
    return table;
}

namespace {

/// Why strategies rank as they do: the lower bound from the traffic of each. Empty where it is unknown or does not
/// differ.
std::string boundSentence(const CampaignData& data)
{
    std::map<double, std::vector<std::string>> byBound;
    for (const CellRuns& cell : data.cells) {
        const auto bounds = valuesOf(data, cell, store::metrics::communicationBound.name);
        const RunRecord& run = data.rows[cell.example].run;
        const std::string_view strategy = levelOf(run, "strategy");
        if (bounds.empty() || strategy.empty())
            continue;
        auto& names = byBound[parseDouble(fmt::format("{:.3g}", mean(bounds))).value_or(unknown)];
        if (std::ranges::find(names, strategy) == names.end())
            names.emplace_back(strategy);
    }
    if (byBound.size() < 2)
        return {};
    std::string text;
    for (const auto& [bound, names] : byBound)
        text += fmt::format("{}{} {}", text.empty() ? "" : "; ", join(names, ", "), humanDuration(fromSeconds(bound)));
    return fmt::format(
        "An all-reduce cannot be faster than the busiest NIC or link, its bytes divided by its rate: {}.", text);
}

} // namespace

Table cellTable(const CampaignData& data, const TableOptions& options)
{
    const auto factors = chooseFactors(data, options.allFactors);
    const auto metrics = chooseMetrics(data, options.metrics);
    Table table;
    table.title = fmt::format("Results of grid {}", data.campaign.gridName);
    for (const std::string& factor : factors)
        table.columns.push_back({factor});
    table.keys = std::max<std::size_t>(1, factors.size());
    table.columns.push_back({"n", "n", "", "runs that count"});
    for (const ChosenMetric& metric : metrics)
        addStatisticColumns(table, metric, options.everyStatistic);
    for (const CellRuns& cell : data.cells) {
        std::vector<Cell> row;
        addFactorCells(row, data.rows[cell.example].run, factors);
        row.emplace_back(static_cast<double>(cell.rows.size()));
        for (const ChosenMetric& metric : metrics) {
            std::vector<double> values;
            for (const std::size_t index : cell.rows)
                if (const double value = valueOf(data.rows[index], metric.name); value == value)
                    values.push_back(value);
            addStatisticCells(row, metric, values, options.everyStatistic);
        }
        table.rows.push_back(std::move(row));
    }
    if (!options.everyStatistic && !metrics.empty())
        table.notes.emplace_back(sentences::meansOfCells);
    for (const std::string& sentence : {boundSentence(data), noteOnRuns(data)})
        if (!sentence.empty())
            table.notes.push_back(sentence);
    return table;
}

Table failureTable(const CampaignData& data)
{
    struct Group
    {
        const RunRecord* first = nullptr;
        double count = 0;
    };
    std::vector<Group> groups;
    std::map<std::string, std::size_t> known;
    for (const store::ResultRow& result : data.rows) {
        const RunRecord& run = result.run;
        const bool bad = run.state == RunState::Failed || run.state == RunState::Invalid
            || (run.state == RunState::Cancelled && !run.excluded);
        if (!bad)
            continue;
        const std::string key =
            fmt::format("{}\n{}\n{}", store::stateName(run.state), run.errorCode, withoutNumbers(run.errorText));
        const auto [at, isNew] = known.emplace(key, groups.size());
        if (isNew)
            groups.push_back({&run, 0});
        ++groups[at->second].count;
    }
    std::ranges::stable_sort(groups, std::greater(), &Group::count);
    Table table;
    table.title = "Failures";
    table.columns = {{"runs", "runs", "", "with this error, numbers in it aside"},
                     {"state"},
                     {"code"},
                     {"error", "error", "", "of the first of these runs"},
                     {"first", "first run"},
                     {"cell"}};
    for (const Group& group : groups)
        table.rows.push_back({group.count, std::string(store::stateName(group.first->state)), group.first->errorCode,
                              group.first->errorText, runName(data, *group.first), cellLabel(data, *group.first)});
    return table;
}

Result<Table> runTable(store::Database& database, store::CampaignId campaign, const TableOptions& options,
                       const JobContext& job)
{
    MR_TRY(data, loadCampaign(database, campaign, job));
    return runTable(data, options);
}

Result<Table> cellTable(store::Database& database, store::CampaignId campaign, const TableOptions& options,
                        const JobContext& job)
{
    MR_TRY(data, loadCampaign(database, campaign, job));
    return cellTable(data, options);
}

} // namespace millrace::report
