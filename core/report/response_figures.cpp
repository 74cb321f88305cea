// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/distribution.h"
#include "core/report/figure_parts.h"
#include "core/report/response_parts.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::report {

namespace {

constexpr std::size_t lawPoints = 120;
constexpr std::size_t fitsOfOneCurve = 3;
constexpr std::size_t mostLoads = 7;
constexpr std::size_t rateClasses = 60;

FigureAxis loadAxis(const ResponseChoice& choice)
{
    switch (choice.axis) {
    case ResponseAxis::Offered: return {"cross traffic offered", "bit/s", Scale::Linear, {}, {}, {}};
    case ResponseAxis::Achieved: return {"cross traffic achieved", "bit/s", Scale::Linear, {}, {}, {}};
    case ResponseAxis::Available: return {"bandwidth left for the job", "bit/s", Scale::Linear, {}, {}, {}};
    }
    return {};
}

std::string fitName(const analysis::ResponseFit& fit, const std::string& label, bool alone)
{
    const std::string law = fmt::format("{}, R² {:.3f}", analysis::lawFormula(fit.law, fit.power),
                                        fit.domain == analysis::FitDomain::Logarithmic ? fit.r2Log : fit.r2Linear);
    return alone ? law : fmt::format("{}: {}", label, law);
}

FigureSeries lawSeries(const ResponseCurve& curve, const analysis::ResponseFit& fit, const ResponseChoice& choice,
                       bool alone)
{
    FigureSeries series{fitName(fit, curve.label, alone), {}, {}};
    series.curve = true;
    double most = 0;
    for (const analysis::ResponsePoint& point : curve.points)
        most = point.rate < fit.capacity ? std::max(most, point.rate) : most;
    for (std::size_t i = 0; i <= lawPoints; ++i) {
        const double rate = most * static_cast<double>(i) / lawPoints;
        const double time = fit.at(rate);
        if (std::isfinite(time) && time > 0)
            series.points.push_back({axisValue(curve, choice, rate), time});
    }
    return series;
}

/// Whether a logarithmic axis of the times has more than one label.
bool needsLogarithm(const std::vector<ResponseCurve>& curves)
{
    Extent extent;
    for (const ResponseCurve& curve : curves)
        for (const analysis::ResponsePoint& point : curve.points)
            extent.include(point.time);
    return extent.spans(3);
}

std::string legendTitle(const std::vector<ResponseCurve>& curves)
{
    return curves.size() > 1 ? "curve" : "";
}

/// The loads that are drawn: all, or a uniform selection.
std::vector<const ResponseCondition*> shownLoads(const CurveConditions& conditions)
{
    std::vector<const ResponseCondition*> shown;
    const std::size_t count = conditions.loaded.size();
    const std::size_t most = std::min(count, mostLoads);
    for (std::size_t i = 0; i < most; ++i)
        shown.push_back(&conditions.loaded[most == count ? i : i * (count - 1) / (most - 1)]);
    return shown;
}

std::string loadName(const ResponseCondition& condition)
{
    return std::isnan(condition.achieved) ? condition.name
                                          : fmt::format("{} achieved", quantityText(condition.achieved, "bit/s"));
}

std::string notShown(const CurveConditions& conditions)
{
    return conditions.loaded.size() > mostLoads
        ? fmt::format("{} further loads are in the tables only.", conditions.loaded.size() - mostLoads)
        : "";
}

} // namespace

double axisValue(const ResponseCurve& curve, const ResponseChoice& choice, double rate) noexcept
{
    return choice.axis == ResponseAxis::Available ? curve.capacity - rate : rate;
}

std::string valueLabel(const ResponseChoice& choice)
{
    const char* value = choice.value == ResponseValue::Mean ? "mean step time"
        : choice.value == ResponseValue::Median             ? "median step time"
                                                            : "p99 of the step time";
    if (!choice.relative)
        return value;
    return fmt::format("{} ÷ {} without load", value, choice.value == ResponseValue::Mean ? "mean" : "median");
}

