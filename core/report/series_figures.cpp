// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/campaign_figures.h"

#include "core/report/campaign_data.h"
#include "core/report/figure_parts.h"
#include "core/store/series_kinds.h"
#include "core/store/series_repository.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace millrace::report {

namespace {

constexpr std::size_t mostSteps = 300; ///< points of a curve
constexpr std::size_t mostNodes = 8;
constexpr std::size_t timelineColumns = 300;
constexpr double nanosecond = 1e-9;

/// Warm-up steps of a run: its factor, otherwise its campaign's workload, otherwise the default of workloads.
std::size_t warmupSteps(const CampaignData& data, const store::RunRecord& run)
{
    const auto factor = std::ranges::find(run.factors, "warmup_steps", &store::Factor::name);
    if (factor != run.factors.end() && factor->number)
        return static_cast<std::size_t>(std::clamp(*factor->number, 0.0, 1e9));
    constexpr std::size_t usual = 2;
    const store::CampaignRecord* campaign = campaignOf(data, run);
    const auto spec = nlohmann::json::parse(campaign == nullptr ? std::string() : campaign->specJson, nullptr, false);
    const auto pointer = nlohmann::json::json_pointer("/workload/warmup_steps");
    if (!spec.is_object() || !spec.contains(pointer) || !spec[pointer].is_number_unsigned())
        return usual;
    return spec[pointer].get<std::size_t>();
}

/// Measured step times of the whole cluster: the n-th of every rank form the n-th step, the slowest counts.
Result<std::vector<double>> stepTimes(store::Database& database, const CampaignData& data, const store::RunRecord& run,
                                      Issues& issues)
{
    store::SeriesRepository repository(database);
    MR_TRY(records, repository.list(run.id));
    std::vector<double> slowest;
    bool first = true;
    for (const store::SeriesRecord& record : records) {
        if (record.name != store::series::stepTime.name)
            continue;
        MR_TRY(series, repository.read(record.id, issues));
        if (first)
            slowest = std::move(series.values);
        else
            slowest.resize(std::min(slowest.size(), series.values.size()));
        for (std::size_t i = 0; !first && i < slowest.size(); ++i)
            slowest[i] = std::max(slowest[i], series.values[i]);
        first = false;
    }
    const std::size_t warmup = std::min(warmupSteps(data, run), slowest.size());
    slowest.erase(slowest.begin(), slowest.begin() + static_cast<std::ptrdiff_t>(warmup));
    std::erase_if(slowest, [](double value) { return value != value; });
    return slowest;
}

Extent extentOf(const StepTimes& times)
{
    Extent extent;
    for (const CellSteps& steps : times.cells)
        for (const double value : steps.values)
            extent.include(value);
    return extent;
}

void drawCurves(FigureSpec& figure, const CampaignData& data, const StepTimes& times)
{
    figure.kind = FigureKind::Cdf;
    figure.x = {"step time", "s", extentOf(times).spans(30) ? Scale::Logarithmic : Scale::Linear, {}, {}, {}};
    figure.y = {"share of steps", "", Scale::Linear, 0.0, 1.0, {}};
    for (const CellSteps& steps : times.cells) {
        const std::string label = cellLabel(data, data.rows[data.cells[steps.cell].example].run);
        figure.series.push_back({label, distribution(steps.values), {}});
    }
}

void drawBoxes(FigureSpec& figure, const CampaignData& data, const FigureLayout& layout, const StepTimes& times)
{
    figure.kind = FigureKind::Box;
    figure.y = {"step time", "s", extentOf(times).spans(8) ? Scale::Logarithmic : Scale::Linear, {}, {}, {}};
    figure.x = categoryAxis(data, layout.x);
    figure.series = emptySeries(data, layout);
    if (layout.group >= 0)
        figure.seriesLabel = data.factors[static_cast<std::size_t>(layout.group)].name;
    for (const CellSteps& steps : times.cells) {
        const store::RunRecord& run = data.rows[data.cells[steps.cell].example].run;
        const auto series = std::ranges::find(figure.series, groupOf(data, layout, run), &FigureSeries::name);
        const double x = axisPosition(data, layout.x, figure.x, run);
        if (series != figure.series.end() && x == x)
            series->boxes.push_back(boxOf(x, steps.values));
    }
}

void explain(FigureSpec& figure, const StepTimes& times)
{
    std::size_t values = 0;
    for (const CellSteps& steps : times.cells)
        values += steps.values.size();
    figure.caption = fmt::format("{} measured steps of {}; the time of a step is that of its slowest rank, warm-up "
                                 "steps are left out.{}",
                                 values, counted(times.runs.size(), "run"),
                                 figure.kind == FigureKind::Box
                                     ? " Boxes: quartiles and median; whiskers: values within 1.5 interquartile ranges."
                                     : " Curves: share of the steps that took at most this long.");
    if (figure.x.scale == Scale::Logarithmic || figure.y.scale == Scale::Logarithmic)
        figure.caption += " The axis of step times is logarithmic.";
    if (times.cells.empty())
        figure.note = "the store has no step times of the runs that count.";
    if (times.left > 0)
        figure.note +=
            fmt::format("{}{} were not read.", figure.note.empty() ? "" : " ", counted(times.left, "further run"));
    for (const Issue& issue : times.issues)
        figure.note += fmt::format("{}{}.", figure.note.empty() ? "" : " ", issueText(issue));
}

} // namespace

