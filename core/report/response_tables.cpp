// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/distribution.h"
#include "core/base/statistics.h"
#include "core/report/response_parts.h"

#include <cmath>
#include <fmt/format.h>

namespace millrace::report {

namespace {

Cell countCell(std::size_t count)
{
    return count == 0 ? Cell() : Cell(static_cast<double>(count));
}

std::string timeUnit(const ResponseChoice& choice)
{
    return choice.relative ? "" : "s";
}

const char* domainName(analysis::FitDomain domain)
{
    return domain == analysis::FitDomain::Logarithmic ? "ln t" : "t";
}

/// One row of quantiles; distances to `baseline`, or none.
void addQuantiles(Table& table, const std::string& curve, const std::string& name, double rate,
                  const std::vector<double>& values, const std::vector<double>* baseline)
{
    if (values.empty())
        return;
    const double p50 = quantile(values, 0.5);
    const double p99 = quantile(values, 0.99);
    std::vector<Cell> row{curve,
                          name,
                          rate,
                          static_cast<double>(values.size()),
                          mean(values),
                          p50,
                          quantile(values, 0.9),
                          p99,
                          p50 > 0 ? p99 / p50 : unknown};
    if (baseline != nullptr && !baseline->empty()) {
        const analysis::KolmogorovSmirnov ks = analysis::kolmogorovSmirnov(values, *baseline);
        row.insert(row.end(), {ks.distance, ks.p, analysis::wassersteinDistance(values, *baseline)});
    } else
        row.insert(row.end(), {Cell(), Cell(), Cell()});
    table.rows.push_back(std::move(row));
}

} // namespace

Table pointTable(const std::vector<ResponseCurve>& curves, const ResponseChoice& choice)
{
    const char* rate = choice.axis == ResponseAxis::Offered ? "offered" : "achieved";
    Table table{
        "Points",
        {{"curve"},
         {"rate", fmt::format("cross traffic {}", rate), "bit/s", "payload of all sources, in the loaded phase"},
         {"available", "left", "bit/s", "capacity − cross traffic"},
         {"time", valueLabel(choice), timeUnit(choice)},
         {"steps", "steps", "", "behind the value"},
         {"demand", "demand", "bit/s", "2(N−1)/N × bits of the gradients ÷ step time"},
         {"required", "required", "bit", "step time × what is left", 4, false, true},
         {"delta", "left − demand", "bit/s"}},
        {}};
    for (const ResponseCurve& curve : curves) {
        const double requirement = choice.relative ? unknown : curve.requirement;
        const auto demands = demandOf(curve.points, curve.capacity, requirement);
        for (std::size_t i = 0; i < curve.points.size(); ++i)
            table.rows.push_back({curve.label, curve.points[i].rate, demands[i].available, curve.points[i].time,
                                  countCell(curve.points[i].count), demands[i].demand,
                                  choice.relative ? unknown : demands[i].required, demands[i].delta});
    }
    return table;
}

Table fitTable(const std::vector<ResponseCurve>& curves, const ResponseChoice& choice)
{
    Table table{"Fits",
                {{"curve"},
                 {"law"},
                 {"formula", "formula", "", "B cross traffic, C capacity"},
                 {"domain", "least squares of"},
                 {"r2_linear", "R² of t", "", "1 − SSres/SStot"},
                 {"r2_log", "R² of ln t", "", "1 − SSres/SStot"},
                 {"rmse", "RMSE", timeUnit(choice)},
                 {"aic", "AICc", "", "n·ln(SS/n) + 2k + 2k(k+1)/(n−k−1), k with the variance"},
                 {"break", "break", "bit/s", "where the time leaves its flat part, or is 10 % above that at no load"},
                 {"break_low", "95 % low", "bit/s", "profile likelihood for saturation, else delta method", 4, true},
                 {"break_high", "95 % high", "bit/s", "", 4, true}},
                {}};
    table.keys = 2;
    for (const ResponseCurve& curve : curves)
        for (const analysis::ResponseFit& fit : curve.fits)
            table.rows.push_back({curve.label, std::string(analysis::lawName(fit.law)),
                                  analysis::lawFormula(fit.law, fit.power), std::string(domainName(fit.domain)),
                                  fit.r2Linear, fit.r2Log, fit.rmse, fit.aic, fit.breakRate, fit.breakLow,
                                  fit.breakHigh});
    table.notes.emplace_back("The smallest AICc comes first; differences below 2 say little.");
    return table;
}

Table parameterTable(const std::vector<ResponseCurve>& curves, const ResponseChoice& choice)
{
    Table table{"Parameters of the fits",
                {{"curve"},
                 {"law"},
                 {"parameter"},
                 {"value"},
                 {"low", "95 % low", "", "Student's t and the curvature at the minimum"},
                 {"high", "95 % high"}},
                {}};
    table.keys = 3;
    for (const ResponseCurve& curve : curves)
        for (const analysis::ResponseFit& fit : curve.fits)
            for (const analysis::ResponseParameter& parameter : fit.parameters) {
                const std::string unit = parameter.unit == "s" && choice.relative ? "" : parameter.unit;
                const analysis::Estimate& value = parameter.value;
                table.rows.push_back({curve.label, std::string(analysis::lawName(fit.law)), parameter.name,
                                      Quantity{value.value, unit}, Quantity{value.interval.low, unit},
                                      Quantity{value.interval.high, unit}});
            }
    return table;
}

Table distanceTable(const std::vector<ResponseCurve>& curves, const std::vector<CurveConditions>& conditions)
{
    Table table{"Step times with and without load",
                {{"curve"},
                 {"load"},
                 {"rate", "cross traffic", "bit/s", "achieved, mean over the runs"},
                 {"steps"},
                 {"mean", "mean", "s"},
                 {"p50", "p50", "s", "quantiles of type 7"},
                 {"p90", "p90", "s"},
                 {"p99", "p99", "s"},
                 {"tail", "p99 ÷ p50"},
                 {"ks", "KS distance", "", "Kolmogorov–Smirnov, to the baseline of the curve"},
                 {"ks_p", "p", "", "as if steps were independent, which they are not quite"},
                 {"wasserstein", "Wasserstein distance", "s", "∫ |F − G|, to the baseline of the curve"}},
                {}};
    table.keys = 2;
    for (std::size_t i = 0; i < curves.size() && i < conditions.size(); ++i) {
        const std::vector<double>& baseline = conditions[i].baseline.values.baseline;
        addQuantiles(table, curves[i].label, "baseline", 0, baseline, nullptr);
        for (const ResponseCondition& condition : conditions[i].loaded)
            addQuantiles(table, curves[i].label, condition.name, condition.achieved, condition.values.loaded,
                         &baseline);
    }
    return table;
}

Table trafficTable(const std::vector<ResponseCurve>& curves, const std::vector<CurveConditions>& conditions)
{
    Table table{"Cross traffic as it arrived",
                {{"curve"},
                 {"load"},
                 {"runs"},
                 {"mean", "mean rate", "bit/s", "weighted by time, at each destination"},
                 {"unweighted", "mean of samples", "bit/s", "as the study has it: without weights"},
                 {"deviation", "deviation", "bit/s", "weighted by time, of the population"},
                 {"spacing", "samples every", "s", "median"},
                 {"period", "period", "s", "of one run; none: no period was found"}},
                {}};
    table.keys = 2;
    for (std::size_t i = 0; i < curves.size() && i < conditions.size(); ++i)
        for (const ResponseCondition& condition : conditions[i].loaded) {
            const PhaseValues& values = condition.values;
            if (values.rates.empty())
                continue;
            analysis::Moments moments;
            for (std::size_t j = 0; j < values.rates.size(); ++j)
                moments.add(values.rates[j], values.weights[j]);
            const Cell period = !std::isnan(condition.period) ? Cell(Quantity{condition.period, "s"})
                : condition.periodLooked                      ? Cell(std::string("none"))
                                                              : Cell();
            table.rows.push_back({curves[i].label, condition.name, static_cast<double>(condition.runs), moments.mean(),
                                  mean(values.rates), moments.deviation(), values.spacing, period});
        }
    return table;
}

} // namespace millrace::report
