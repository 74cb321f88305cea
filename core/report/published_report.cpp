// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/published_report.h"

#include "core/base/clock.h"
#include "core/base/json_fields.h"
#include "core/report/safe_text.h"
#include "core/report/table_writers.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::report {

namespace {

using analysis::PublishedFigure;
using analysis::PublishedFigures;

Json numberOrNull(double value)
{
    return std::isfinite(value) ? Json(value) : Json();
}

Json numbers(const std::vector<double>& values)
{
    Json list = Json::array();
    for (const double value : values)
        list.push_back(numberOrNull(value));
    return list;
}

/// Quantities whose units people know by a prefix; a unit that has its prefix already stays.
Cell quantity(double value, const std::string& unit)
{
    return std::isfinite(value) ? Cell(Quantity{value, unit}) : Cell();
}

Json texts(const std::vector<std::string>& values)
{
    Json list = Json::array();
    for (const std::string& value : values)
        list.push_back(validUtf8(value));
    return list;
}

Json coefficientsJson(const analysis::LeastSquaresFit& fit)
{
    Json list = Json::array();
    for (const analysis::Coefficient& each : fit.coefficients)
        list.push_back({{"name", validUtf8(each.name)},
                        {"value", numberOrNull(each.value)},
                        {"standard_error", numberOrNull(each.error)},
                        {"t", numberOrNull(each.t)},
                        {"p", numberOrNull(each.p)}});
    return {{"coefficients", std::move(list)},
            {"observations", fit.observations},
            {"rank", fit.rank},
            {"dropped", texts(fit.dropped)},
            {"r_squared", numberOrNull(fit.rSquared)},
            {"adjusted_r_squared", numberOrNull(fit.adjustedRSquared)},
            {"f", numberOrNull(fit.f)},
            {"f_p", numberOrNull(fit.fP)},
            {"condition_number", numberOrNull(fit.conditionNumber)},
            {"leave_one_out_error", numberOrNull(fit.leaveOneOutError)},
            {"residuals", numbers(fit.residuals)}};
}

Json curveJson(const std::vector<analysis::AccuracyPoint>& points)
{
    Json times = Json::array(), accuracies = Json::array(), data = Json::array();
    for (const analysis::AccuracyPoint& point : points) {
        times.push_back(toRfc3339(Nanoseconds(point.time)));
        accuracies.push_back(numberOrNull(point.accuracy));
        data.push_back(numberOrNull(point.gigabytes));
    }
    return {{"time", std::move(times)}, {"accuracy", std::move(accuracies)}, {"gigabytes", std::move(data)}};
}

Json matrixJson(const std::vector<std::vector<double>>& matrix)
{
    Json rows = Json::array();
    for (const std::vector<double>& row : matrix)
        rows.push_back(numbers(row));
    return rows;
}

} // namespace

Table publishedTable(std::string title, const PublishedFigures& figures)
{
    Table table;
    table.title = std::move(title);
    table.keys = 2;
    table.columns = {{"figure"},
                     {"subject", "of"},
                     {"published", "as published"},
                     {"right"},
                     {"difference", "difference", "", "as published minus right"},
                     {"relative", "relative", "share", "difference by the right number"}};
    const bool anySubject = std::ranges::any_of(figures, [](const auto& each) { return !each.subject.empty(); });
    for (const PublishedFigure& figure : figures) {
        const double relative = figure.relative();
        table.rows.push_back({figure.name, figure.subject, quantity(figure.asPublished, figure.unit),
                              quantity(figure.right, figure.unit), quantity(figure.difference(), figure.unit),
                              std::isfinite(relative) ? Cell(relative) : Cell()});
    }
    if (!anySubject) {
        table.columns.erase(table.columns.begin() + 1);
        for (auto& row : table.rows)
            row.erase(row.begin() + 1);
        table.keys = 1;
    }
    return table;
}

std::string publishedText(std::string title, const PublishedFigures& figures, std::size_t width)
{
    TextOptions options;
    options.width = width;
    std::string text = toText(publishedTable(std::move(title), figures), options);
    // Figures that share their words share one paragraph.
    std::vector<std::pair<std::string, std::string>> paragraphs; // words, names
    for (const PublishedFigure& figure : figures) {
        std::string words;
        if (!figure.definition.empty())
            words += fmt::format("  as published: {}\n", figure.definition);
        if (!figure.rightDefinition.empty())
            words += fmt::format("  right: {}\n", figure.rightDefinition);
        if (!figure.remark.empty())
            words += fmt::format("  {}\n", figure.remark);
        const auto known = std::ranges::find(paragraphs, words, &std::pair<std::string, std::string>::first);
        if (known == paragraphs.end())
            paragraphs.emplace_back(std::move(words), figure.name);
        else if (fmt::format(", {},", known->second).find(fmt::format(", {},", figure.name)) == std::string::npos)
            known->second += ", " + figure.name;
    }
    for (const auto& [words, names] : paragraphs)
        text += fmt::format("\n{}\n{}", names, words);
    return text;
}

