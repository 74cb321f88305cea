// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/figure_spec.h"

#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>

namespace millrace::report {

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
    // The quartiles are interpolated, so a whisker may have no value beyond them; it then ends at the box.
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
