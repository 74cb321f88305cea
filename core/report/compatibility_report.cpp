// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/compatibility_report.h"

#include "core/base/statistics.h"
#include "core/base/time_distance.h"
#include "core/monitor/iteration_time.h"
#include "core/report/scored_run.h"
#include "core/store/metric_kinds.h"
#include "core/store/series_kinds.h"
#include "core/store/series_repository.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::report {

namespace metrics = store::metrics;

namespace {

constexpr std::size_t patternParts = 72;
constexpr double leastSamplesOfStep = 8;

/// Median distance of samples, s.
double spacingOf(const analysis::Series& series)
{
    std::vector<double> gaps;
    for (std::size_t i = 1; i < series.times.size(); ++i)
        gaps.push_back(secondsBetween(series.times[i - 1], series.times[i]));
    return gaps.empty() ? unknown : median(gaps);
}

Result<analysis::Series> sentBy(store::Database& database, const store::RunRecord& run, const std::string& node)
{
    store::SeriesRepository repository(database);
    MR_TRY(records, repository.list(run.id));
    for (const store::SeriesRecord& record : records)
        if (record.name == store::series::netSent.name && (node.empty() || record.node == node)) {
            Issues issues;
            return repository.read(record.id, issues);
        }
    if (!node.empty())
        return fail(ErrorCode::NotFound, fmt::format("run {} has no rate of a node \"{}\"", run.position, node));
    return analysis::Series{};
}

double capacityOf(const CampaignData& data, std::size_t first, std::size_t second, double wanted)
{
    if (wanted > 0)
        return wanted;
    const double one = metricOf(data.rows[first], metrics::crossCapacity.name);
    const double other = metricOf(data.rows[second], metrics::crossCapacity.name);
    return std::isnan(one) ? other : std::isnan(other) ? one : std::min(one, other);
}

FigureSpec patternFigure(const CompatibilityReport& report, double capacity)
{
    FigureSpec figure;
    figure.name = "compatibility-patterns";
    figure.title = "Two jobs on one link, at the best shift";
    figure.kind = FigureKind::Lines;
    figure.x = {"time on the common period", "s", Scale::Linear, {}, {}, {}};
    figure.y = {"rate", "bit/s", Scale::Linear, 0.0, {}, {}};
    figure.seriesLabel = "job";
    const analysis::PhaseCircle& circle = report.circle;
    const std::size_t parts = circle.first.size();
    const auto shift = static_cast<std::size_t>(std::lround(circle.bestShift / circle.shiftStep));
    FigureSeries first{report.first.label, {}, {}};
    FigureSeries second{report.second.label + ", shifted", {}, {}};
    FigureSeries sum{"together", {}, {}};
    for (std::size_t i = 0; i < parts; ++i) {
        const double time = (static_cast<double>(i) + 0.5) * circle.shiftStep;
        const double other = circle.second[(i + parts - shift) % parts];
        first.points.push_back({time, circle.first[i]});
        second.points.push_back({time, other});
        sum.points.push_back({time, circle.first[i] + other});
    }
    FigureSeries limit{"capacity", {{0, capacity}, {circle.perimeter, capacity}}, {}};
    figure.series = {std::move(first), std::move(second), std::move(sum), std::move(limit)};
    figure.caption = fmt::format("{} turns of the first and {} of the second job fill {}; the second begins {} later. "
                                 "First: {}. Second: {}.",
                                 circle.firstTurns, circle.secondTurns, quantityText(circle.perimeter, "s"),
                                 quantityText(circle.bestShift, "s"), report.first.source, report.second.source);
    return figure;
}

FigureSpec scoreFigure(const CompatibilityReport& report)
{
    FigureSpec figure;
    figure.name = "compatibility-score";
    figure.title = "Compatibility over the shift of the second job";
    figure.kind = FigureKind::Lines;
    figure.x = {"shift", "s", Scale::Linear, {}, {}, {}};
    figure.y = {"score", "", Scale::Linear, {}, 1.0, {}};
    FigureSeries& series = figure.series.emplace_back(FigureSeries{"", {}, {}});
    for (std::size_t i = 0; i < report.circle.scores.size(); ++i)
        series.points.push_back({static_cast<double>(i) * report.circle.shiftStep, report.circle.scores[i]});
    figure.caption = "1 − Σ max(0, demand − C) / (A·C) over the A parts of the circle (CASSINI, NSDI'24): 1 when the "
                     "two never ask for more than the link has.";
    return figure;
}

Table compatibilityTable(const CompatibilityReport& report, double capacity)
{
    Table table{"Compatibility", {{"quantity"}, {"value"}, {"how"}}, {}};
    const auto row = [&table](const char* name, double value, const char* unit, std::string how) {
        table.rows.push_back({std::string(name), Quantity{value, unit}, std::move(how)});
    };
    const analysis::PhaseCircle& circle = report.circle;
    row("capacity", capacity, "bit/s", "of the shared link");
    for (const auto& [name, run] :
         {std::pair{"first period", &report.first}, std::pair{"second period", &report.second}})
        row(name, run->pattern.period, "s",
            fmt::format("{}; ± {} (2 standard deviations)", run->source,
                        quantityText(2 * run->pattern.periodDeviation, "s")));
    row("common period", circle.perimeter, "s",
        fmt::format("{} and {} turns, missed by {:.2g} of a period; {:.2g} allowed", circle.firstTurns,
                    circle.secondTurns, circle.mismatch, circle.tolerance));
    row("best score", circle.bestScore, "", "1 − mean excess of the demand ÷ capacity");
    row("best shift", circle.bestShift, "s", "of the second job");
    row("worst score", circle.worstScore, "", "");
    row("mean score", circle.meanScore, "", "over all shifts: what drifting jobs get");
    return table;
}

/// Standard error of the median step of a run, s: from its unloaded steps, or the standard deviation between the
/// repetitions of its cell, whichever is greater; 0 when both are unknown.
Result<double> periodDeviation(store::Database& database, const CampaignData& data, std::size_t row,
                               std::string_view stepMetric)
{
    MR_TRY(run, readScoredRun(database, data.rows[row], {}));
    std::vector<double> times;
    for (const monitor::StepSight& step : run.job.steps)
        if (const double time = monitor::iterationTime(step);
            std::isfinite(time) && (!run.job.truth || step.iteration < run.job.truth->onset))
            times.push_back(time);
    std::vector<double> repetitions;
    for (const store::ResultRow& other : data.rows)
        if (const double median = metricOf(other, stepMetric);
            other.run.cell == data.rows[row].run.cell && std::isfinite(median))
            repetitions.push_back(median);
    const double own = times.empty() ? 0 : timesMedian(times).deviation;
    return std::max(own, repetitions.size() < 2 ? 0 : standardDeviation(repetitions));
}

} // namespace

