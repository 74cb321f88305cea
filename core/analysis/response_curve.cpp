// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/response_curve.h"

#include "core/analysis/response_laws.h"
#include "core/base/unknown.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace millrace::analysis {

namespace {

bool isUsablePoint(const ResponsePoint& point, double capacity)
{
    return point.rate >= 0 && point.rate < capacity && std::isfinite(point.time) && point.time > 0;
}

double squareOf(double value)
{
    return value * value;
}

/// 1 − SSres/SStot; NaN where all values are equal.
double rSquared(const std::vector<double>& values, const std::vector<double>& fitted)
{
    const double middle = mean(values);
    double residual = 0;
    double total = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        residual += squareOf(values[i] - fitted[i]);
        total += squareOf(values[i] - middle);
    }
    return total > 0 ? 1 - residual / total : unknown;
}

std::vector<double> logsOf(std::vector<double> values)
{
    for (double& value : values)
        value = std::log(value);
    return values;
}

/// Hurvich and Tsai 1989, "Regression and time series model selection in small samples"; the variance counts as a
/// parameter.
double correctedAic(double squares, std::size_t points, std::size_t parameters)
{
    const double n = static_cast<double>(points);
    const double k = static_cast<double>(parameters + 1);
    if (n - k - 1 <= 0)
        return unknown;
    const double variance = std::max(squares / n, std::numeric_limits<double>::min());
    return n * std::log(variance) + 2 * k + 2 * k * (k + 1) / (n - k - 1);
}

/// Input of the intervals.
struct Spread
{
    SmallFit fit;
    double variance = unknown; ///< of a residual
    double t = unknown; ///< of Student's distribution

    /// Of a number with these slopes by the parameters (delta method).
    [[nodiscard]] double halfWidth(const SmallVector& slopes) const
    {
        double sum = 0;
        for (std::size_t i = 0; i < slopes.size(); ++i)
            for (std::size_t j = 0; j < slopes.size(); ++j)
                sum += slopes[i] * fit.inverse[i][j] * slopes[j];
        return fit.determined ? t * std::sqrt(std::max(0.0, sum * variance)) : unknown;
    }
    [[nodiscard]] Estimate estimate(double value, const SmallVector& slopes, double unit = 1) const
    {
        const double half = halfWidth(slopes);
        return {value * unit, {(value - half) * unit, (value + half) * unit}};
    }
};

Spread spreadOf(const SmallFit& fit, std::size_t points, std::size_t count)
{
    const double degrees = static_cast<double>(points - count);
    return {fit, fit.squares / degrees, boost::math::quantile(boost::math::students_t(degrees), 0.975)};
}

/// Interval and all through a rising function.
template <typename Function>
Estimate through(const Estimate& estimate, Function function)
{
    return {function(estimate.value), {function(estimate.interval.low), function(estimate.interval.high)}};
}

std::vector<ResponseParameter> parametersOf(const LawForm& form, const Spread& spread, double capacity)
{
    const SmallVector& p = spread.fit.parameters;
    const Estimate first = spread.estimate(p[0], {1});
    const Estimate second = spread.estimate(p[1], {0, 1});
    const Estimate factor = through(first, [](double value) { return std::exp(value); });
    switch (form.law) {
    case ResponseLaw::Exponential: return {{"a", "s", factor}, {"k", "", second}};
    case ResponseLaw::SquareRoot:
        return {{"A", "s", factor}, {"B0", "bit/s", through(second, [capacity](double k) {
                                         return capacity * squareOf(std::max(k, 0.0));
                                     })}};
    case ResponseLaw::InverseSquare:
        return {{"A", "s", factor},
                {"B0", "(bit/s)²", through(second, [capacity](double k) { return k * squareOf(capacity); })}};
    case ResponseLaw::Saturation:
        return {{"t0", "s", first},
                {"s", "",
                 p[1] < p[0] ? spread.estimate(p[1] / p[0], {-p[1] / squareOf(p[0]), 1 / p[0]})
                             : Estimate{1, {unknown, unknown}}},
                {"C'", "bit/s", spread.estimate(p[2], {0, 0, 1}, capacity)}};
    case ResponseLaw::Queueing: return {{"t0", "s", first}, {"d", "s", second}};
    }
    return {};
}

