// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/figure_marks.h"

#include "core/report/figure_marks.h"

#include <QPaintEngine>
#include <QPainter>

#include <algorithm>

namespace millrace::ui {
namespace {

constexpr std::size_t manyPoints = 500;

bool hasManyMarkers(const report::FigureSpec& figure)
{
    return figure.kind == report::FigureKind::Scatter
        && std::ranges::any_of(figure.series, [](const report::FigureSeries& series) {
               return !series.curve && series.points.size() > manyPoints;
           });
}

} // namespace

FigureMarks::FigureMarks(const report::Plot& plot, QGraphicsItem* parent) : QGraphicsItem(parent), m_plot(plot)
{
    setZValue(20); // over the grid of the chart
    setAcceptedMouseButtons(Qt::NoButton);
}

void FigureMarks::setInk(const FigureInk& ink, const QFont& font)
{
    m_ink = ink;
    m_font = font;
    update();
}

void FigureMarks::plotChanged()
{
    prepareGeometryChange();
    update();
}

QRectF FigureMarks::boundingRect() const
{
    return QRectF(QPointF(m_plot.left, m_plot.top), QPointF(m_plot.right, m_plot.bottom)).adjusted(-8, -8, 8, 8);
}

void FigureMarks::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const bool onScreen = painter->paintEngine()->type() == QPaintEngine::Raster;
    ScreenPainter shapes(*painter, m_ink, m_font, onScreen && hasManyMarkers(m_plot.figure));
    report::drawMarks(shapes, m_plot);
}

} // namespace millrace::ui