Json publishedJson(const PublishedFigures& figures)
{
    Json list = Json::array();
    for (const PublishedFigure& figure : figures)
        list.push_back({{"name", validUtf8(figure.name)},
                        {"subject", validUtf8(figure.subject)},
                        {"unit", figure.unit},
                        {"published", numberOrNull(figure.asPublished)},
                        {"right", numberOrNull(figure.right)},
                        {"difference", numberOrNull(figure.difference())},
                        {"relative", numberOrNull(figure.relative())},
                        {"definition", figure.definition},
                        {"right_definition", figure.rightDefinition},
                        {"remark", validUtf8(figure.remark)}});
    return list;
}

Table patternTable(const analysis::PatternMap& map)
{
    Table table;
    table.title = fmt::format("Mean volume from each host to each other, {} {}", map.framework, map.topology);
    table.keys = 2;
    table.columns = {{"source"}, {"kind"}};
    for (const std::string& host : map.hosts)
        table.columns.push_back({host, "to " + host, "GB", "wire bytes / 1e9, mean over runs"});
    for (const bool right : {false, true})
        for (std::size_t i = 0; i < map.hosts.size(); ++i) {
            std::vector<Cell>& row = table.rows.emplace_back();
            row = {map.hosts[i], right ? "right" : "as published"};
            for (const double value : right ? map.right[i] : map.asPublished[i])
                row.push_back(std::isfinite(value) ? Cell(value) : Cell());
        }
    if (map.publishedRuns.size() != map.rightRuns.size())
        table.notes.push_back(
            fmt::format("The study's filter also selects runs of other topologies: {} runs instead of "
                        "{}.",
                        map.publishedRuns.size(), map.rightRuns.size()));
    return table;
}

Table regressionTable(const analysis::StudyRegression& regression)
{
    Table table;
    table.title = "MB per step by model size, framework, batch and topology";
    table.columns = {{"column"},
                     {"published", "as published", "", "ordinary least squares by the pseudo-inverse"},
                     {"published_error", "± standard error"},
                     {"published_p", "p"},
                     {"right", "right", "", "MB per step on one clock, columns that say nothing new left out"},
                     {"right_error", "± standard error"},
                     {"right_p", "p"}};
    const auto cell = [](double value) { return std::isfinite(value) ? Cell(value) : Cell(); };
    const auto& published = regression.asPublished.coefficients;
    const auto& right = regression.right.coefficients;
    for (std::size_t i = 0; i < std::min(published.size(), right.size()); ++i)
        table.rows.push_back({published[i].name, cell(published[i].value), cell(published[i].error),
                              cell(published[i].p), cell(right[i].value), cell(right[i].error), cell(right[i].p)});
    table.notes.push_back(
        fmt::format("{} runs. R²: as published {:.4g}, right {:.4g}; adjusted {:.4g} and {:.4g}; F {:.4g} "
                    "and {:.4g}; condition number {:.3g}.",
                    regression.runs.size(), regression.asPublished.rSquared, regression.right.rSquared,
                    regression.asPublished.adjustedRSquared, regression.right.adjustedRSquared,
                    regression.asPublished.f, regression.right.f, regression.asPublished.conditionNumber));
    if (!regression.remark.empty())
        table.notes.push_back(regression.remark + ".");
    return table;
}

Json regressionJson(const analysis::StudyRegression& regression)
{
    return {{"published", coefficientsJson(regression.asPublished)},
            {"right", coefficientsJson(regression.right)},
            {"runs", texts(regression.runs)},
            {"remark", validUtf8(regression.remark)}};
}

Json accuracyJson(const analysis::AccuracyCurve& curve)
{
    return {{"published", curveJson(curve.asPublished)},
            {"right", curveJson(curve.right)},
            {"bins_left_out", curve.binsLeftOut},
            {"remark", curve.remark}};
}

Json seriesJson(const std::vector<analysis::PublishedSeries>& series)
{
    Json list = Json::array();
    for (const analysis::PublishedSeries& each : series)
        list.push_back({{"link", validUtf8(each.link)},
                        {"published_name", each.studyName.empty() ? Json() : Json(each.studyName)},
                        {"begin", each.begin},
                        {"width", each.width},
                        {"published_gbit_s", numbers(each.asPublished)},
                        {"right_gbit_s", numbers(each.right)}});
    return list;
}

Json patternJson(const analysis::PatternMap& map)
{
    return {{"framework", validUtf8(map.framework)},
            {"topology", validUtf8(map.topology)},
            {"hosts", texts(map.hosts)},
            {"published_gb", matrixJson(map.asPublished)},
            {"right_gb", matrixJson(map.right)},
            {"published_runs", map.publishedRuns.size()},
            {"right_runs", map.rightRuns.size()}};
}

} // namespace millrace::report
