// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/figure_spec.h"
#include "ui/figures/figure_marks.h"

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
    struct Entry
    {
        QString text;
        int series = 0; ///< -1: the heading; -2: the target
        QPointF at;
    };
    void addEntries();
    double arrangeEntries(double width, double top);
    void paintTurned(QPainter& painter) const;
    void paintSwatch(QPainter& painter, const Entry& entry) const;

    const report::FigureSpec& m_figure;
    QString m_yTitle;
    QFont m_font;
    FigureInk m_ink;
    std::vector<Entry> m_entries;
    QRectF m_rect;
    QList<std::pair<QPointF, QString>> m_turned;
    double m_degrees = 0;
    double m_titleHeight = 0;
    double m_yTitleTop = 0;
};

} // namespace millrace::ui