/// The parameters of the form from the displayed ones; exact enough for drawing, and the only input of at().
SmallVector internalOf(const ResponseFit& fit)
{
    SmallVector p{};
    for (std::size_t i = 0; i < fit.parameters.size() && i < p.size(); ++i)
        p[i] = fit.parameters[i].value.value;
    switch (fit.law) {
    case ResponseLaw::Exponential: return {std::log(p[0]), p[1]};
    case ResponseLaw::SquareRoot: return {std::log(p[0]), std::sqrt(p[1] / fit.capacity)};
    case ResponseLaw::InverseSquare: return {std::log(p[0]), p[1] / squareOf(fit.capacity)};
    case ResponseLaw::Saturation: return {p[0], p[0] * p[1], p[2] / fit.capacity};
    case ResponseLaw::Queueing: return {p[0], p[1]};
    }
    return p;
}

void addBreak(ResponseFit& result, const LawForm& form, const Spread& spread, const LoadedTimes& data)
{
    const SmallVector& p = spread.fit.parameters;
    const double capacity = result.capacity;
    const double load = breakLoad(form, p);
    result.breakRate = load * capacity;
    result.breakLow = result.breakHigh = unknown;
    if (std::isnan(load) || std::isnan(spread.t))
        return;
    if (form.law == ResponseLaw::Saturation) {
        const double most = spread.fit.squares + squareOf(spread.t) * spread.variance;
        const Interval demand = saturationProfile(data, result.domain, p[2], most);
        result.breakLow = (1 - demand.high) * capacity;
        result.breakHigh = (1 - demand.low) * capacity;
        return;
    }
    SmallVector slopes{};
    for (std::size_t i = 0; i < form.count(); ++i) {
        const double step = 1e-6 * (std::abs(p[i]) + 1e-6);
        SmallVector low = p;
        SmallVector high = p;
        low[i] -= step;
        high[i] += step;
        slopes[i] = (breakLoad(form, high) - breakLoad(form, low)) / (2 * step);
    }
    const double half = spread.halfWidth(slopes);
    result.breakLow = std::max(0.0, load - half) * capacity;
    result.breakHigh = std::min(1.0, load + half) * capacity;
}

void addGoodness(ResponseFit& result, const LawForm& form, const SmallFit& fit, std::span<const ResponsePoint> points,
                 const LoadedTimes& data)
{
    std::vector<double> fitted;
    for (const double load : data.loads)
        fitted.push_back(form.value(fit.parameters, load));
    for (const ResponsePoint& point : points)
        result.residuals.push_back(isUsablePoint(point, result.capacity)
                                       ? point.time - form.value(fit.parameters, point.rate / result.capacity)
                                       : unknown);
    double squares = 0;
    for (std::size_t i = 0; i < fitted.size(); ++i)
        squares += squareOf(data.times[i] - fitted[i]);
    result.rmse = std::sqrt(squares / static_cast<double>(fitted.size()));
    result.r2Linear = rSquared(data.times, fitted);
    const bool positive = std::ranges::all_of(fitted, [](double value) { return value > 0; });
    result.r2Log = positive ? rSquared(logsOf(data.times), logsOf(fitted)) : unknown;
    result.aic = correctedAic(fit.squares, data.times.size(), form.count());
}

} // namespace

std::string_view lawName(ResponseLaw law) noexcept
{
    switch (law) {
    case ResponseLaw::Exponential: return "exponential";
    case ResponseLaw::SquareRoot: return "square root";
    case ResponseLaw::InverseSquare: return "inverse square";
    case ResponseLaw::Saturation: return "saturation";
    case ResponseLaw::Queueing: return "queueing";
    }
    return "";
}

