// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/calibration_report.h"

#include "core/analysis/comparison.h"
#include "core/base/statistics.h"
#include "core/base/unknown.h"
#include "core/store/metric_kinds.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <optional>

namespace millrace::report {

namespace {

/// Of a group of held-out cells.
struct Errors
{
    std::vector<double> sizes; ///< |predicted ÷ measured - 1|
    std::vector<double> signs; ///< predicted ÷ measured - 1
    std::size_t covered = 0; ///< measured value within the band

    void add(const simulate::Prediction& prediction, double measured)
    {
        const double error = prediction.seconds / measured - 1;
        sizes.push_back(std::abs(error));
        signs.push_back(error);
        covered += prediction.band.contains(measured) ? 1 : 0;
    }
    [[nodiscard]] std::vector<Cell> cells() const
    {
        return {static_cast<double>(sizes.size()), 100 * median(sizes), 100 * quantile(sizes, 0.9), 100 * median(signs),
                100 * static_cast<double>(covered) / static_cast<double>(sizes.size())};
    }
};

std::vector<Column> errorColumns()
{
    return {{"cells", "cells"},
            {"error.median", "median error", "%", "|predicted ÷ measured - 1|", 3},
            {"error.high", "90 % below", "%", "nine of ten cells have a smaller error", 3},
            {"bias", "bias", "%", "median of predicted ÷ measured - 1", 3},
            {"covered", "in the band", "%", "cells whose measured time is in the 90 % band of its prediction", 3}};
}

Table scoreTable(std::span<const simulate::Sample> samples, const simulate::Fit& fit)
{
    Table table;
    table.title = "Error of the simulation, of cells that it was not calibrated with";
    table.columns = errorColumns();
    Errors errors;
    for (const simulate::Prediction& prediction : fit.heldOut)
        errors.add(prediction, samples[prediction.sample].seconds);
    table.rows.push_back(errors.cells());
    table.notes.push_back(
        "The measured cells are cut into five groups, each predicted by a calibration from the other four. A measured "
        "time is the median over the runs of the cell of the median all-reduce time of the steps, of the slowest "
        "rank.");
    return table;
}

Table factorTable(std::span<const simulate::Sample> samples, const simulate::Fit& fit)
{
    Table table;
    table.title = "By factor";
    table.columns = {{"factor"}, {"level"}};
    for (Column& column : errorColumns())
        table.columns.push_back(std::move(column));
    table.keys = 2;
    std::vector<std::pair<std::string, std::string>> order;
    std::map<std::pair<std::string, std::string>, Errors> byLevel;
    for (const simulate::Prediction& prediction : fit.heldOut)
        for (const auto& level : samples[prediction.sample].levels) {
            if (!byLevel.contains(level))
                order.push_back(level);
            byLevel[level].add(prediction, samples[prediction.sample].seconds);
        }
    std::ranges::stable_sort(order, {}, [](const auto& level) { return level.first; });
    for (const auto& level : order) {
        std::vector<Cell> row = {level.first, level.second};
        for (Cell& cell : byLevel[level].cells())
            row.push_back(std::move(cell));
        table.rows.push_back(std::move(row));
    }
    return table;
}

Table cellTable(std::span<const simulate::Sample> samples, const simulate::Fit& fit)
{
    Table table;
    table.title = "Predicted and measured all-reduce times";
    table.columns = {{"cell"},
                     {"measured", "measured", "s"},
                     {"predicted", "predicted", "s"},
                     {"predicted.low", "from", "s", "lower end of the 90 % band"},
                     {"predicted.high", "to", "s", "upper end of the 90 % band"},
                     {"error", "error", "%", "predicted ÷ measured - 1", 3}};
    for (const simulate::Prediction& prediction : fit.heldOut) {
        const simulate::Sample& sample = samples[prediction.sample];
        table.rows.push_back({sample.label(), sample.seconds, prediction.seconds, prediction.band.low,
                              prediction.band.high, 100 * (prediction.seconds / sample.seconds - 1)});
    }
    return table;
}

FigureSpec identityScatter(std::string name, std::string title)
{
    FigureSpec figure;
    figure.name = std::move(name);
    figure.kind = FigureKind::Scatter;
    figure.identity = true;
    figure.title = std::move(title);
    figure.x = {.label = "measured", .unit = "s", .scale = Scale::Logarithmic, .low = {}, .high = {}, .categories = {}};
    figure.y = {
        .label = "predicted", .unit = "s", .scale = Scale::Logarithmic, .low = {}, .high = {}, .categories = {}};
    return figure;
}

FigureSpec scatter(std::span<const simulate::Sample> samples, const simulate::Fit& fit)
{
    FigureSpec figure = identityScatter("calibration", "Predicted over measured all-reduce time");
    FigureSeries cells{"held-out cells", {}, {}};
    for (const simulate::Prediction& prediction : fit.heldOut) {
        const double measured = samples[prediction.sample].seconds;
        cells.points.push_back({measured, prediction.seconds, prediction.band.low, prediction.band.high});
    }
    figure.series = {std::move(cells)};
    figure.caption = fmt::format("{} cells that the calibration has not seen; bars: 90 % band of the prediction.",
                                 fit.heldOut.size());
    return figure;
}

/// Measured and simulated steps of one cell.
struct RankedCell
{
    std::vector<std::string> others; ///< levels of all other factors that differ
    std::string level;
    Summary measured;
    double simulated = 0; ///< mean
};

/// How pairs of cells that differ in one factor were ranked.
struct Ranking
{
    std::size_t single = 0; ///< pairs with a cell of one run
    std::size_t compared = 0;
    std::size_t differ = 0; ///< as measured
    std::size_t alike = 0; ///< of these, in the same order as simulated
    double worst = 0; ///< relative difference of the largest that was simulated the other way round
    std::string worstPair;

