// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/plots/time_range.h"

#include <QRectF>

#include <cmath>

namespace millrace::ui {

/// Where times lie in a drawing.
struct PlotGeometry
{
    QRectF plot; ///< the area of the curves
    TimeRange view;

    [[nodiscard]] double xOf(std::int64_t time) const
    {
        return plot.left() + static_cast<double>(time - view.begin) / static_cast<double>(view.length()) * plot.width();
    }
    [[nodiscard]] std::int64_t timeAt(double x) const
    {
        const double share = (x - plot.left()) / plot.width();
        return view.begin + static_cast<std::int64_t>(std::llround(share * static_cast<double>(view.length())));
    }
    /// Nanoseconds of one pixel, at least 1.
    [[nodiscard]] std::int64_t resolution() const
    {
        const double time = static_cast<double>(view.length()) / std::fmax(plot.width(), 1.0);
        return time > 1 ? static_cast<std::int64_t>(time) : 1;
    }
};

} // namespace millrace::ui
