// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/figure_legend.h"
#include "ui/figures/screen_painter.h"

#include <QFont>
#include <QGraphicsItem>

namespace millrace::ui {

/// Heading, legend and the title of the y axis, above the plot where they can cover nothing.
class FigureLegend : public QGraphicsItem
{
public:
    FigureLegend(const report::FigureSpec& figure, QString yTitle, QGraphicsItem* parent);

    void setInk(const FigureInk& ink, const QFont& font);
    /// Arranges everything in a width; returns the height that it takes.
    double arrange(double width);

    /// Names of categories that do not fit side by side: each ends at its place, turned by `degrees`.
    void setTurnedLabels(QList<std::pair<QPointF, QString>> labels, double degrees);

    [[nodiscard]] QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    void paintTurned(QPainter& painter) const;

    const report::FigureSpec& m_figure;
    QString m_yTitle;
    QFont m_font;
    FigureInk m_ink;
    std::vector<report::LegendEntry> m_entries;
    QRectF m_rect;
    QList<std::pair<QPointF, QString>> m_turned;
    double m_degrees = 0;
    double m_titleHeight = 0;
    double m_yTitleTop = 0;
};

} // namespace millrace::ui