Result<std::size_t> findRun(const CampaignData& data, const std::string& name)
{
    for (std::size_t i = 0; i < data.rows.size(); ++i) {
        const store::RunRecord& run = data.rows[i].run;
        if (fmt::format("{}", run.position) == name || (name.size() >= 6 && run.uuid.starts_with(name)))
            return i;
    }
    return fail(ErrorCode::NotFound,
                fmt::format("the campaign has no run \"{}\"; name it by its number, 1 to {}, or a prefix of its id",
                            name, data.rows.size()));
}

Result<RunPattern> runPattern(store::Database& database, const CampaignData& data, std::size_t row,
                              const std::string& node)
{
    const store::ResultRow& result = data.rows[row];
    const auto metric = [&result](std::string_view name) { return metricOf(result, name); };
    // Of a run with cross traffic what it asked for before the load came.
    const bool hasBaseline =
        metric(metrics::baselineStepMedian.name) > 0 && metric(metrics::baselineCommunicationMean.name) > 0;
    const double step = metric(hasBaseline ? metrics::baselineStepMedian.name : metrics::stepMedian.name);
    RunPattern pattern{fmt::format("run {}: {}", result.run.position, cellLabel(data, result.run)), {}, {}};
    if (!(step > 0))
        return fail(ErrorCode::InvalidInput,
                    fmt::format("run {} has no step times; choose another one", result.run.position));
    MR_TRY(deviation,
           periodDeviation(database, data, row,
                           hasBaseline ? metrics::baselineStepMedian.name : metrics::stepMedian.name));
    MR_TRY(sent, sentBy(database, result.run, node));
    if (const double spacing = spacingOf(sent); spacing > 0 && step / spacing >= leastSamplesOfStep) {
        const auto parts = static_cast<std::size_t>(std::min(step / spacing, double(patternParts)));
        MR_TRY(folded, analysis::foldPattern(sent.times, sent.values, step, parts));
        pattern.pattern = std::move(folded);
        pattern.pattern.periodDeviation = deviation;
        pattern.source = fmt::format("net.sent of {}, folded at the median step", sent.node);
        return pattern;
    }
    const double bits = metric(metrics::busBandwidth.name) * metric(metrics::communicationMean.name);
    const double communication =
        metric(hasBaseline ? metrics::baselineCommunicationMean.name : metrics::communicationMean.name);
    const double share = communication / metric(hasBaseline ? metrics::baselineStepMean.name : metrics::stepMean.name);
    const double rate = bits / communication;
    if (!(share >= 0 && share <= 1) || !(rate >= 0))
        return fail(
            ErrorCode::InvalidInput,
            fmt::format("run {} has no communication times and no rate with 8 samples per step", result.run.position));
    pattern.pattern = analysis::onOffPattern(step, share, rate);
    pattern.pattern.periodDeviation = deviation;
    pattern.source = fmt::format("median step{}; computing, then bus bandwidth while communicating",
                                 hasBaseline ? " without load" : "");
    return pattern;
}

Result<CompatibilityReport> compatibilityReport(store::Database& database, const CampaignData& data, std::size_t first,
                                                std::size_t second, const CompatibilityChoice& choice)
{
    const double capacity = capacityOf(data, first, second, choice.capacity);
    if (!(capacity > 0))
        return fail(ErrorCode::InvalidInput,
                    "neither run has the capacity of a link; set it with --capacity, \"1Gbit/s\"");
    CompatibilityReport report;
    MR_TRY(one, runPattern(database, data, first, choice.node));
    MR_TRY(other, runPattern(database, data, second, choice.node));
    report.first = std::move(one);
    report.second = std::move(other);
    MR_TRY(circle, analysis::phaseCircle(report.first.pattern, report.second.pattern, capacity));
    report.circle = std::move(circle);
    report.table = compatibilityTable(report, capacity);
    report.figures = {patternFigure(report, capacity), scoreFigure(report)};
    if (!report.circle.common)
        report.notes.emplace_back("The periods have no common multiple within 30 turns: the jobs drift, and the mean "
                                  "score is what they get.");
    else if (report.circle.mismatch > analysis::PhaseCircleParameters{}.mismatch)
        report.notes.push_back(fmt::format(
            "The periods differ by {:.1f} % after these turns, within the uncertainty of the two medians ({:.1f} %).",
            100 * report.circle.mismatch, 100 * report.circle.tolerance));
    MR_TRY(time, reportTime());
    MR_TRY(provenance, provenanceOf(database, data.campaign, time));
    provenance.query = "two runs that were named";
    for (FigureSpec& figure : report.figures)
        figure.provenance = withRuns(provenance, {data.rows[first].run.uuid, data.rows[second].run.uuid});
    return report;
}

} // namespace millrace::report
