// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/figure_parts.h"
#include "core/report/run_view.h"
#include "core/report/sentences.h"
#include "core/store/metric_kinds.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace millrace::report {

namespace {

int factorIndex(const CampaignData& data, const std::string& name)
{
    const auto found = std::ranges::find(data.factors, name, &store::FactorSummary::name);
    return found == data.factors.end() ? -1 : static_cast<int>(found - data.factors.begin());
}

/// The figure under construction, over cells that are the groups of x and series.
struct ViewDrawing
{
    CampaignData data;
    FigureLayout layout;
    RunView view;
    ChosenMetric metric;
    FigureSpec figure;

    [[nodiscard]] FigureSeries* seriesOf(const store::RunRecord& run)
    {
        const auto found = std::ranges::find(figure.series, groupOf(data, layout, run), &FigureSeries::name);
        return found == figure.series.end() ? nullptr : &*found;
    }
    void begin(FigureKind kind)
    {
        figure.kind = kind;
        figure.title = capitalised(metricLabel(metric.name)) + byFactors(data, layout);
        figure.series = emptySeries(data, layout);
        if (layout.group >= 0)
            figure.seriesLabel = data.factors[static_cast<std::size_t>(layout.group)].name;
    }
    void note(const std::string& sentence) { figure.note += (figure.note.empty() ? "" : " ") + sentence; }
};

void drawMeans(ViewDrawing& drawing)
{
    FigurePanel all;
    for (std::size_t i = 0; i < drawing.data.cells.size(); ++i)
        all.cells.push_back(i);
    const bool bars = drawing.view.kind == FigureKind::Bars;
    const bool payload = bars && drawing.metric.name == store::metrics::sentPayloadPerStep.name;
    drawing.figure = metricFigure(drawing.data, drawing.layout, all, drawing.metric,
                                  payload ? store::metrics::predictedPayloadPerStep.name : "", drawing.view.kind);
    nameTarget(drawing.figure);
}

void drawRunBoxes(ViewDrawing& drawing)
{
    FigureSpec& figure = drawing.figure;
    drawing.begin(FigureKind::Box);
    figure.x = categoryAxis(drawing.data, drawing.layout.x);
    figure.y = {metricLabel(drawing.metric.name), drawing.metric.unit, Scale::Linear, {}, {}, {}};
    for (const CellRuns& cell : drawing.data.cells) {
        const store::RunRecord& run = drawing.data.rows[cell.example].run;
        auto values = valuesOf(drawing.data, cell, drawing.metric.name);
        const double x = axisPosition(drawing.data, drawing.layout.x, figure.x, run);
        if (FigureSeries* series = drawing.seriesOf(run); series != nullptr && !values.empty() && x == x)
            series->boxes.push_back(boxOf(x, std::move(values)));
    }
    figure.caption = fmt::format(sentences::boxesOfRuns, drawing.metric.how);
    drawing.note(noteOnRuns(drawing.data));
}

void limitCurves(ViewDrawing& drawing)
{
    auto& curves = drawing.figure.series;
    std::erase_if(curves, [](const FigureSeries& series) { return series.points.empty(); });
    if (curves.size() <= mostCurves)
        return;
    drawing.note(fmt::format(sentences::furtherCurves, curves.size() - mostCurves));
    curves.resize(mostCurves);
}

void drawRunCurves(ViewDrawing& drawing)
{
    FigureSpec& figure = drawing.figure;
    drawing.begin(FigureKind::Cdf);
    figure.series.clear();
    figure.seriesLabel.clear();
    figure.x = {metricLabel(drawing.metric.name), drawing.metric.unit, Scale::Linear, {}, {}, {}};
    figure.y = {"share of runs", "", Scale::Linear, 0.0, 1.0, {}};
    for (const CellRuns& cell : drawing.data.cells)
        figure.series.push_back({cellLabel(drawing.data, drawing.data.rows[cell.example].run),
                                 distribution(valuesOf(drawing.data, cell, drawing.metric.name)),
                                 {}});
    figure.caption = fmt::format(sentences::curvesOfRuns, drawing.metric.how);
    drawing.note(noteOnRuns(drawing.data));
    limitCurves(drawing);
}

void drawScatter(ViewDrawing& drawing)
{
    FigureSpec& figure = drawing.figure;
    const bool overMetric = drawing.layout.x < 0 && hasMetric(drawing.data, drawing.view.x);
    drawing.begin(FigureKind::Scatter);
    figure.x = factorAxis(drawing.data, drawing.layout.x);
    figure.y = {metricLabel(drawing.metric.name), drawing.metric.unit, Scale::Linear, {}, {}, {}};
    if (overMetric) {
        const ChosenMetric other = chosenMetric(drawing.data, drawing.view.x);
        figure.x = {metricLabel(other.name), other.unit, Scale::Linear, {}, {}, {}};
        figure.identity = other.unit == drawing.metric.unit && !other.unit.empty();
        figure.title =
            fmt::format("{} over {}", capitalised(metricLabel(drawing.metric.name)), metricLabel(other.name));
    }
    for (const CellRuns& cell : drawing.data.cells)
        for (const std::size_t row : cell.rows) {
            const store::ResultRow& result = drawing.data.rows[row];
            FigurePoint point;
            point.x = overMetric ? valueOf(result, drawing.view.x)
                                 : axisPosition(drawing.data, drawing.layout.x, figure.x, result.run);
            point.y = valueOf(result, drawing.metric.name);
            if (FigureSeries* series = drawing.seriesOf(result.run);
                series != nullptr && point.x == point.x && point.y == point.y)
                series->points.push_back(point);
        }
    figure.caption = fmt::format(sentences::marksOfRuns, drawing.metric.how);
    if (figure.identity)
        figure.caption += " " + std::string(sentences::identityLine);
    drawing.note(noteOnRuns(drawing.data));
}

void explainSteps(ViewDrawing& drawing, const StepTimes& times)
{
    std::size_t values = 0;
    for (const CellSteps& steps : times.cells)
        values += steps.values.size();
    drawing.figure.caption =
        fmt::format(sentences::measuredSteps, values, report::counted(times.runs.size(), "run")) + " ";
    drawing.figure.caption +=
        drawing.figure.kind == FigureKind::Box ? sentences::boxesOfSteps : sentences::curvesOfSteps;
    if (times.cells.empty())
        drawing.note(std::string(sentences::noStepTimes));
    if (times.left > 0)
        drawing.note(fmt::format(sentences::runsNotRead, report::counted(times.left, "further run")));
    for (const Issue& issue : times.issues)
        drawing.note(issueText(issue) + ".");
}

Result<void> drawSteps(ViewDrawing& drawing, store::Database& database, const JobContext& job)
{
    FigureSpec& figure = drawing.figure;
    std::vector<std::size_t> cells;
    for (std::size_t i = 0; i < drawing.data.cells.size(); ++i)
        if (!drawing.data.cells[i].rows.empty())
            cells.push_back(i);
    MR_TRY(times, readStepTimes(database, drawing.data, cells, job));
    drawing.begin(drawing.view.kind);
    figure.title = "Distribution of step times" + byFactors(drawing.data, drawing.layout);
    const bool curves = drawing.view.kind == FigureKind::Cdf;
    figure.x = categoryAxis(drawing.data, drawing.layout.x);
    figure.y = {"step time", "s", Scale::Linear, {}, {}, {}};
    if (curves) {
        figure.x = figure.y;
        figure.y = {"share of steps", "", Scale::Linear, 0.0, 1.0, {}};
        figure.series.clear();
        figure.seriesLabel.clear();
    }
    for (const CellSteps& steps : times.cells) {
        const store::RunRecord& run = drawing.data.rows[drawing.data.cells[steps.cell].example].run;
        if (curves) {
            figure.series.push_back({cellLabel(drawing.data, run), distribution(steps.values), {}});
            continue;
        }
        const double x = axisPosition(drawing.data, drawing.layout.x, figure.x, run);
        if (FigureSeries* series = drawing.seriesOf(run); series != nullptr && x == x)
            series->boxes.push_back(boxOf(x, steps.values));
    }
    explainSteps(drawing, times);
    if (curves)
        limitCurves(drawing);
    return {};
}

/// Notes on runs that are drawn together, or not at all.
void notePooling(ViewDrawing& drawing, const CampaignData& before)
{
    std::vector<std::string> pooled;
    for (const std::size_t factor : before.differing)
        if (static_cast<int>(factor) != drawing.layout.x && static_cast<int>(factor) != drawing.layout.group)
            pooled.push_back(before.factors[factor].name);
    if (!pooled.empty() && !isEmpty(drawing.figure))
        drawing.note(fmt::format(sentences::pooledFigure, fmt::join(pooled, ", ")));
    if (!isEmpty(drawing.figure))
        return;
    if (before.rows.empty())
        drawing.figure.note = sentences::noRunMatches;
    else if (before.counted == 0)
        drawing.figure.note = std::string(sentences::noRunCounts) + " " + noteOnRuns(before);
    else if (drawing.metric.name.empty())
        drawing.figure.note = sentences::noMetric;
    else if (drawing.figure.note.empty())
        drawing.figure.note = fmt::format(sentences::noRunHas, metricLabel(drawing.metric.name));
}

std::vector<std::string> runsOfAllCells(const CampaignData& data)
{
    std::vector<std::string> uuids;
    for (const CellRuns& cell : data.cells)
        for (const std::size_t row : cell.rows)
            uuids.push_back(data.rows[row].run.uuid);
    return uuids;
}

std::string figureName(const RunView& view)
{
    std::string name = view.values == ViewValues::Steps ? "step_times" : view.metric;
    for (const std::string& part : {view.x, view.series})
        if (part != "-" && !part.empty())
            name += "-by-" + part;
    std::ranges::replace_if(
        name, [](char c) { return c == '/' || c == ' ' || c == '\\' || c == ':'; }, '_');
    return fmt::format("{}-{}", name, kindName(view.kind));
}

} // namespace

