// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/figure_drawing.h"

#include "core/base/unknown.h"
#include "core/report/number_format.h"
#include "core/studies/figure_intervals.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::studies {

namespace {

using report::FigureAxis;
using report::FigureKind;
using report::FigurePoint;
using report::FigureSpec;
using report::Scale;
using enum RecipeKind;

FigureKind figureKindOf(RecipeKind kind) noexcept
{
    switch (kind) {
    case Bars:
    case Stacked:
    case Histogram:
    case Table: return FigureKind::Bars;
    case Lines:
    case Time: return FigureKind::Lines;
    case Scatter:
    case Response: return FigureKind::Scatter;
    case Box: return FigureKind::Box;
    case Cdf: return FigureKind::Cdf;
    case Heat: break;
    }
    return FigureKind::Heat;
}

FigureAxis xAxis(const Recipe& recipe, const FigurePlaces& places)
{
    FigureAxis axis;
    axis.label = recipe.xLabel.empty() ? recipe.x : recipe.xLabel;
    if (recipe.logX)
        axis.scale = Scale::Logarithmic;
    if (places.numeric) {
        axis.unit = !recipe.xUnit.empty() || places.levels.empty() ? recipe.xUnit : places.levels.front().unit;
        return axis;
    }
    if (recipe.x.empty() && recipe.xLabel.empty())
        axis.label = "";
    for (const FigureLevel& level : places.levels)
        axis.categories.push_back(level.text.empty() ? "all runs" : labelOf(recipe, level.text));
    return axis;
}

std::string axisLabel(const Recipe& recipe, const RecipeVariant& variant)
{
    if (!recipe.yLabel.empty())
        return recipe.yLabel;
    if (!variant.series.empty() && variant.value.empty())
        return variant.series;
    return variant.value.empty() ? "value" : variant.value;
}

std::size_t seriesPlace(const FigurePlaces& places, const std::string& name)
{
    return static_cast<std::size_t>(std::ranges::find(places.series, name) - places.series.begin());
}

double meanOf(const FigureMark& mark, double MarkValue::*member)
{
    double sum = 0;
    std::size_t count = 0;
    for (const MarkValue& value : mark.values)
        if (!std::isnan(value.*member)) {
            sum += value.*member;
            ++count;
        }
    return count == 0 ? unknown : sum / static_cast<double>(count);
}

FigurePoint pointOf(const FigureMark& mark, const FigurePlaces& places)
{
    FigurePoint point;
    point.x = places.placeOf(mark.x);
    point.y = mark.mean;
    if (mark.few.empty()) {
        point.low = mark.low;
        point.high = mark.high;
    }
    point.values = mark.few;
    point.target = meanOf(mark, &MarkValue::target);
    point.count = mark.count;
    if (const double label = meanOf(mark, &MarkValue::label); !std::isnan(label))
        point.label = fmt::format("{:.3g}", label);
    return point;
}

void drawMeans(FigureSpec& figure, const Recipe& recipe, const VariantMarks& marks, const FigurePlaces& places)
{
    for (const FigureMark& mark : marks.marks)
        figure.series[seriesPlace(places, seriesName(recipe, mark))].points.push_back(pointOf(mark, places));
    const bool target = std::ranges::any_of(figure.series, [](const report::FigureSeries& series) {
        return std::ranges::any_of(series.points, [](const FigurePoint& point) { return !std::isnan(point.target); });
    });
    if (target)
        figure.targetLabel = recipe.targetName.empty() ? "reference" : recipe.targetName;
}

/// Each component starts where the previous ones on its side of 0 end; the label is above the last one.
void stack(FigureSpec& figure, const FigurePlaces& places)
{
    figure.stacked = true;
    for (std::size_t place = 0; place < places.levels.size(); ++place) {
        double top = 0, bottom = 0;
        FigurePoint* last = nullptr;
        std::string label;
        for (report::FigureSeries& series : figure.series)
            for (FigurePoint& point : series.points)
                if (point.x == static_cast<double>(place)) {
                    double& end = point.y < 0 ? bottom : top;
                    point.base = end;
                    end += std::isnan(point.y) ? 0 : point.y;
                    point.low = point.high = unknown;
                    point.values.clear();
                    label = point.label.empty() ? label : point.label;
                    point.label.clear();
                    last = &point;
                }
        if (last != nullptr)
            last->label = label;
    }
}

void drawScatter(FigureSpec& figure, const Recipe& recipe, const VariantMarks& marks, const FigurePlaces& places)
{
    for (const FigureMark& mark : marks.marks)
        for (const MarkValue& value : mark.values) {
            FigurePoint point;
            point.x = value.place;
            point.y = value.value;
            figure.series[seriesPlace(places, seriesName(recipe, mark))].points.push_back(point);
        }
    figure.identity = recipe.identity;
}

/// y = min(limit, c/x): c is the geometric mean of x·y outside the smallest x, limit the largest y.
void drawInverse(FigureSpec& figure)
{
    constexpr std::size_t places = 100;
    report::Extent x, y;
    for (const report::FigureSeries& series : figure.series)
        for (const FigurePoint& point : series.points)
            if (point.x > 0 && point.y > 0) {
                x.include(point.x);
                y.include(point.y);
            }
    double logs = 0;
    std::size_t count = 0;
    for (const report::FigureSeries& series : figure.series)
        for (const FigurePoint& point : series.points)
            if (point.x > 0 && point.y > 0 && point.y < y.high / 2) { // points at the limit carry no information on c
                logs += std::log(point.x * point.y);
                ++count;
            }
    if (count < 2 || !(x.high > x.low))
        return;
    const double c = std::exp(logs / static_cast<double>(count));
    report::FigureSeries law{
        fmt::format("min({}, {} ÷ x)", report::quantityText(y.high, figure.y.unit),
                    figure.y.unit == "bit/s" ? report::quantityText(c / 8, "B") : fmt::format("{:.3g}", c)),
        {},
        {}};
    law.curve = true;
    for (std::size_t i = 0; i <= places; ++i) {
        FigurePoint point;
        point.x = x.low * std::pow(x.high / x.low, static_cast<double>(i) / places);
        point.y = std::min(y.high, c / point.x);
        law.points.push_back(point);
    }
    figure.series.push_back(std::move(law));
}

void drawBoxes(FigureSpec& figure, const Recipe& recipe, const VariantMarks& marks, const FigurePlaces& places)
{
    for (const FigureMark& mark : marks.marks)
        if (!mark.samples.empty())
            figure.series[seriesPlace(places, seriesName(recipe, mark))].boxes.push_back(
                report::boxOf(places.placeOf(mark.x), mark.samples));
}

/// Rows are series, columns are levels of x.
void drawCells(FigureSpec& figure, const Recipe& recipe, const VariantMarks& marks, const FigurePlaces& places)
{
    for (report::FigureSeries& series : figure.series)
        for (std::size_t i = 0; i < places.levels.size(); ++i) {
            FigurePoint point;
            point.x = static_cast<double>(i);
            point.y = unknown;
            series.points.push_back(point);
        }
    for (const FigureMark& mark : marks.marks)
        if (const double place = places.placeOf(mark.x); !std::isnan(place))
            figure.series[seriesPlace(places, seriesName(recipe, mark))].points[static_cast<std::size_t>(place)] =
                pointOf(mark, places);
}

} // namespace

