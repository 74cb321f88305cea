// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/series.h"
#include "core/report/figure_axis.h"
#include "ui/plots/plot_geometry.h"

#include <QColor>
#include <QLineF>
#include <QVector>

#include <span>
#include <vector>

class QPainter;

namespace millrace::ui {

/// Style of one series. The shape distinguishes series of the same colour.
struct CurveStyle
{
    QColor color;
    int shape = 0; ///< 0: a bare line; others: small marks along it, of four kinds
    bool strong = false; ///< wider, over the others
    bool faint = false; ///< behind the others, which are what matters
    bool shaded = false; ///< as TimelineSeries::shaded
    double ratio = 1; ///< pixels of the device in one of the painter's units
    bool onPaper = false; ///< lines of one unit instead of one pixel of the device
};

/// What a curve consists of.
struct Strokes
{
    QVector<QLineF> lines;
    QVector<QPointF> dots;
    QVector<QPointF> marks; ///< of the curve's shape
};
[[nodiscard]] Strokes strokesOf(std::span<const analysis::SeriesColumn> columns, const PlotGeometry& geometry,
                                const report::AxisMap& axis, const CurveStyle& style);

/// Draws columns as a line: from column to column, and in each from its minimum to its maximum. Broken at gaps; samples
/// that stand alone, or far apart, are dots.
void drawCurve(QPainter& painter, std::span<const analysis::SeriesColumn> columns, const PlotGeometry& geometry,
               const report::AxisMap& axis, const CurveStyle& style);
/// The shade of a shaded series from the minima to the maxima of its columns, broken at gaps.
void drawShade(QPainter& painter, std::span<const analysis::SeriesColumn> columns, const PlotGeometry& geometry,
               const report::AxisMap& axis, const CurveStyle& style);
/// Its colour, less of it when the curve is faint.
[[nodiscard]] QColor inkOf(const CurveStyle& style);
/// The mark of a shape.
void drawCurveMark(QPainter& painter, QPointF at, const CurveStyle& style);

} // namespace millrace::ui
