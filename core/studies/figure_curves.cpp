// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/response_curve.h"
#include "core/base/statistics.h"
#include "core/base/time_distance.h"
#include "core/report/figure_parts.h"
#include "core/report/number_format.h"
#include "core/studies/figure_drawing.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace millrace::studies {

namespace {

using report::FigurePoint;
using report::FigureSeries;
using report::FigureSpec;

constexpr std::size_t mostPoints = 400; ///< of a line over time
constexpr std::size_t lawPoints = 120;
constexpr double smallestSpan = 1e-300; ///< has parts
constexpr int mostHistogramBins = 60;

/// The name of a curve of a mark's distribution: its level of x and its series.
std::string curveName(const Recipe& recipe, const FigureMark& mark)
{
    const std::string series = seriesName(recipe, mark), x = labelOf(recipe, mark.x.text);
    return x.empty() || series.empty() ? x + series : x + ", " + series;
}

void noteCurves(FigureSpec& figure, std::size_t left)
{
    if (left > 0)
        addNote(figure, fmt::format("{} further curves are not shown.", left));
}

/// Samples as points, at most `mostPoints`: the minimum and maximum of each interval are kept.
std::vector<FigurePoint> thinned(std::vector<FigurePoint> points)
{
    if (points.size() <= mostPoints)
        return points;
    std::vector<FigurePoint> kept;
    const std::size_t stretches = mostPoints / 2;
    for (std::size_t i = 0; i < stretches; ++i) {
        const auto at = [&](std::size_t part) {
            return points.begin() + static_cast<std::ptrdiff_t>(part * points.size() / stretches);
        };
        auto [low, high] =
            std::minmax_element(at(i), at(i + 1), [](const auto& a, const auto& b) { return a.y < b.y; });
        if (high < low)
            std::swap(low, high);
        kept.push_back(*low);
        if (low != high)
            kept.push_back(*high);
    }
    return kept;
}

/// "t = a·exp(k·C/(C−B)), a = 0.12 s, k = 1.4, R² of ln t 0.987".
std::string lawText(const analysis::ResponseFit& fit)
{
    std::string text = analysis::lawFormula(fit.law, fit.power);
    for (const analysis::ResponseParameter& parameter : fit.parameters)
        text += fmt::format(", {} = {}", parameter.name, report::quantityText(parameter.value.value, parameter.unit));
    return text + fmt::format(", R² of ln t {:.3f}", fit.r2Log);
}

/// The rule of Freedman and Diaconis ("On the histogram as a density estimator", 1981).
int binsOf(std::vector<double> values, double low, double high)
{
    std::ranges::sort(values);
    const double spread = quantile(values, 0.75) - quantile(values, 0.25);
    const double width = 2 * spread / std::cbrt(static_cast<double>(values.size()));
    if (!(width > 0))
        return 10;
    const double bins = std::ceil((high - low) / width); // may exceed the number of values
    return bins >= mostHistogramBins ? mostHistogramBins : bins > 5 ? static_cast<int>(bins) : 5;
}

} // namespace

void drawCdf(FigureSpec& figure, const Recipe& recipe, const VariantMarks& marks)
{
    // The x axis shows the values.
    figure.x = figure.y;
    if (!recipe.xLabel.empty())
        figure.x.label = recipe.xLabel;
    figure.x.scale = recipe.logX ? report::Scale::Logarithmic : report::Scale::Linear;
    figure.y = {"share of the values", "", report::Scale::Linear, 0.0, 1.0, {}};
    figure.series.clear();
    std::size_t left = 0;
    for (const FigureMark& mark : marks.marks) {
        if (mark.samples.empty())
            continue;
        if (figure.series.size() == mostCurves) {
            ++left;
            continue;
        }
        figure.series.push_back({curveName(recipe, mark), report::distribution(mark.samples), {}});
    }
    noteCurves(figure, left);
}

