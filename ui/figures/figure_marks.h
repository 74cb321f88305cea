// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/figure_spec.h"
#include "core/report/heat_scale.h"
#include "ui/figures/figure_geometry.h"

#include <QGraphicsObject>
#include <QLocale>

namespace millrace::ui {

/// Colours of a figure that are not those of a series.
struct FigureInk
{
    QColor ink;
    QColor soft;
    QColor paper;
    bool dark = false;
};

/// The marks of a figure over the axes of a chart: bars, boxes, intervals, targets, bands, markers.
class FigureMarks : public QGraphicsObject
{
public:
    FigureMarks(const report::FigureSpec& figure, FigureGeometry& geometry, QGraphicsItem* parent);

    void setInk(const FigureInk& ink);
    /// To be called when the plot has moved.
    void geometryChanged();
    /// What is under a place of the chart, in words; empty where there is nothing.
    [[nodiscard]] QString textAt(QPointF place, const QLocale& locale) const;
    /// The rectangle of a bar or of a box between its quartiles.
    [[nodiscard]] QRectF barRect(int series, const report::FigurePoint& point) const;
    [[nodiscard]] QRectF boxRect(int series, const report::FigureBox& box) const;
    /// A cell of a heat map.
    [[nodiscard]] QRectF cellRect(int series, const report::FigurePoint& point) const;

    [[nodiscard]] QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    void paintValues(QPainter& painter, double x, const report::FigurePoint& point, const QColor& color) const;
    void paintBar(QPainter& painter, int series, const report::FigurePoint& point) const;
    void paintBox(QPainter& painter, int series, const report::FigureBox& box) const;
    void paintCell(QPainter& painter, int series, const report::FigurePoint& point) const;
    void paintBand(QPainter& painter, int series) const;
    void paintCurve(QPainter& painter, int series) const;
    void paintPoints(QPainter& painter, int series) const;
    void paintMany(QPainter& painter, int series) const;
    void paintInterval(QPainter& painter, double x, const report::FigurePoint& point, double cap,
                       const QColor& color) const;
    void paintIdentity(QPainter& painter) const;
    [[nodiscard]] QString barAt(QPointF place, const QLocale& locale) const;
    [[nodiscard]] QString nearestPoint(QPointF place, const QLocale& locale) const;

    const report::FigureSpec& m_figure;
    FigureGeometry& m_geometry;
    report::HeatScale m_heat;
    FigureInk m_ink;
};

} // namespace millrace::ui
