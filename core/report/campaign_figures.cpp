// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/campaign_figures.h"

#include "core/base/statistics.h"
#include "core/report/chosen_metrics.h"
#include "core/report/figure_parts.h"
#include "core/report/sentences.h"
#include "core/report/summary_tables.h"
#include "core/report/usual_metrics.h"
#include "core/store/metric_kinds.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::report {

namespace metrics = store::metrics;

namespace {

constexpr std::size_t mostPanels = 6;
constexpr std::string_view rowsQuery = "runs that are done; without warm-up, excluded and repeated ones";

std::vector<std::string> runsOf(const CampaignData& data, const std::vector<std::size_t>& cells)
{
    std::vector<std::string> uuids;
    for (const std::size_t cell : cells)
        for (const std::size_t row : data.cells[cell].rows)
            uuids.push_back(data.rows[row].run.uuid);
    return uuids;
}

Provenance provenanceFor(const CampaignData& data, const FigurePanel& panel, Provenance provenance)
{
    provenance.query = rowsQuery;
    if (!panel.label.empty())
        provenance.query += "; " + panel.label;
    return withRuns(std::move(provenance), runsOf(data, panel.cells));
}

FigurePoint meanPoint(double x, const std::vector<double>& values)
{
    const Summary summary = summarise(values);
    return {x, summary.mean, summary.interval.low, summary.interval.high, unknown, summary.count};
}

std::string repetitions(const CampaignData& data, const FigurePanel& panel)
{
    std::size_t least = data.rows.size(), most = 0;
    for (const std::size_t cell : panel.cells)
        if (const std::size_t runs = data.cells[cell].rows.size(); runs > 0) {
            least = std::min(least, runs);
            most = std::max(most, runs);
        }
    return least < most ? fmt::format(sentences::repetitionsFromTo, least, most)
        : most == 1     ? std::string(sentences::oneRepetition)
                        : fmt::format(sentences::repetitions, most);
}

std::string missingNote(const CampaignData& data, const FigurePanel& panel, std::string_view metric)
{
    std::size_t missing = 0;
    for (const std::size_t cell : panel.cells)
        missing += valuesOf(data, data.cells[cell], metric).empty() ? 1 : 0;
    std::string note = noteOnRuns(data);
    if (missing > 0)
        note += (note.empty() ? "" : " ") + fmt::format(sentences::cellsWithoutValue, missing, panel.cells.size());
    return note;
}

FigureSpec nothingToShow(const CampaignData& data, const Provenance& provenance)
{
    FigureSpec figure;
    figure.name = metrics::stepMean.name;
    figure.title = "Step time";
    figure.note = data.rows.empty() ? "this campaign has no runs."
                                    : fmt::format("no run of this campaign counts. {}", noteOnRuns(data));
    figure.provenance = withRuns(provenance, {});
    return figure;
}

} // namespace

std::string capitalised(std::string text)
{
    if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
    return text;
}

std::string byFactors(const CampaignData& data, const FigureLayout& layout)
{
    const auto name = [&data](int factor) { return data.factors[static_cast<std::size_t>(factor)].name; };
    std::string text = layout.x < 0 ? "" : " by " + name(layout.x);
    return layout.group < 0 ? text : text + " and " + name(layout.group);
}

FigureSpec metricFigure(const CampaignData& data, const FigureLayout& layout, const FigurePanel& panel,
                        const ChosenMetric& metric, std::string_view target, std::optional<FigureKind> kind)
{
    FigureSpec figure;
    figure.title = capitalised(metricLabel(metric.name)) + byFactors(data, layout);
    if (!panel.label.empty())
        figure.title += ", " + panel.label;
    const bool bars = !target.empty() || kind == FigureKind::Bars;
    figure.x = bars ? categoryAxis(data, layout.x) : factorAxis(data, layout.x);
    figure.kind = kind.value_or(figure.x.categories.empty() ? FigureKind::Lines : FigureKind::Bars);
    figure.y = {metricLabel(metric.name), metric.unit, Scale::Linear, {}, {}, {}};
    figure.series = emptySeries(data, layout);
    if (layout.group >= 0)
        figure.seriesLabel = data.factors[static_cast<std::size_t>(layout.group)].name;
    for (const std::size_t index : panel.cells) {
        const CellRuns& cell = data.cells[index];
        const store::RunRecord& run = data.rows[cell.example].run;
        FigurePoint point = meanPoint(axisPosition(data, layout.x, figure.x, run), valuesOf(data, cell, metric.name));
        if (!target.empty())
            point.target = mean(valuesOf(data, cell, target));
        const auto series = std::ranges::find(figure.series, groupOf(data, layout, run), &FigureSeries::name);
        if (series != figure.series.end() && point.x == point.x)
            series->points.push_back(point);
    }
    for (FigureSeries& series : figure.series)
        std::ranges::sort(series.points, {}, &FigurePoint::x);
    figure.caption = fmt::format(sentences::meanFigure, repetitions(data, panel), metric.how);
    figure.note = missingNote(data, panel, metric.name);
    return figure;
}

void nameTarget(FigureSpec& figure)
{
    const bool any = std::ranges::any_of(figure.series, [](const FigureSeries& series) {
        return std::ranges::any_of(series.points,
                                   [](const FigurePoint& point) { return point.target == point.target; });
    });
    if (any) {
        figure.targetLabel = "predicted from the strategy's graphs";
        figure.caption += " " + std::string(sentences::predictedLine);
    }
}

std::vector<FigureSpec> metricFigures(const CampaignData& data, const Provenance& provenance)
{
    const FigureLayout layout = figureLayout(data);
    const auto panels = figurePanels(data, layout);
    std::vector<FigureSpec> figures;
    for (const std::string_view name : briefMetrics(data.metrics)) {
        const ChosenMetric metric = chosenMetric(data, name);
        const bool payload = metric.name == metrics::sentPayloadPerStep.name;
        for (std::size_t i = 0; i < std::min(panels.size(), mostPanels); ++i) {
            FigureSpec figure =
                metricFigure(data, layout, panels[i], metric, payload ? metrics::predictedPayloadPerStep.name : "");
            figure.name = panels.size() == 1 ? metric.name : fmt::format("{}-{}", metric.name, i + 1);
            figure.provenance = provenanceFor(data, panels[i], provenance);
            nameTarget(figure);
            if (i + 1 == mostPanels && panels.size() > mostPanels)
                figure.note += fmt::format("{}{} further combinations of the other factors are in the table only.",
                                           figure.note.empty() ? "" : " ", panels.size() - mostPanels);
            figures.push_back(std::move(figure));
        }
    }
    return figures;
}

Result<std::vector<FigureSpec>> campaignFigures(store::Database& database, const CampaignData& data,
                                                const Provenance& provenance, const JobContext& job)
{
    if (data.counted == 0)
        return std::vector<FigureSpec>{nothingToShow(data, provenance)};
    std::vector<FigureSpec> figures = metricFigures(data, provenance);
    MR_TRY(steps, stepTimeFigure(database, data, provenance, job));
    figures.push_back(std::move(steps));
    for (const store::ResultRow& row : data.rows)
        if (counts(row.run)) {
            MR_TRY(timeline, timelineFigure(database, data, row.run, provenance));
            figures.push_back(std::move(timeline));
            break;
        }
    return figures;
}

} // namespace millrace::report