void drawHistogram(FigureSpec& figure, const Recipe& recipe, const VariantMarks& marks)
{
    figure.x = {
        recipe.xLabel.empty() ? figure.y.label : recipe.xLabel, figure.y.unit, report::Scale::Linear, {}, {}, {}};
    figure.y = {"values", "", report::Scale::Linear, {}, {}, {}};
    figure.series.clear();
    std::vector<double> all;
    for (const FigureMark& mark : marks.marks)
        all.insert(all.end(), mark.samples.begin(), mark.samples.end());
    if (all.empty())
        return;
    const double low = *std::ranges::min_element(all);
    double high = *std::ranges::max_element(all);
    if (!(high - low >= smallestSpan))
        high = low + (std::abs(low) >= smallestSpan ? std::abs(low) * 0.1 : 1);
    const int bins = recipe.bins > 0 ? recipe.bins : binsOf(all, low, high);
    figure.binWidth = std::isfinite(high - low) ? (high - low) / bins : high / bins - low / bins;
    std::size_t left = 0;
    for (const FigureMark& mark : marks.marks) {
        if (figure.series.size() == mostCurves) {
            ++left;
            continue;
        }
        FigureSeries& series = figure.series.emplace_back(FigureSeries{curveName(recipe, mark), {}, {}});
        for (int i = 0; i < bins; ++i) {
            FigurePoint point;
            point.x = low + figure.binWidth * i;
            series.points.push_back(point);
        }
        for (const double value : mark.samples) {
            const auto bin = static_cast<std::size_t>(std::clamp((value - low) / figure.binWidth, 0.0, bins - 0.5));
            ++series.points[bin].y;
        }
    }
    noteCurves(figure, left);
}

Result<void> drawTime(FigureSpec& figure, store::Database& database, const Recipe& recipe, const RecipeVariant& variant,
                      VariantFormulas& formulas, const std::vector<FigureRun>& runs, const VariantMarks& marks,
                      const JobContext& job)
{
    figure.x = {recipe.xLabel.empty() ? "time since the first sample" : recipe.xLabel,
                recipe.xLabel.empty() || !recipe.xUnit.empty() ? "s" : "",
                report::Scale::Linear,
                {},
                {},
                {}};
    figure.series.clear();
    std::size_t left = 0;
    Issues issues;
    for (const FigureMark& mark : marks.marks)
        for (const MarkValue& value : mark.values) {
            if (job.cancelled())
                return fail(ErrorCode::Cancelled, "making the figure was cancelled");
            MR_TRY(all, readSamples(database, runs[value.run].id, variant, issues));
            std::optional<std::int64_t> begin;
            for (const analysis::Series& series : all)
                if (!series.times.empty())
                    begin = std::min(begin.value_or(series.times.front()), series.times.front());
            for (const analysis::Series& series : all) {
                if (figure.series.size() == mostCurves) {
                    ++left;
                    continue;
                }
                std::string name = curveName(recipe, mark);
                if (!series.node.empty())
                    name += (name.empty() ? "" : ", ") + series.node;
                std::vector<FigurePoint> points;
                for (std::size_t i = 0; i < series.times.size(); ++i) {
                    FigurePoint point;
                    point.x = secondsBetween(*begin, series.times[i]);
                    point.y = formulas.value(mark.part, runs[value.run], {}, series.values[i]);
                    if (!std::isnan(point.y))
                        points.push_back(point);
                }
                figure.series.push_back({name, thinned(std::move(points)), {}});
            }
        }
    noteCurves(figure, left);
    return {};
}

void drawResponse(FigureSpec& figure, const Recipe& recipe, const VariantMarks& marks)
{
    if (!(recipe.capacity > 0)) {
        addNote(figure, "No law is fitted, because the recipe does not say the capacity of the path.");
        return;
    }
    const std::size_t measured = figure.series.size();
    std::vector<std::pair<std::optional<std::size_t>, std::string>> laws; // by series
    for (const FigureMark& mark : marks.marks) {
        std::vector<analysis::ResponsePoint> points;
        for (const MarkValue& value : mark.values)
            if (value.value > 0)
                points.push_back({value.place, value.value, 0});
        std::ranges::sort(points, {}, &analysis::ResponsePoint::rate);
        const auto fits = analysis::fitAllLaws(points, recipe.capacity, analysis::FitDomain::Logarithmic);
        if (fits.empty() || points.empty())
            continue;
        const analysis::ResponseFit& fit = fits.front();
        const std::string name = seriesName(recipe, mark);
        const std::string law = lawText(fit);
        FigureSeries curve{name.empty() ? law : name + ": " + law, {}, {}};
        curve.curve = true;
        for (std::size_t i = 0; i < measured; ++i)
            if (figure.series[i].name == name)
                curve.like = i;
        if (measured == 1)
            curve.like.reset(); // its law is in the legend
        const double most = std::min(points.back().rate, recipe.capacity * 0.999);
        for (std::size_t i = 0; i <= lawPoints; ++i) {
            FigurePoint point;
            point.x = most * static_cast<double>(i) / lawPoints;
            point.y = fit.at(point.x);
            if (std::isfinite(point.y) && point.y > 0)
                curve.points.push_back(point);
        }
        laws.emplace_back(curve.like, law);
        figure.series.push_back(std::move(curve));
    }
    for (const auto& [series, law] : laws)
        if (series)
            figure.series[*series].name += ": " + law;
}

} // namespace millrace::studies
