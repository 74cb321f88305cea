// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/calibration_report.h"

#include "core/base/statistics.h"
#include "core/base/unknown.h"
#include "core/store/metric_kinds.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

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
    table.notes.push_back(
        "By the calibration that was in use when a run was made; the mean of a run has steps in which "
        "packets were lost, which the simulation does not know.");
    figure.series = {std::move(runs)};
    figure.caption = fmt::format("{} measured runs, by the calibration in use when they were made.", all.sizes.size());
    return {{std::move(table)}, {std::move(figure)}};
}

CalibrationReport calibrationReport(std::span<const simulate::Sample> samples, const simulate::Fit& fit)
{
    return {{scoreTable(samples, fit), factorTable(samples, fit), cellTable(samples, fit)}, {scatter(samples, fit)}};
}

} // namespace millrace::report
