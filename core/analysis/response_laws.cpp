// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/response_laws.h"

#include "core/analysis/least_squares.h"
#include "core/base/unknown.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace millrace::analysis {

namespace {

constexpr double risen = 1.1; ///< time at which the flat part ends, relative to the time at no load

ResidualModel modelOf(const LawForm& form, const LoadedTimes& data, FitDomain domain)
{
    return [&form, &data, domain](const SmallVector& p, ResidualsAt& at) {
        at.residuals.resize(data.loads.size());
        at.slopes.resize(data.loads.size());
        for (std::size_t i = 0; i < data.loads.size(); ++i) {
            const double value = form.value(p, data.loads[i]);
            at.slopes[i] = form.slopes(p, data.loads[i]);
            if (!std::isfinite(value) || (domain == FitDomain::Logarithmic && !(value > 0)))
                return false;
            at.residuals[i] = data.times[i] - value;
            if (domain == FitDomain::Linear)
                continue;
            at.residuals[i] = std::log(data.times[i] / value);
            for (double& slope : at.slopes[i])
                slope /= value;
        }
        return true;
    };
}

/// y = c0 + c1·x with weights, by ordinary least squares; none where x is constant.
std::optional<SmallVector> lineThrough(const std::vector<double>& x, const std::vector<double>& y,
                                       const std::vector<double>& weights)
{
    DesignMatrix design{{"constant", "x"}, {weights, {}}};
    std::vector<double> target;
    for (std::size_t i = 0; i < x.size(); ++i) {
        design.columns[1].push_back(weights[i] * x[i]);
        target.push_back(weights[i] * y[i]);
    }
    const auto fit = leastSquares(design, target);
    if (!fit || fit->rank < 2)
        return {};
    return SmallVector{fit->coefficients[0].value, fit->coefficients[1].value};
}

/// Straight lines in ln t or in t, once with equal weights and once with those that the other scale implies.
std::vector<SmallVector> startsOf(const LawForm& form, const LoadedTimes& data)
{
    std::vector<double> x;
    std::vector<double> logs;
    std::vector<double> inverse;
    for (std::size_t i = 0; i < data.loads.size(); ++i) {
        x.push_back(form.x(data.loads[i]));
        logs.push_back(std::log(data.times[i]));
        inverse.push_back(1 / data.times[i]);
    }
    const std::vector<double> ones(x.size(), 1);
    const bool exponential = form.isExponential();
    const auto plain = lineThrough(x, exponential ? logs : data.times, ones);
    const auto weighted = lineThrough(x, exponential ? logs : data.times, exponential ? data.times : inverse);
    std::vector<SmallVector> starts;
    for (const auto& line : {plain, weighted})
        if (line) {
            starts.push_back(*line);
            starts.push_back({(*line)[0], (*line)[1] / 2});
        }
    if (!exponential && !starts.empty())
        starts.push_back({*std::ranges::min_element(data.times) / 2, *std::ranges::min_element(data.times) / 2});
    return starts;
}

/// Saturation with a given p2.
struct Saturated
{
    double squares = std::numeric_limits<double>::infinity();
    SmallVector p{};
};
/// The same where the whole step is communication, p1 = p0: t = p0·max(1, p2/(1 − u)).
Saturated wholeStepAt(const LoadedTimes& data, bool logarithmic, double demand)
{
    double above = 0;
    double below = 0;
    std::vector<double> shape;
    for (std::size_t i = 0; i < data.loads.size(); ++i) {
        shape.push_back(std::max(1.0, demand / (1 - data.loads[i])));
        above += logarithmic ? std::log(data.times[i] / shape[i]) : data.times[i] * shape[i];
        below += logarithmic ? 1 : shape[i] * shape[i];
    }
    const double t0 = logarithmic ? std::exp(above / below) : above / below;
    Saturated result{0, {t0, t0, demand}};
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const double fitted = t0 * shape[i];
        const double off = logarithmic ? std::log(data.times[i] / fitted) : data.times[i] - fitted;
        result.squares += off * off;
    }
    return result;
}