FigureSpec responseFigure(const std::vector<ResponseCurve>& curves, const ResponseChoice& choice)
{
    FigureSpec figure;
    figure.name = "response";
    figure.title = "Step time under cross traffic";
    figure.kind = FigureKind::Scatter;
    figure.x = loadAxis(choice);
    const bool logarithmic = choice.logarithmic && needsLogarithm(curves);
    const Scale scale = logarithmic ? Scale::Logarithmic : Scale::Linear;
    figure.y = {valueLabel(choice), choice.relative ? "" : "s", scale, {}, {}, {}};
    figure.seriesLabel = legendTitle(curves);
    for (const ResponseCurve& curve : curves) {
        FigureSeries& series = figure.series.emplace_back(FigureSeries{curve.label, {}, {}});
        for (const analysis::ResponsePoint& point : curve.points)
            series.points.push_back(
                {axisValue(curve, choice, point.rate), point.time, unknown, unknown, unknown, point.count});
    }
    for (std::size_t number = 0; number < curves.size(); ++number) {
        const ResponseCurve& curve = curves[number];
        for (std::size_t i = 0; i < std::min(curve.fits.size(), curves.size() > 1 ? 1 : fitsOfOneCurve); ++i) {
            figure.series.push_back(lawSeries(curve, curve.fits[i], choice, curves.size() == 1));
            if (curves.size() > 1)
                figure.series.back().like = number;
        }
    }
    figure.caption = fmt::format(
        "One mark for each run. Lines: {}, fitted by least squares of {}.{}",
        curves.size() > 1 ? "the law with the smallest corrected AIC" : "the laws with the smallest corrected AIC",
        choice.domain == analysis::FitDomain::Logarithmic ? "the logarithm of the time" : "the time",
        logarithmic              ? " The axis of times is logarithmic."
            : choice.logarithmic ? " The times differ too little for a logarithmic axis."
                                 : "");
    return figure;
}

FigureSpec residualFigure(const std::vector<ResponseCurve>& curves, const ResponseChoice& choice)
{
    FigureSpec figure;
    figure.name = "response-residuals";
    figure.title = "What the best law leaves over";
    figure.kind = FigureKind::Scatter;
    figure.x = loadAxis(choice);
    figure.y = {"measured − fitted", choice.relative ? "" : "s", Scale::Linear, {}, {}, {}};
    figure.seriesLabel = legendTitle(curves);
    for (const ResponseCurve& curve : curves) {
        if (curve.fits.empty())
            continue;
        const analysis::ResponseFit& fit = curve.fits.front();
        FigureSeries& series = figure.series.emplace_back(
            FigureSeries{fmt::format("{}: {}", curve.label, analysis::lawName(fit.law)), {}, {}});
        for (std::size_t i = 0; i < std::min(curve.points.size(), fit.residuals.size()); ++i)
            if (!std::isnan(fit.residuals[i]))
                series.points.push_back({axisValue(curve, choice, curve.points[i].rate), fit.residuals[i], unknown,
                                         unknown, unknown, curve.points[i].count});
    }
    figure.caption = "Residuals of the law with the smallest corrected AIC. A pattern along the axis means that the "
                     "law does not fit.";
    if (figure.series.empty())
        figure.note = "no law could be fitted.";
    return figure;
}

FigureSpec demandFigure(const std::vector<ResponseCurve>& curves, const ResponseChoice& choice)
{
    FigureSpec figure;
    figure.name = "response-demand";
    figure.title = "What the job asks of the network, and what is left for it";
    figure.kind = FigureKind::Scatter;
    figure.identity = true;
    figure.x = {"bandwidth left, C − B", "bit/s", Scale::Linear, 0.0, {}, {}};
    figure.y = {"demand, bits of a step ÷ step time", "bit/s", Scale::Linear, 0.0, {}, {}};
    figure.seriesLabel = legendTitle(curves);
    figure.caption = "Below the dashed line the job leaves bandwidth unused; on it, it is limited by what is left. "
                     "Bits of a step: 2(N−1)/N × those of the gradients.";
    if (choice.relative) {
        figure.note = "relative step times contain no information about demand.";
        return figure;
    }
    for (const ResponseCurve& curve : curves) {
        if (std::isnan(curve.requirement) || std::isnan(curve.capacity))
            continue;
        FigureSeries& series = figure.series.emplace_back(FigureSeries{curve.label, {}, {}});
        for (const analysis::DemandPoint& point : demandOf(curve.points, curve.capacity, curve.requirement))
            series.points.push_back({point.available, point.demand});
    }
    if (figure.series.empty())
        figure.note = "no run has both the capacity of the path and the bits of a step.";
    return figure;
}

