// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text.h"
#include "core/report/figure_marks.h"

#include <cmath>
#include <fmt/format.h>

namespace millrace::report {

namespace {

std::string xText(const FigureSpec& figure, double x)
{
    const auto& categories = figure.x.categories;
    if (categories.empty())
        return quantityText(x, figure.x.unit);
    return x >= 0 && x < static_cast<double>(categories.size()) ? categories[static_cast<std::size_t>(x)] : "";
}

std::string placeText(const FigureSpec& figure, const FigureSeries& series, double x)
{
    return series.name.empty() ? xText(figure, x) : xText(figure, x) + ", " + series.name;
}

std::string pointText(const FigureSpec& figure, const FigureSeries& series, const FigurePoint& point)
{
    const std::string& unit = figure.y.unit;
    std::string text = placeText(figure, series, point.x) + ": " + quantityText(point.y, unit);
    const bool interval = hasInterval(point);
    if (interval)
        text += fmt::format(" ({} to {}", quantityText(point.low, unit), quantityText(point.high, unit));
    if (point.count > 0)
        text += fmt::format("{}n = {}", interval ? ", " : " (", point.count);
    if (interval || point.count > 0)
        text += ")";
    if (!point.values.empty()) {
        std::vector<std::string> values;
        for (const double value : point.values)
            values.push_back(quantityText(value, unit));
        text += ": " + join(values, ", ");
    }
    if (!std::isnan(point.target))
        text += fmt::format(", {} {}", figure.targetLabel, quantityText(point.target, unit));
    return text;
}

} // namespace

std::string markText(const FigureSpec& figure, const MarkRef& mark)
{
    const FigureSeries& series = figure.series[mark.series];
    if (mark.point != nullptr)
        return pointText(figure, series, *mark.point);
    if (mark.box == nullptr)
        return series.name;
    const std::string& unit = figure.y.unit;
    return fmt::format("{}: median {}, quartiles {} and {}, n = {}", placeText(figure, series, mark.box->x),
                       quantityText(mark.box->median, unit), quantityText(mark.box->lowerQuartile, unit),
                       quantityText(mark.box->upperQuartile, unit), mark.box->count);
}

} // namespace millrace::report