Saturated saturatedAt(const LoadedTimes& data, FitDomain domain, double demand)
{
    std::vector<double> x;
    std::vector<double> inverse;
    for (std::size_t i = 0; i < data.loads.size(); ++i) {
        x.push_back(std::max(0.0, demand / (1 - data.loads[i]) - 1));
        inverse.push_back(1 / data.times[i]);
    }
    const bool logarithmic = domain == FitDomain::Logarithmic;
    const auto line = lineThrough(x, data.times, logarithmic ? inverse : std::vector<double>(x.size(), 1));
    if (!line || !((*line)[0] > 0) || !((*line)[1] >= 0))
        return {};
    Saturated result{0, {(*line)[0], (*line)[1], demand}};
    const ResidualModel model = [&](const SmallVector& p, ResidualsAt& at) {
        at.residuals.resize(x.size());
        at.slopes.resize(x.size());
        for (std::size_t i = 0; i < x.size(); ++i) {
            const double value = p[0] + p[1] * x[i];
            if (logarithmic && !(value > 0))
                return false;
            at.residuals[i] = logarithmic ? std::log(data.times[i] / value) : data.times[i] - value;
            at.slopes[i] = logarithmic ? SmallVector{1 / value, x[i] / value} : SmallVector{1, x[i]};
        }
        return true;
    };
    const auto fit = fitSmall(model, 2, {result.p});
    if (!fit || !(fit->parameters[0] > 0) || !(fit->parameters[1] >= 0))
        return {};
    if (fit->parameters[1] > fit->parameters[0])
        return wholeStepAt(data, logarithmic, demand);
    result.squares = fit->squares;
    result.p[0] = fit->parameters[0];
    result.p[1] = fit->parameters[1];
    return result;
}

/// The p2 for which at least one point is flat and points at two loads are not: otherwise the parameters mean nothing.
std::optional<Interval> demandRange(const LoadedTimes& data)
{
    std::vector<double> loads = data.loads;
    std::ranges::sort(loads);
    loads.erase(std::unique(loads.begin(), loads.end()), loads.end());
    if (loads.size() < 3)
        return {};
    return Interval{1 - loads[loads.size() - 2], 1 - loads.front()};
}

/// The p2 that are tried: the ends of each stretch between two points, and evenly within it.
std::vector<double> demandsToTry(const LoadedTimes& data, const Interval& range)
{
    constexpr std::size_t most = 240;
    std::vector<double> ends;
    for (const double load : data.loads)
        if (range.contains(1 - load))
            ends.push_back(1 - load);
    std::ranges::sort(ends);
    std::vector<double> demands;
    const std::size_t within = std::clamp<std::size_t>(most / std::max<std::size_t>(ends.size(), 1), 2, 12);
    const std::size_t stride = std::max<std::size_t>(1, ends.size() * within / most);
    for (std::size_t i = 0; i + 1 < ends.size(); i += stride) {
        const double next = ends[std::min(i + stride, ends.size() - 1)];
        for (std::size_t j = 0; j < within; ++j)
            demands.push_back(ends[i]
                              + (next - ends[i]) * (static_cast<double>(j) + 0.5) / static_cast<double>(within));
    }
    return demands;
}

/// p0 = p1 and p2 from here; in the answer the two move together.
Result<SmallFit> fitWholeStep(const LoadedTimes& data, FitDomain domain, const SmallVector& start)
{
    const bool logarithmic = domain == FitDomain::Logarithmic;
    const ResidualModel model = [&data, logarithmic](const SmallVector& p, ResidualsAt& at) {
        if (!(p[0] > 0))
            return false;
        at.residuals.resize(data.loads.size());
        at.slopes.resize(data.loads.size());
        for (std::size_t i = 0; i < data.loads.size(); ++i) {
            const double idle = 1 - data.loads[i];
            const double shape = std::max(1.0, p[1] / idle);
            const double value = p[0] * shape;
            at.residuals[i] = logarithmic ? std::log(data.times[i] / value) : data.times[i] - value;
            at.slopes[i] = {shape, shape > 1 ? p[0] / idle : 0};
            if (logarithmic)
                at.slopes[i] = {at.slopes[i][0] / value, at.slopes[i][1] / value};
        }
        return true;
    };
    MR_TRY(two, fitSmall(model, 2, {{start[0], start[2]}}));
    SmallFit fit{{two.parameters[0], two.parameters[0], two.parameters[1]}, two.squares, {}, two.determined};
    constexpr std::array<std::size_t, 3> from{0, 0, 1};
    for (std::size_t i = 0; i < from.size(); ++i)
        for (std::size_t j = 0; j < from.size(); ++j)
            fit.inverse[i][j] = two.inverse[from[i]][from[j]];
    return fit;
}

