// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/figure_spec.h"
#include "core/report/run_view.h"

#include <cmath>

namespace millrace::test {

/// A figure of this kind with `series` series over `places` categories (or numbers), all with some uncertainty.
inline report::FigureSpec makeFigure(report::FigureKind kind, int series = 2, int places = 4, bool longNames = false)
{
    using report::FigureKind;
    report::FigureSpec figure;
    figure.name = "step_mean-by-strategy";
    figure.title = longNames ? "Step time by a strategy whose name is so long that nobody could ever read it in one go"
                             : "Step time by strategy and loss";
    figure.kind = kind;
    figure.x.label = "strategy";
    figure.y = {"step time", "s", report::Scale::Linear, {}, {}, {}};
    figure.seriesLabel = "loss";
    figure.caption =
        "Mean over the runs of a cell, n = 3 runs each; whiskers: 95 % interval of the mean (Student's t).";
    figure.note = "Left out: 1 failed run.";
    figure.provenance.storeName = "quick.mrdb";
    figure.provenance.runsHash = "0123456789abcdef";
    figure.provenance.toolVersion = "0.1.0";
    figure.provenance.view = report::viewToJson({});
    const bool numeric = kind == FigureKind::Cdf || kind == FigureKind::Scatter;
    if (numeric)
        figure.x = {"step time", "s", report::Scale::Linear, {}, {}, {}};
    else
        for (int i = 0; i < places; ++i)
            figure.x.categories.push_back((longNames ? "BINARY_TREE_STAR_WITH_A_LONG_NAME_" : "STRATEGY")
                                          + std::to_string(i));
    if (kind == FigureKind::Cdf)
        figure.y = {"share of steps", "", report::Scale::Linear, 0.0, 1.0, {}};
    for (int s = 0; s < series; ++s) {
        report::FigureSeries& added = figure.series.emplace_back();
        added.name = std::to_string(s) + "%";
        for (int i = 0; i < places; ++i) {
            const double y = 0.2 + 0.07 * ((i * 5 + s * 3) % 7);
            if (kind == FigureKind::Box)
                added.boxes.push_back(report::boxOf(i, {y, y * 1.1, y * 1.2, y * 0.9, y * 0.95, y * 1.9}));
            else if (kind == FigureKind::Cdf)
                added.points.push_back({0.1 * i + 0.03 * s, (i + 1.0) / places});
            else if (kind == FigureKind::Scatter)
                added.points.push_back({0.1 + 0.05 * i, y});
            else
                added.points.push_back({static_cast<double>(i), y, y * 0.9, y * 1.15, std::nan(""), 3});
        }
    }
    return figure;
}

} // namespace millrace::test