double FigurePlaces::placeOf(const FigureLevel& level) const noexcept
{
    if (numeric)
        return level.number.value_or(unknown);
    const auto found = std::ranges::find(levels, level.text, &FigureLevel::text);
    return found == levels.end() ? unknown : static_cast<double>(found - levels.begin());
}

FigurePlaces figurePlaces(const Recipe& recipe, const std::vector<const VariantMarks*>& variants)
{
    FigurePlaces places;
    std::vector<FigureMark> series; // without values
    for (const VariantMarks* marks : variants)
        for (const FigureMark& mark : marks->marks) {
            if (std::ranges::find(places.levels, mark.x.text, &FigureLevel::text) == places.levels.end())
                places.levels.push_back(mark.x);
            const std::string name = seriesName(recipe, mark);
            if (std::ranges::none_of(series,
                                     [&](const FigureMark& each) { return seriesName(recipe, each) == name; })) {
                FigureMark& added = series.emplace_back();
                added.series = mark.series;
                added.part = mark.part;
                added.partName = mark.partName;
            }
        }
    const auto before = [](const FigureLevel& a, const FigureLevel& b, const std::vector<std::string>& order) {
        if (order.empty())
            return isBefore(a, b);
        return std::ranges::find(order, a.text) < std::ranges::find(order, b.text);
    };
    std::ranges::stable_sort(places.levels,
                             [&](const FigureLevel& a, const FigureLevel& b) { return before(a, b, recipe.order); });
    std::ranges::stable_sort(series, [&](const FigureMark& a, const FigureMark& b) {
        return a.series.text != b.series.text ? before(a.series, b.series, recipe.seriesOrder) : a.part < b.part;
    });
    for (const FigureMark& each : series)
        places.series.push_back(seriesName(recipe, each));
    const bool placed = recipe.kind == Scatter || recipe.kind == Response || recipe.kind == Time || recipe.kind == Cdf
        || recipe.kind == Histogram;
    const bool numbers = !places.levels.empty()
        && std::ranges::all_of(places.levels, [](const FigureLevel& level) { return level.number.has_value(); });
    places.numeric = placed || (recipe.kind == Lines && recipe.order.empty() && numbers);
    return places;
}

