// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QColor>
#include <QPainterPath>
#include <QPen>

class QPainter;

namespace millrace::ui {

/// What tells series apart, as in the drawings of the report: a colour, and a hatch, a dash pattern and a marker that
/// say the same without it.
struct FigureStyle
{
    QColor color;
    QColor hatchColor;
    int hatch = 0;
    QVector<qreal> dashes; ///< empty: a solid line; in widths of the pen
    QPainterPath marker; ///< around the origin
};
[[nodiscard]] FigureStyle figureStyle(int series, bool dark);

/// Fills with colour and hatch; drawn as lines, so that it stays sharp in every size and in PDF.
void fillHatched(QPainter& painter, const QRectF& rect, const FigureStyle& style);
void drawMarker(QPainter& painter, QPointF at, const FigureStyle& style, const QColor& halo);
[[nodiscard]] QPen linePen(const FigureStyle& style, bool dashed);

} // namespace millrace::ui
