// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/figure_geometry.h"
#include "ui/figures/screen_painter.h"

#include <QGraphicsItem>

namespace millrace::ui {

/// The marks of a figure over the axes of a chart: bars, boxes, lines, points, intervals, targets, bands.
class FigureMarks : public QGraphicsItem
{
public:
    FigureMarks(const report::Plot& plot, QGraphicsItem* parent);

    void setInk(const FigureInk& ink, const QFont& font);
    /// To be called when the plot has moved.
    void plotChanged();

    [[nodiscard]] QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    const report::Plot& m_plot;
    FigureInk m_ink;
    QFont m_font;
};

} // namespace millrace::ui