void addNote(FigureSpec& figure, const std::string& sentence)
{
    figure.note += (figure.note.empty() ? "" : " ") + sentence;
}

Result<FigureSpec> drawVariant(store::Database& database, const Recipe& recipe, const RecipeVariant& variant,
                               VariantFormulas& formulas, const VariantMarks& marks, const FigurePlaces& places,
                               const std::vector<FigureRun>& runs, const JobContext& job)
{
    FigureSpec figure;
    figure.kind = figureKindOf(recipe.kind);
    figure.x = xAxis(recipe, places);
    figure.y = {axisLabel(recipe, variant), variant.unit, recipe.logY ? Scale::Logarithmic : Scale::Linear, {}, {}, {}};
    figure.seriesLabel = recipe.seriesLabel.empty() ? recipe.series : recipe.seriesLabel;
    for (const std::string& name : places.series)
        figure.series.push_back({name, {}, {}});
    switch (recipe.kind) {
    case Bars:
    case Lines:
    case Table: drawMeans(figure, recipe, marks, places); break;
    case Stacked:
        drawMeans(figure, recipe, marks, places);
        stack(figure, places);
        break;
    case Scatter:
        drawScatter(figure, recipe, marks, places);
        if (recipe.inverse)
            drawInverse(figure);
        break;
    case Response:
        drawScatter(figure, recipe, marks, places);
        drawResponse(figure, recipe, marks);
        break;
    case Box: drawBoxes(figure, recipe, marks, places); break;
    case Heat: drawCells(figure, recipe, marks, places); break;
    case Cdf: drawCdf(figure, recipe, marks); break;
    case Histogram: drawHistogram(figure, recipe, marks); break;
    case Time: MR_CHECK(drawTime(figure, database, recipe, variant, formulas, runs, marks, job)); break;
    }
    return figure;
}

std::string intervalSentence(const Recipe& recipe, const RecipeVariant& variant, const VariantMarks& marks)
{
    if (recipe.kind != Bars && recipe.kind != Lines && recipe.kind != Table)
        return {};
    std::size_t fewest = 0, most = 0;
    bool samples = false, runs = false, dots = false, intervals = false;
    for (const FigureMark& mark : marks.marks) {
        if (std::isnan(mark.low))
            continue;
        (mark.overSamples ? samples : runs) = true;
        (mark.few.empty() ? intervals : dots) = true;
        fewest = fewest == 0 ? mark.count : std::min(fewest, mark.count);
        most = std::max(most, mark.count);
    }
    if (!samples && !runs)
        return "One run behind each mark, so there are no intervals.";
    const std::string what = !samples ? std::string("runs")
        : !runs                       ? fmt::format("samples of {}", variant.series)
                : fmt::format("runs, or over the samples of {} where there is one run", variant.series);
    const std::string n = fewest == most ? fmt::format("n = {}", most) : fmt::format("n = {} to {}", fewest, most);
    if (recipe.kind == Table)
        return fmt::format("Intervals: {} over {}, {}.", intervalText(variant.interval), what, n);
    const std::string shown = !dots ? fmt::format("{} over {}", intervalText(variant.interval), what)
        : !intervals
        ? fmt::format("the {} themselves as dots, because they are few", what)
        : fmt::format("{} over {}; up to {} values as dots", intervalText(variant.interval), what, fewValues);
    return fmt::format("Intervals: {}, {}.", shown, n);
}

} // namespace millrace::studies