FigureSpec stepFigure(const ResponseCurve& curve, const CurveConditions& conditions, std::size_t number)
{
    FigureSpec figure;
    figure.name = fmt::format("response-steps-{}", number);
    figure.title = fmt::format("Step times with and without load, {}", curve.label);
    figure.kind = FigureKind::Cdf;
    figure.y = {"share of steps", "", Scale::Linear, 0.0, 1.0, {}};
    figure.seriesLabel = "load";
    Extent extent;
    const auto add = [&](const std::string& name, const std::vector<double>& values) {
        if (values.empty())
            return;
        for (const double value : values)
            extent.include(value);
        figure.series.push_back({name, distribution(values), {}});
    };
    add("baseline", conditions.baseline.values.baseline);
    for (const ResponseCondition* condition : shownLoads(conditions))
        add(loadName(*condition), condition->values.loaded);
    const bool far = extent.low > 0 && extent.high / extent.low > 10;
    figure.x = {"step time", "s", far ? Scale::Logarithmic : Scale::Linear, {}, {}, {}};
    figure.caption = fmt::format("Share of the steps that took at most this long; a step is as long as that of its "
                                 "slowest rank, and counts if it is wholly in its phase.{}",
                                 far ? " The axis of step times is logarithmic." : "");
    figure.note = figure.series.empty() ? "the store has no step times of these runs." : notShown(conditions);
    return figure;
}

FigureSpec rateFigure(const ResponseCurve& curve, const CurveConditions& conditions, std::size_t number)
{
    FigureSpec figure;
    figure.name = fmt::format("response-rates-{}", number);
    figure.title = fmt::format("Rates of the cross traffic, {}", curve.label);
    figure.kind = FigureKind::Lines;
    figure.x = {"rate received", "bit/s", Scale::Linear, {}, {}, {}};
    figure.y = {"share of the time", "share", Scale::Linear, 0.0, {}, {}};
    figure.seriesLabel = "load";
    Extent extent;
    for (const ResponseCondition& condition : conditions.loaded)
        for (const double rate : condition.values.rates)
            extent.include(rate);
    double spacing = unknown;
    for (const ResponseCondition* condition : shownLoads(conditions)) {
        if (condition->values.rates.empty() || !(extent.high > 0))
            continue;
        analysis::Histogram histogram{0, extent.high * 1.0001 / rateClasses, std::vector<double>(rateClasses, 0)};
        for (std::size_t i = 0; i < condition->values.rates.size(); ++i)
            histogram.add(condition->values.rates[i], condition->values.weights[i]);
        const double total = histogram.total();
        FigureSeries& series = figure.series.emplace_back(FigureSeries{loadName(*condition), {}, {}});
        for (std::size_t i = 0; i < rateClasses && total > 0; ++i)
            series.points.push_back({histogram.middle(i), histogram.weights[i] / total});
        spacing = condition->values.spacing;
    }
    figure.caption =
        fmt::format("Share of the loaded phase in each of {} classes of rates, weighted by time; payload at "
                    "the destinations{}.",
                    rateClasses, std::isnan(spacing) ? "" : fmt::format(", samples of {}", quantityText(spacing, "s")));
    figure.note =
        figure.series.empty() ? "the store has no series cross.received of these runs." : notShown(conditions);
    return figure;
}

} // namespace millrace::report
