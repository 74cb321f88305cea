// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "ui/plots/plot_painter.h"
#include "ui/plots/plot_table.h"

#include <QString>

namespace millrace::ui {

/// All that a plot shows, as a value: for drawing it somewhere else.
struct PlotFigure
{
    QString title;
    QString unit;
    std::vector<TimelineSeries> series;
    std::vector<TimelineEvent> events; ///< in order of time
    std::vector<TimelineBand> bands; ///< in order of their beginnings
    TimeRange view;
    std::int64_t origin = 0;
    bool logarithmic = false;
    QSizeF size; ///< in units of 1/96 inch
    PlotLook look;
    QString provenance; ///< JSON
};

/// Draws the figure with title, legend and axes into the painter, curves as lines. Reads the sources.
void paintFigure(QPainter& painter, const PlotFigure& figure);
/// The visible columns of the figure, `size` wide.
[[nodiscard]] PlotTable tableOf(const PlotFigure& figure);

/// Writes .png (at twice the size), .svg, .pdf or .csv, whatever `file` ends in, whole or not at all, with the
/// provenance inside. InvalidInput for another ending. Any thread.
[[nodiscard]] Result<void> writeFigure(const PlotFigure& figure, const QString& file, const JobContext& job);

} // namespace millrace::ui