Result<FigureSpec> viewFigure(store::Database& database, const CampaignData& data, const RunView& wanted,
                              const Provenance& provenance, const JobContext& job)
{
    ViewDrawing drawing;
    drawing.view = completed(data, wanted);
    drawing.layout.x = factorIndex(data, drawing.view.x);
    drawing.layout.group = factorIndex(data, drawing.view.series);
    drawing.data = regrouped(data, {drawing.view.x, drawing.view.series});
    drawing.metric = chosenMetric(data, drawing.view.metric);
    const bool distributions = drawing.view.kind == FigureKind::Box || drawing.view.kind == FigureKind::Cdf;
    if (!distributions)
        drawing.view.values = ViewValues::Runs;
    if (data.counted == 0)
        drawing.begin(drawing.view.kind);
    else if (drawing.view.values == ViewValues::Steps)
        MR_CHECK(drawSteps(drawing, database, job));
    else if (drawing.view.kind == FigureKind::Box)
        drawRunBoxes(drawing);
    else if (drawing.view.kind == FigureKind::Cdf)
        drawRunCurves(drawing);
    else if (drawing.view.kind == FigureKind::Scatter)
        drawScatter(drawing);
    else
        drawMeans(drawing);
    notePooling(drawing, data);
    drawing.figure.name = figureName(drawing.view);
    drawing.figure.provenance = withRuns(provenance, runsOfAllCells(drawing.data));
    drawing.figure.provenance.view = viewToJson(drawing.view);
    return std::move(drawing.figure);
}

} // namespace millrace::report