    void add(const RankedCell& first, const RankedCell& second)
    {
        if (first.measured.count < 2 || second.measured.count < 2) {
            ++single;
            return;
        }
        ++compared;
        const analysis::Estimate difference = analysis::welchDifference(first.measured, second.measured);
        if (!difference.hasInterval() || difference.interval.contains(0))
            return;
        ++differ;
        if ((first.simulated - second.simulated) * difference.value > 0) {
            ++alike;
            return;
        }
        const double size = std::abs(difference.value) / std::min(first.measured.mean, second.measured.mean);
        if (size > worst) {
            worst = size;
            const bool inOrder = difference.value < 0;
            worstPair = fmt::format("{} before {}", (inOrder ? first : second).level, (inOrder ? second : first).level);
        }
    }
};

/// By `factor`, with the cells that differ in nothing else next to each other.
std::vector<RankedCell> rankedCells(const CampaignData& data, std::size_t factor)
{
    std::vector<RankedCell> cells;
    for (const CellRuns& cell : data.cells) {
        const std::vector<double> measured = valuesOf(data, cell, store::metrics::stepMean.name);
        const std::vector<double> simulated = valuesOf(data, cell, store::metrics::stepSimulated.name);
        if (measured.empty() || simulated.empty())
            continue;
        const store::RunRecord& run = data.rows[cell.example].run;
        RankedCell& steps = cells.emplace_back();
        steps.level = levelOf(run, data.factors[factor].name);
        for (const std::size_t other : data.differing)
            if (other != factor)
                steps.others.emplace_back(levelOf(run, data.factors[other].name));
        steps.measured = summarise(measured);
        steps.simulated = mean(simulated);
    }
    std::ranges::stable_sort(cells, {}, &RankedCell::others);
    return cells;
}

Ranking rankingOf(std::span<const RankedCell> cells)
{
    Ranking ranking;
    for (std::size_t second = 1; second < cells.size(); ++second)
        for (std::size_t first = second; first-- > 0 && cells[first].others == cells[second].others;)
            ranking.add(cells[first], cells[second]);
    return ranking;
}

/// Nothing without two cells of several runs.
std::optional<Table> rankingTable(const CampaignData& data)
{
    Table table;
    table.title = "Order of levels, as simulated and as measured";
    table.columns = {
        {"factor"},
        {"pairs", "pairs", "", "pairs of cells of at least two runs that differ in this factor only"},
        {"differ", "differ", "",
         "pairs whose mean steps differ as measured: the 95 % interval of the difference (Welch) is without 0"},
        {"alike", "same order", "", "of these, those that were simulated in the same order"},
        {"alike.share", "same order", "%", "same order ÷ differ", 3},
        {"worst", "largest wrong", "%",
         "largest measured difference of a pair that was simulated in the other order, relative to the faster one", 3},
        {"worst.pair", "faster as measured"}};
    std::size_t single = 0;
    for (const std::size_t factor : data.differing) {
        const Ranking ranking = rankingOf(rankedCells(data, factor));
        single += ranking.single;
        if (ranking.compared == 0)
            continue;
        const bool anyDiffer = ranking.differ > 0;
        const bool anyWrong = ranking.differ > ranking.alike;
        table.rows.push_back(
            {data.factors[factor].name, static_cast<double>(ranking.compared), static_cast<double>(ranking.differ),
             static_cast<double>(ranking.alike),
             anyDiffer ? 100 * static_cast<double>(ranking.alike) / static_cast<double>(ranking.differ) : unknown,
             anyWrong ? 100 * ranking.worst : unknown, anyWrong ? Cell(ranking.worstPair) : Cell()});
    }
    if (table.rows.empty())
        return std::nullopt;
    if (single > 0)
        table.notes.push_back(fmt::format("Not compared: {} with a cell of one run.", counted(single, "pair")));
    return table;
}

} // namespace

CalibrationReport simulatedStepReport(const CampaignData& data)
{
    Errors all;
    std::vector<std::pair<std::string, std::string>> order;
    std::map<std::pair<std::string, std::string>, Errors> byLevel;
    FigureSpec figure = identityScatter("simulated-steps", "Step time as simulated before the run");
    FigureSeries runs{"runs", {}, {}};
    for (const store::ResultRow& row : data.rows) {
        const double measured = metricOf(row, store::metrics::stepMean.name);
        const double simulated = metricOf(row, store::metrics::stepSimulated.name);
        if (!counts(row.run) || !(measured > 0) || !(simulated > 0))
            continue;
        const simulate::Prediction prediction{0, simulated, {unknown, unknown}};
        all.add(prediction, measured);
        runs.points.push_back({.x = measured, .y = simulated});
        for (const std::size_t differing : data.differing) {
            const std::string& factor = data.factors[differing].name;
            const std::pair<std::string, std::string> level{factor, levelOf(row.run, factor)};
            if (!byLevel.contains(level))
                order.push_back(level);
            byLevel[level].add(prediction, measured);
        }
    }
    if (all.sizes.empty())
        return {};
    Table table;
    table.title = "Steps as simulated before their runs";
    table.columns = {{"factor"},
                     {"level"},
                     {"runs", "runs"},
                     {"error.median", "median error", "%", "|simulated ÷ measured mean step - 1|", 3},
                     {"error.high", "90 % below", "%", "nine of ten runs have a smaller error", 3},
                     {"bias", "bias", "%", "median of simulated ÷ measured - 1", 3}};
    table.keys = 2;
    const auto add = [&table](std::string factor, std::string level, const Errors& errors) {
        std::vector<Cell> cells = errors.cells();
        cells.pop_back(); // there are no bands
        std::vector<Cell> line = {std::move(factor), std::move(level)};
        for (Cell& cell : cells)
            line.push_back(std::move(cell));
        table.rows.push_back(std::move(line));
    };
    add("all", "", all);
    std::ranges::stable_sort(order, {}, [](const auto& level) { return level.first; });
    for (const auto& level : order)
        add(level.first, level.second, byLevel[level]);
    table.notes.push_back("By the calibration that was in use when a run was made.");
    figure.series = {std::move(runs)};
    figure.caption = fmt::format("{} measured runs, by the calibration in use when they were made.", all.sizes.size());
    CalibrationReport report{{std::move(table)}, {std::move(figure)}};
    if (std::optional<Table> ranking = rankingTable(data))
        report.tables.push_back(std::move(*ranking));
    return report;
}

CalibrationReport calibrationReport(std::span<const simulate::Sample> samples, const simulate::Fit& fit)
{
    return {{scoreTable(samples, fit), factorTable(samples, fit), cellTable(samples, fit)}, {scatter(samples, fit)}};
}

} // namespace millrace::report
