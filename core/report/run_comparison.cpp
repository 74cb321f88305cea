// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/run_comparison.h"

#include "core/report/figure_parts.h"
#include "core/report/sentences.h"
#include "core/report/summary_tables.h"
#include "core/report/table_writers.h"
#include "core/store/metric_kinds.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace millrace::report {

namespace {

using analysis::Estimate;

/// The runs of a group that count and have the metric.
struct Group
{
    std::vector<const store::ResultRow*> rows;
    std::vector<double> values;
};

Group groupFrom(const CampaignData& data, const std::string& metric)
{
    Group group;
    for (const store::ResultRow& row : data.rows)
        if (counts(row.run))
            if (const double value = valueOf(row, metric); std::isfinite(value)) {
                group.rows.push_back(&row);
                group.values.push_back(value);
            }
    return group;
}

/// Factors that vary within a group are held equal within pairs; those that distinguish the groups are not.
std::vector<std::string> varyingFactors(const Group& of, const Group& with)
{
    std::vector<std::string> names;
    for (const Group* group : {&of, &with}) {
        std::map<std::string, std::set<std::string>> levels;
        for (const store::ResultRow* row : group->rows)
            for (const store::Factor& factor : row->run.factors)
                levels[factor.name].insert(factor.level);
        for (const auto& [name, found] : levels)
            if (found.size() > 1 && std::ranges::find(names, name) == names.end())
                names.push_back(name);
    }
    return names;
}

using PairKey = std::vector<std::string>;

/// Empty when two runs of the group have the same key, so that pairs are ambiguous.
std::map<PairKey, double> byKey(const Group& group, const std::vector<std::string>& factors)
{
    std::map<PairKey, double> values;
    for (std::size_t i = 0; i < group.rows.size(); ++i) {
        const store::RunRecord& run = group.rows[i]->run;
        PairKey key = {std::to_string(run.campaign.value), std::to_string(run.block)};
        for (const std::string& factor : factors)
            key.emplace_back(levelOf(run, factor));
        if (!values.emplace(std::move(key), group.values[i]).second)
            return {};
    }
    return values;
}

void pairUp(RunComparison& comparison, const Group& of, const Group& with)
{
    const auto factors = varyingFactors(of, with);
    const auto first = byKey(of, factors), second = byKey(with, factors);
    std::vector<std::pair<double, double>> pairs;
    for (const auto& [key, value] : first)
        if (const auto partner = second.find(key); partner != second.end())
            pairs.emplace_back(value, partner->second);
    analysis::addPairs(comparison.numbers, pairs);
    if (comparison.numbers.pairs == 0)
        return;
    comparison.pairedBy = {"block"};
    comparison.pairedBy.insert(comparison.pairedBy.end(), factors.begin(), factors.end());
}

/// Three significant digits without an exponent.
std::string percent(double share, bool withSign)
{
    const double value = (withSign ? share : std::abs(share)) * 100;
    const char* sign = withSign && value > 0 ? "+" : "";
    return std::abs(value) >= 100 ? fmt::format("{}{:.0f} %", sign, value) : fmt::format("{}{:.3g} %", sign, value);
}

std::string pairedSentence(const RunComparison& comparison)
{
    const Estimate& paired = comparison.numbers.pairedDifference;
    if (comparison.numbers.pairs == 0 || !paired.hasInterval())
        return {};
    const std::string& unit = comparison.metric.unit;
    const auto text = [&unit](double value) { return quantityText(value, unit); };
    return fmt::format("; within {} pairs of equal {} it is {} {} (95 % interval {} to {})", comparison.numbers.pairs,
                       fmt::join(comparison.pairedBy, ", "), text(std::abs(paired.value)),
                       paired.value < 0 ? "lower" : "higher", text(paired.interval.low), text(paired.interval.high));
}

std::string sentenceOf(const RunComparison& comparison)
{
    const Estimate& relative = comparison.numbers.relative;
    const std::string what = metricLabel(comparison.metric.name);
    if (std::isnan(relative.value))
        return fmt::format("{} of {} cannot be put in relation to that of {}", what, comparison.ofLabel,
                           comparison.withLabel);
    std::string text =
        fmt::format("{} of {} is {} {} than of {}", what, comparison.ofLabel, percent(relative.value, false),
                    relative.value < 0 ? "lower" : "higher", comparison.withLabel);
    if (!relative.hasInterval())
        return text + "; the confidence is unknown";
    text += fmt::format(" (95 % interval {} to {})", percent(relative.interval.low, true),
                        percent(relative.interval.high, true));
    if (relative.interval.contains(0))
        text += ", which may be chance";
    return text + pairedSentence(comparison);
}

Table groupsTable(const RunComparison& comparison)
{
    const std::string& unit = comparison.metric.unit;
    Table table;
    table.title = metricLabel(comparison.metric.name);
    table.columns = {{"group"},
                     {"n", "n", "", "runs that count"},
                     {"mean", "mean", unit, comparison.metric.how},
                     {"low", "95 % low", unit, "lower end of the 95 % interval of the mean (Student's t)"},
                     {"high", "95 % high", unit, "upper end of the 95 % interval of the mean (Student's t)"},
                     {"sd", "sd", unit, "sample standard deviation"},
                     {"median", "median", unit, "median"},
                     {"min", "min", unit, "smallest value"},
                     {"max", "max", unit, "largest value"}};
    for (std::size_t i = 3; i < table.columns.size(); ++i)
        table.columns[i].likePrevious = true;
    const auto add = [&table](const std::string& label, const Summary& group) {
        table.rows.push_back({label, static_cast<double>(group.count), group.mean, group.interval.low,
                              group.interval.high, group.deviation, group.median, group.minimum, group.maximum});
    };
    add(comparison.ofLabel, comparison.numbers.of);
    add(comparison.withLabel, comparison.numbers.with);
    return table;
}

Table estimatesTable(const RunComparison& comparison)
{
    const analysis::Comparison& numbers = comparison.numbers;
    Table table;
    table.title = fmt::format("{} against {}", comparison.ofLabel, comparison.withLabel);
    table.columns = {
        {"estimate"}, {"value"}, {"low", "95 % low"}, {"high", "95 % high"}, {"p", "p", "", "two-sided", 3}, {"how"}};
    const auto add = [&table](const char* name, const Estimate& estimate, const std::string& unit, double p,
                              std::string how) {
        const auto cell = [&unit](double value) -> Cell {
            return std::isnan(value) ? Cell() : Cell(Quantity{value, unit});
        };
        table.rows.push_back({std::string(name), cell(estimate.value), cell(estimate.interval.low),
                              cell(estimate.interval.high), std::isnan(p) ? Cell() : Cell(p), std::move(how)});
    };
    const double none = unknown;
    add("difference of means", numbers.difference, comparison.metric.unit, numbers.welchP, "Welch's t");
    add("relative difference", numbers.relative, "share", none, "Fieller's interval of the ratio of means");
    add("effect size", numbers.hedgesG, "", none, "Hedges' g, noncentral t");
    add("rank sum", {none, {none, none}}, "", numbers.mannWhitneyP, "Mann and Whitney");
    if (numbers.pairs > 0)
        add("difference within pairs", numbers.pairedDifference, comparison.metric.unit, numbers.pairedP,
            fmt::format("Student's t of {} pairs of equal {}", numbers.pairs, fmt::join(comparison.pairedBy, ", ")));
    return table;
}

FigureSpec boxesOf(const RunComparison& comparison, const Group& of, const Group& with)
{
    FigureSpec figure;
    figure.name = comparison.metric.name + "-comparison";
    figure.title =
        fmt::format("{}: {} and {}", metricLabel(comparison.metric.name), comparison.ofLabel, comparison.withLabel);
    figure.kind = FigureKind::Box;
    figure.x.label = "group";
    figure.x.categories = {comparison.ofLabel, comparison.withLabel};
    figure.y = {metricLabel(comparison.metric.name), comparison.metric.unit, Scale::Linear, {}, {}, {}};
    FigureSeries& series = figure.series.emplace_back();
    if (!of.values.empty())
        series.boxes.push_back(boxOf(0, of.values));
    if (!with.values.empty())
        series.boxes.push_back(boxOf(1, with.values));
    figure.caption = fmt::format(sentences::boxesOfGroups, of.values.size(), with.values.size(), comparison.metric.how);
    figure.note = comparison.note;
    return figure;
}

Result<void> checkDisjoint(const CampaignData& of, const CampaignData& with)
{
    std::set<std::int64_t> first;
    for (const store::ResultRow& row : of.rows)
        first.insert(row.run.id.value);
    std::size_t both = 0;
    for (const store::ResultRow& row : with.rows)
        both += first.contains(row.run.id.value) ? 1 : 0;
    if (both == 0)
        return {};
    return fail(ErrorCode::InvalidInput,
                fmt::format("{} in both groups; choose groups that have no run in common",
                            both == 1 ? "1 run is" : fmt::format("{} runs are", both)));
}

std::string noteOf(const CampaignData& of, const CampaignData& with, const analysis::Comparison& numbers)
{
    std::vector<std::string> sentences;
    if (std::string sentence = noteOnRuns(of, with); !sentence.empty())
        sentences.push_back(std::move(sentence));
    if (!numbers.remark.empty())
        sentences.push_back(capitalised(numbers.remark) + ".");
    return fmt::format("{}", fmt::join(sentences, " "));
}

std::vector<std::string> uuidsOf(const Group& of, const Group& with)
{
    std::vector<std::string> uuids;
    for (const Group* group : {&of, &with})
        for (const store::ResultRow* row : group->rows)
            uuids.push_back(row->run.uuid);
    return uuids;
}

} // namespace

