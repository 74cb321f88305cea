// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/figure_table.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace millrace::report {

namespace {

Cell knownNumber(double value)
{
    return std::isnan(value) ? Cell() : Cell(value);
}

Cell placeOf(const FigureSpec& figure, double x)
{
    const auto& categories = figure.x.categories;
    if (categories.empty())
        return knownNumber(x);
    return x >= 0 && x < static_cast<double>(categories.size()) ? Cell(categories[static_cast<std::size_t>(x)])
                                                                : Cell();
}

bool any(const FigureSpec& figure, bool (*has)(const FigurePoint&))
{
    return std::ranges::any_of(figure.series,
                               [has](const FigureSeries& series) { return std::ranges::any_of(series.points, has); });
}

void addPoints(Table& table, const FigureSpec& figure, bool named)
{
    const bool bounds = any(figure, [](const FigurePoint& point) { return !std::isnan(point.low); });
    const bool targets = any(figure, [](const FigurePoint& point) { return !std::isnan(point.target); });
    const bool numbers = any(figure, [](const FigurePoint& point) { return point.count > 0; });
    const std::string& unit = figure.y.unit;
    table.columns.push_back({"y", figure.y.label, unit});
    if (bounds) {
        table.columns.push_back({"low", figure.band ? "smallest" : "95 % low", unit});
        table.columns.push_back({"high", figure.band ? "largest" : "95 % high", unit});
    }
    if (targets)
        table.columns.push_back({"target", figure.targetLabel, unit});
    if (numbers)
        table.columns.push_back({"n", "n"});
    for (const FigureSeries& series : figure.series)
        for (const FigurePoint& point : series.points) {
            auto& row = table.rows.emplace_back();
            if (named)
                row.emplace_back(series.name);
            row.push_back(placeOf(figure, point.x));
            row.push_back(knownNumber(point.y));
            if (bounds) {
                row.push_back(knownNumber(point.low));
                row.push_back(knownNumber(point.high));
            }
            if (targets)
                row.push_back(knownNumber(point.target));
            if (numbers)
                row.emplace_back(static_cast<double>(point.count));
        }
}

void addBoxes(Table& table, const FigureSpec& figure, bool named)
{
    const std::string& unit = figure.y.unit;
    for (const char* name : {"low", "lower quartile", "median", "upper quartile", "high"})
        table.columns.push_back({name, {}, unit});
    table.columns.push_back({"n", "n"});
    table.columns.push_back({"outliers", "outliers", "", "values beyond the whiskers"});
    for (const FigureSeries& series : figure.series)
        for (const FigureBox& box : series.boxes) {
            auto& row = table.rows.emplace_back();
            if (named)
                row.emplace_back(series.name);
            row.push_back(placeOf(figure, box.x));
            for (const double value : {box.low, box.lowerQuartile, box.median, box.upperQuartile, box.high})
                row.push_back(knownNumber(value));
            row.emplace_back(static_cast<double>(box.count));
            row.emplace_back(static_cast<double>(box.outliers.size()));
        }
}

} // namespace

Table figureTable(const FigureSpec& figure)
{
    Table table;
    table.title = figure.title;
    const bool named = std::ranges::any_of(figure.series, [](const FigureSeries& each) { return !each.name.empty(); });
    if (named)
        table.columns.push_back({"series", figure.seriesLabel});
    const bool numeric = figure.x.categories.empty();
    table.columns.push_back({"x", figure.x.label, numeric ? figure.x.unit : ""});
    table.keys = table.columns.size();
    if (figure.kind == FigureKind::Box)
        addBoxes(table, figure, named);
    else
        addPoints(table, figure, named);
    for (const std::string& text : {figure.caption, figure.note})
        if (!text.empty())
            table.notes.push_back(text);
    return table;
}

std::string csvMetadata(const Table& table, const Provenance& provenance)
{
    nlohmann::ordered_json json = {{"@context", "http://www.w3.org/ns/csvw"},
                                   {"dc:title", table.title},
                                   {"notes", table.notes},
                                   {"millrace:provenance", toJson(provenance)}};
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

} // namespace millrace::report