std::string lawFormula(ResponseLaw law, double power)
{
    switch (law) {
    case ResponseLaw::Exponential:
        return power == 1 ? "t = a·exp(k·C/(C−B))" : fmt::format("t = a·exp(k·(C/(C−B))^{})", power);
    case ResponseLaw::SquareRoot: return "t = A·exp(√(B0/(C−B)))";
    case ResponseLaw::InverseSquare: return "t = A·exp(B0/(C−B)²)";
    case ResponseLaw::Saturation: return "t = max(t0, t0·(1−s) + s·t0·C'/(C−B))";
    case ResponseLaw::Queueing: return "t = t0 + d·C/(C−B)";
    }
    return {};
}

double ResponseFit::at(double rate) const noexcept
{
    if (!(rate < capacity) || parameters.empty())
        return unknown;
    return formOf(law, power).value(internalOf(*this), rate / capacity);
}

Result<ResponseFit> fitResponse(std::span<const ResponsePoint> points, ResponseLaw law, double capacity,
                                FitDomain domain, double power, std::size_t* leftOut)
{
    if (!(capacity > 0) || !std::isfinite(capacity))
        return fail(ErrorCode::InvalidInput, "a response curve needs the capacity of the path; give it in bit/s");
    if (!(power > 0) || !std::isfinite(power))
        return fail(ErrorCode::InvalidInput, "the power of the exponential law must be above 0");
    LoadedTimes data;
    for (const ResponsePoint& point : points)
        if (isUsablePoint(point, capacity)) {
            data.loads.push_back(point.rate / capacity);
            data.times.push_back(point.time);
        }
    if (leftOut != nullptr)
        *leftOut = points.size() - data.loads.size();
    const LawForm form = formOf(law, power);
    if (data.loads.size() < form.count() + 1)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("the {} law needs {} points below the capacity, and there {} {}; measure at more loads",
                                lawName(law), form.count() + 1, data.loads.size() == 1 ? "is" : "are",
                                data.loads.size()));
    MR_TRY(fit, fitForm(form, data, domain));
    if (law == ResponseLaw::SquareRoot && fit.parameters[1] < 0)
        return fail(ErrorCode::InvalidInput,
                    "the time falls with the load, which the square root law cannot describe; use another law");
    ResponseFit result{law, form.power, capacity, domain, {}, {}};
    const Spread spread = spreadOf(fit, data.loads.size(), form.count());
    result.parameters = parametersOf(form, spread, capacity);
    addGoodness(result, form, fit, points, data);
    addBreak(result, form, spread, data);
    return result;
}

std::vector<ResponseFit> fitAllLaws(std::span<const ResponsePoint> points, double capacity, FitDomain domain)
{
    std::vector<ResponseFit> fits;
    for (const ResponseLaw law : {ResponseLaw::Exponential, ResponseLaw::SquareRoot, ResponseLaw::InverseSquare,
                                  ResponseLaw::Saturation, ResponseLaw::Queueing})
        if (auto fit = fitResponse(points, law, capacity, domain))
            fits.push_back(std::move(*fit));
    std::ranges::stable_sort(fits, [](const ResponseFit& a, const ResponseFit& b) {
        return std::isnan(b.aic) ? !std::isnan(a.aic) : a.aic < b.aic;
    });
    return fits;
}

std::vector<DemandPoint> demandOf(std::span<const ResponsePoint> points, double capacity, double requirement)
{
    std::vector<DemandPoint> demands;
    for (const ResponsePoint& point : points) {
        DemandPoint demand;
        demand.rate = point.rate;
        demand.available = capacity - point.rate;
        demand.demand = point.time > 0 ? requirement / point.time : unknown;
        demand.required = point.time * demand.available;
        demand.delta = demand.available - demand.demand;
        demands.push_back(demand);
    }
    return demands;
}

} // namespace millrace::analysis