Result<SmallFit> fitSaturation(const LawForm& form, const LoadedTimes& data, FitDomain domain)
{
    const auto range = demandRange(data);
    if (!range)
        return fail(ErrorCode::InvalidInput, "the law of saturation needs three different loads; measure more of them");
    Saturated best;
    for (const double demand : demandsToTry(data, *range))
        if (const Saturated tried = saturatedAt(data, domain, demand); tried.squares < best.squares)
            best = tried;
    if (!(best.p[1] > 0))
        return fail(ErrorCode::InvalidInput,
                    "the time does not increase with the load, so no saturation can be fitted");
    MR_TRY(fit,
           best.p[1] < best.p[0] ? fitSmall(modelOf(form, data, domain), 3, {best.p})
                                 : fitWholeStep(data, domain, best.p));
    if (fit.parameters[1] > fit.parameters[0]) {
        MR_TRY(bound, fitWholeStep(data, domain, fit.parameters));
        fit = std::move(bound);
    }
    if (!range->contains(fit.parameters[2]) || !(fit.parameters[0] > 0) || !(fit.parameters[1] > 0) || !fit.determined)
        return fail(ErrorCode::InvalidInput,
                    "the break is outside of the measured loads; measure lower and higher loads");
    return fit;
}

/// Where `squares` crosses `most` between `in`, where it is below, and `out`.
double crossing(const LoadedTimes& data, FitDomain domain, double in, double out, double most)
{
    for (int i = 0; i < 50; ++i) {
        const double middle = (in + out) / 2;
        (saturatedAt(data, domain, middle).squares <= most ? in : out) = middle;
    }
    return in;
}

} // namespace

bool LawForm::isExponential() const noexcept
{
    return law != ResponseLaw::Saturation && law != ResponseLaw::Queueing;
}

double LawForm::x(double load) const noexcept
{
    return std::pow(1 / (1 - load), power);
}

double LawForm::value(const SmallVector& p, double load) const noexcept
{
    if (law == ResponseLaw::Saturation)
        return p[0] + p[1] * std::max(0.0, p[2] / (1 - load) - 1);
    return isExponential() ? std::exp(p[0] + p[1] * x(load)) : p[0] + p[1] * x(load);
}

SmallVector LawForm::slopes(const SmallVector& p, double load) const noexcept
{
    if (law == ResponseLaw::Saturation) {
        const double over = p[2] / (1 - load) - 1;
        return over > 0 ? SmallVector{1, over, p[1] / (1 - load)} : SmallVector{1, 0, 0};
    }
    const double factor = isExponential() ? value(p, load) : 1;
    return {factor, factor * x(load)};
}

LawForm formOf(ResponseLaw law, double power) noexcept
{
    switch (law) {
    case ResponseLaw::Exponential: return {law, power};
    case ResponseLaw::SquareRoot: return {law, 0.5};
    case ResponseLaw::InverseSquare: return {law, 2};
    default: return {law, 1};
    }
}

Result<SmallFit> fitForm(const LawForm& form, const LoadedTimes& data, FitDomain domain)
{
    if (form.law == ResponseLaw::Saturation)
        return fitSaturation(form, data, domain);
    const std::vector<SmallVector> starts = startsOf(form, data);
    if (starts.empty())
        return fail(ErrorCode::InvalidInput, "all points have the same load; measure at others too");
    return fitSmall(modelOf(form, data, domain), form.count(), starts);
}

Interval saturationProfile(const LoadedTimes& data, FitDomain domain, double best, double most)
{
    Interval interval{unknown, unknown};
    const auto range = demandRange(data);
    if (!range)
        return interval;
    const std::vector<double> all = demandsToTry(data, *range);
    double low = best;
    double high = best;
    for (const double demand : all)
        if (saturatedAt(data, domain, demand).squares <= most) {
            low = std::min(low, demand);
            high = std::max(high, demand);
        }
    const auto above = std::ranges::upper_bound(all, high);
    const auto below = std::ranges::lower_bound(all, low);
    if (above != all.end())
        interval.high = crossing(data, domain, high, *above, most);
    if (below != all.begin())
        interval.low = crossing(data, domain, low, *std::prev(below), most);
    return interval;
}

double breakLoad(const LawForm& form, const SmallVector& p) noexcept
{
    if (form.law == ResponseLaw::Saturation)
        return 1 - p[2];
    if (!(p[1] > 0))
        return unknown;
    if (form.isExponential())
        return 1 - std::pow(1 + std::log(risen) / p[1], -1 / form.power);
    const double idle = 1 + (risen - 1) * (p[0] + p[1]) / p[1];
    return idle > 1 ? 1 - 1 / idle : unknown;
}

} // namespace millrace::analysis
