// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/tum/campaign_tables.h"

#include "core/base/clock.h"
#include "core/base/json_fields.h"
#include "core/report/safe_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::studies::tum {

namespace {

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

Json texts(const std::vector<std::string>& values)
{
    Json list = Json::array();
    for (const std::string& value : values)
        list.push_back(report::validUtf8(value));
    return list;
}

Json coefficientsJson(const analysis::LeastSquaresFit& fit)
{
    Json list = Json::array();
    for (const analysis::Coefficient& each : fit.coefficients)
        list.push_back({{"name", report::validUtf8(each.name)},
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

Json curveJson(const std::vector<AccuracyPoint>& points)
{
    Json times = Json::array(), accuracies = Json::array(), data = Json::array();
    for (const AccuracyPoint& point : points) {
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

report::Table patternTable(const PatternMap& map)
{
    report::Table table;
    table.title = fmt::format("Mean volume from each host to each other, {} {}", map.framework, map.topology);
    table.keys = 2;
    table.columns = {{"source"}, {"kind"}};
    for (const std::string& host : map.hosts)
        table.columns.push_back({host, "to " + host, "GB", "wire bytes / 1e9, mean over runs"});
    for (const bool right : {false, true})
        for (std::size_t i = 0; i < map.hosts.size(); ++i) {
            std::vector<report::Cell>& row = table.rows.emplace_back();
            row = {map.hosts[i], right ? "right" : "as published"};
            for (const double value : right ? map.right[i] : map.asPublished[i])
                row.push_back(std::isfinite(value) ? report::Cell(value) : report::Cell());
        }
    if (map.publishedRuns.size() != map.rightRuns.size())
        table.notes.push_back(
            fmt::format("The study's filter also selects runs of other topologies: {} runs instead of "
                        "{}.",
                        map.publishedRuns.size(), map.rightRuns.size()));
    return table;
}

report::Table regressionTable(const StudyRegression& regression)
{
    report::Table table;
    table.title = "MB per step by model size, framework, batch and topology";
    table.columns = {{"column"},
                     {"published", "as published", "", "ordinary least squares by the pseudo-inverse"},
                     {"published_error", "± standard error"},
                     {"published_p", "p"},
                     {"right", "right", "", "MB per step on one clock, without redundant columns"},
                     {"right_error", "± standard error"},
                     {"right_p", "p"}};
    const auto cell = [](double value) { return std::isfinite(value) ? report::Cell(value) : report::Cell(); };
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

Json regressionJson(const StudyRegression& regression)
{
    return {{"published", coefficientsJson(regression.asPublished)},
            {"right", coefficientsJson(regression.right)},
            {"runs", texts(regression.runs)},
            {"remark", report::validUtf8(regression.remark)}};
}

Json accuracyJson(const AccuracyCurve& curve)
{
    return {{"published", curveJson(curve.asPublished)},
            {"right", curveJson(curve.right)},
            {"bins_left_out", curve.binsLeftOut},
            {"remark", curve.remark}};
}

Json seriesJson(const std::vector<PublishedSeries>& series)
{
    Json list = Json::array();
    for (const PublishedSeries& each : series)
        list.push_back({{"link", report::validUtf8(each.link)},
                        {"published_name", each.studyName.empty() ? Json() : Json(each.studyName)},
                        {"begin", each.begin},
                        {"width", each.width},
                        {"published_gbit_s", numbers(each.asPublished)},
                        {"right_gbit_s", numbers(each.right)}});
    return list;
}

Json patternJson(const PatternMap& map)
{
    return {{"framework", report::validUtf8(map.framework)},
            {"topology", report::validUtf8(map.topology)},
            {"hosts", texts(map.hosts)},
            {"published_gb", matrixJson(map.asPublished)},
            {"right_gb", matrixJson(map.right)},
            {"published_runs", map.publishedRuns.size()},
            {"right_runs", map.rightRuns.size()}};
}

} // namespace millrace::studies::tum