Result<RunComparison> compareRuns(store::Database& database, const std::string& metric, const ComparedRuns& of,
                                  const ComparedRuns& with, const Provenance& provenance, const JobContext& job)
{
    MR_TRY(ofData, loadRuns(database, of.filter, job));
    MR_TRY(withData, loadRuns(database, with.filter, job));
    MR_CHECK(checkDisjoint(ofData, withData));
    std::string name = metric;
    for (const CampaignData* data : {&ofData, &withData})
        if (const auto usual = chooseMetrics(*data, {}); name.empty() && !usual.empty())
            name = usual.front().name;
    if (name.empty()
        || (!hasMetric(ofData, name) && !hasMetric(withData, name) && name != store::metrics::payloadRatio.name))
        return fail(ErrorCode::NotFound,
                    name.empty() ? "neither group has a run with results"
                                 : fmt::format("no run of either group has a metric \"{}\"", name));
    RunComparison comparison;
    comparison.metric = chosenMetric(hasMetric(ofData, name) ? ofData : withData, name);
    comparison.ofLabel = of.label;
    comparison.withLabel = with.label;
    const Group first = groupFrom(ofData, name), second = groupFrom(withData, name);
    comparison.numbers = analysis::compare(first.values, second.values);
    pairUp(comparison, first, second);
    comparison.sentence = sentenceOf(comparison);
    comparison.note = noteOf(ofData, withData, comparison.numbers);
    comparison.groups = groupsTable(comparison);
    comparison.estimates = estimatesTable(comparison);
    comparison.figure = boxesOf(comparison, first, second);
    comparison.figure.provenance = withRuns(provenance, uuidsOf(first, second));
    return comparison;
}

std::string toText(const RunComparison& comparison, std::size_t width)
{
    std::string text = comparison.sentence + "\n\n";
    text += toText(comparison.groups, {width, false}) + "\n" + toText(comparison.estimates, {width, false});
    if (!comparison.note.empty())
        text += "\n" + comparison.note + "\n";
    return text;
}

std::string toJsonText(const RunComparison& comparison)
{
    nlohmann::ordered_json json = {{"sentence", comparison.sentence},
                                   {"metric", comparison.metric.name},
                                   {"unit", comparison.metric.unit},
                                   {"groups", toJson(comparison.groups)},
                                   {"estimates", toJson(comparison.estimates)},
                                   {"pairs", comparison.numbers.pairs},
                                   {"paired_by", comparison.pairedBy},
                                   {"note", comparison.note},
                                   {"provenance", toJson(comparison.figure.provenance)}};
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

} // namespace millrace::report