std::vector<FigurePoint> distribution(std::vector<double> values)
{
    std::ranges::sort(values);
    std::vector<FigurePoint> points;
    const std::size_t count = values.size(), shown = std::min(count, mostSteps);
    for (std::size_t i = 0; i < shown; ++i) {
        const std::size_t at = shown == count ? i : i * (count - 1) / (shown - 1);
        points.push_back({values[at], static_cast<double>(at + 1) / static_cast<double>(count)});
    }
    return points;
}

Result<StepTimes> readStepTimes(store::Database& database, const CampaignData& data,
                                const std::vector<std::size_t>& cells, const JobContext& job)
{
    StepTimes times;
    const std::size_t each = std::max<std::size_t>(1, mostRunsRead / std::max<std::size_t>(cells.size(), 1));
    for (const std::size_t cell : cells) {
        CellSteps steps{cell, {}};
        const auto& rows = data.cells[cell].rows;
        for (std::size_t i = 0; i < std::min(each, rows.size()) && times.runs.size() < mostRunsRead; ++i) {
            if (job.cancelled())
                return fail(ErrorCode::Cancelled, "reading step times was cancelled");
            job.progress(static_cast<long long>(times.runs.size()), 0, "reading step times");
            const store::RunRecord& run = data.rows[rows[i]].run;
            MR_TRY(values, stepTimes(database, data, run, times.issues));
            steps.values.insert(steps.values.end(), values.begin(), values.end());
            times.runs.push_back(run.uuid);
        }
        if (!steps.values.empty())
            times.cells.push_back(std::move(steps));
    }
    for (const std::size_t cell : cells)
        times.left += data.cells[cell].rows.size();
    times.left -= times.runs.size();
    return times;
}

Result<FigureSpec> stepTimeFigure(store::Database& database, const CampaignData& data, const Provenance& provenance,
                                  const JobContext& job)
{
    FigureSpec figure;
    figure.name = "step_times";
    figure.title = "Distribution of step times";
    std::vector<std::size_t> cells;
    for (std::size_t i = 0; i < data.cells.size(); ++i)
        if (!data.cells[i].rows.empty())
            cells.push_back(i);
    const bool curves = cells.size() <= mostCurves;
    const FigureLayout layout = figureLayout(data);
    if (const auto panels = figurePanels(data, layout); !curves && panels.size() > 1) {
        cells = panels.front().cells;
        figure.title += ", " + panels.front().label;
        figure.note = fmt::format("{} further combinations of the other factors are not shown.", panels.size() - 1);
    }
    MR_TRY(times, readStepTimes(database, data, cells, job));
    if (curves)
        drawCurves(figure, data, times);
    else
        drawBoxes(figure, data, layout, times);
    explain(figure, times);
    figure.provenance = provenance;
    figure.provenance.query = "step.time of runs that are done; without warm-up, excluded and repeated ones";
    figure.provenance = withRuns(std::move(figure.provenance), times.runs);
    return figure;
}

Result<FigureSpec> timelineFigure(store::Database& database, const CampaignData& data, const store::RunRecord& run,
                                  const Provenance& provenance)
{
    FigureSpec figure;
    figure.name = "sent";
    figure.title = fmt::format("Rate at which each node sent: {}, repetition {}", cellLabel(data, run), run.repetition);
    figure.kind = FigureKind::Lines;
    figure.band = true;
    figure.x.label = "time since the first sample";
    figure.x.unit = "s";
    figure.y = {"sent", "bit/s", Scale::Linear, {}, {}, {}};
    figure.seriesLabel = "node";
    store::SeriesRepository repository(database);
    MR_TRY(records, repository.list(run.id));
    std::erase_if(records,
                  [](const store::SeriesRecord& record) { return record.name != store::series::netSent.name; });
    std::int64_t begin = std::numeric_limits<std::int64_t>::max();
    for (const store::SeriesRecord& record : records)
        begin = std::min(begin, record.firstTime);
    Issues issues;
    for (std::size_t i = 0; i < std::min(records.size(), mostNodes); ++i) {
        MR_TRY(overview, repository.overview(records[i].id, timelineColumns, issues));
        FigureSeries& series = figure.series.emplace_back(FigureSeries{records[i].node, {}, {}});
        for (const analysis::SeriesColumn& column : overview.columns) {
            const double middle =
                (static_cast<double>(column.firstTime - begin) + static_cast<double>(column.lastTime - begin)) / 2;
            series.points.push_back({middle * nanosecond, (column.minimum + column.maximum) / 2, column.minimum,
                                     column.maximum, unknown, 0});
        }
    }
    figure.caption = fmt::format(
        "Bits of Ethernet frames sent by each node, from its interface's counters, in one of {} runs. The band shows "
        "the smallest and the largest rate in each of at most {} intervals, the line their middle.",
        data.counted, timelineColumns);
    if (records.empty())
        figure.note = "the store has no series net.sent of this run.";
    else if (records.size() > mostNodes)
        figure.note = fmt::format("{} further nodes are not shown.", records.size() - mostNodes);
    figure.provenance = provenance;
    figure.provenance.query = "net.sent of one run";
    figure.provenance = withRuns(std::move(figure.provenance), {run.uuid});
    return figure;
}

} // namespace millrace::report
