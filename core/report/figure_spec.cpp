// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/figure_spec.h"

#include "core/base/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace millrace::report {

namespace {

struct KindEntry
{
    FigureKind kind;
    std::string_view name;
    bool inViews;
};
constexpr std::array figureKinds = {
    KindEntry{FigureKind::Bars, "bars", true},       KindEntry{FigureKind::Lines, "lines", true},
    KindEntry{FigureKind::Box, "box", true},         KindEntry{FigureKind::Cdf, "cdf", true},
    KindEntry{FigureKind::Scatter, "scatter", true}, KindEntry{FigureKind::Heat, "heat", false}};

} // namespace

std::string_view kindName(FigureKind kind) noexcept
{
    return std::ranges::find(figureKinds, kind, &KindEntry::kind)->name;
}

std::optional<FigureKind> parseKind(std::string_view name) noexcept
{
    const auto found = std::ranges::find(figureKinds, name, &KindEntry::name);
    return found == figureKinds.end() ? std::nullopt : std::optional(found->kind);
}

const std::vector<std::string>& viewKinds()
{
    static const std::vector<std::string> names = [] {
        std::vector<std::string> made;
        for (const KindEntry& each : figureKinds)
            if (each.inViews)
                made.emplace_back(each.name);
        return made;
    }();
    return names;
}

FigureBox boxOf(double x, std::vector<double> values)
{
    std::ranges::sort(values);
    FigureBox box;
    box.x = x;
    box.lowerQuartile = quantile(values, 0.25);
    box.median = quantile(values, 0.5);
    box.upperQuartile = quantile(values, 0.75);
    box.count = values.size();
    const double reach = 1.5 * (box.upperQuartile - box.lowerQuartile);
    const auto isInside = [&](double value) {
        return value >= box.lowerQuartile - reach && value <= box.upperQuartile + reach;
    };
    // The quartiles are interpolated, so there may be no value beyond them; the whisker then ends at the box.
    box.low = box.lowerQuartile;
    box.high = box.upperQuartile;
    for (const double value : values) {
        if (!isInside(value)) {
            box.outliers.push_back(value);
            continue;
        }
        box.low = std::min(box.low, value);
        box.high = std::max(box.high, value);
    }
    return box;
}

void Extent::include(double value) noexcept
{
    if (!std::isfinite(value))
        return;
    low = low <= value ? low : value;
    high = high >= value ? high : value;
    if (value > 0)
        smallestPositive = smallestPositive <= value ? smallestPositive : value;
}

bool isEmpty(const FigureSpec& figure) noexcept
{
    return std::ranges::none_of(figure.series, [](const FigureSeries& series) {
        const bool point =
            std::ranges::any_of(series.points, [](const FigurePoint& each) { return std::isfinite(each.y); });
        return point || !series.boxes.empty();
    });
}

} // namespace millrace::report
